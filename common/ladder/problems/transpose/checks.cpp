#include "ladder/problems/transpose/checks.hpp"

#include <fmt/format.h>

#include <catch2/catch_test_macros.hpp>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "ladder/app/findings.hpp"
#include "ladder/problems/transpose/fixture.hpp"

namespace ladder::transpose {
namespace {

struct MatrixSize {
  unsigned rows, cols;
};
// First those that show most of what is wrong, and last those at which there is hardly anything to show.
constexpr MatrixSize sizes[] = {{68, 132},    {31, 33},  {33, 65},   {34, 71}, {67, 66},   {34, 68},
                                {70, 35},     {63, 64},  {127, 129}, {32, 32}, {144, 272}, {257, 1000},
                                {1024, 1024}, {1000, 1}, {1, 1000},  {1, 1}};

// Runs the variants on the first so many parts of a matrix, those that have them and were not found wrong before.
void check_parts(Engine& engine, Placed placed, unsigned parts) {
  const std::string where = placed.offset == 0 ? "" : fmt::format("from element {} of its buffers on", placed.offset);
  for (placed.part = 0; placed.part < parts; ++placed.part) {
    Fixture fixture(engine, placed);
    for (const Variant& variant : catalog_of(engine).variants) {
      const bool has_part = placed.part < parts_of(variant.element_bytes);
      if (!has_part || found_wrong(engine, variant.name)) continue;
      // Blocks beyond the matrix are in no contract, nor is what a variant launches for matrices that are not aligned.
      const bool is_in_contract = placed.most_blocks_in_y == most_blocks_in_y && placed.offset == 0;
      const Result result = fixture.run(variant, 1);
      is_in_contract ? check_run(result, where) : check_good(result, where);
    }
  }
}

void check_results(Engine& engine) {
  expect_short_blocks();
  const unsigned all_parts = parts_of(element_sizes(catalog_of(engine).variants).back());
  bool reordered = false;  // every other time: a right kernel does not depend on which blocks come first
  for (const MatrixSize size : sizes) {
    engine.reorder_blocks(std::exchange(reordered, !reordered));
    const bool is_large = size.rows * size.cols > 1u << 19;  // the other parts would take long
    check_parts(engine, {size.rows, size.cols}, is_large ? 1 : all_parts);
  }
  engine.reorder_blocks(false);
  // Misaligned: by where the matrices begin, and by the length of rows. And blocks that blockIdx.z carries on.
  for (const Placed& placed : {Placed{64, 128, 1}, {130, 256}, {256, 130}, {1031, 37, 0, 3}, {37, 1031, 0, 3}})
    check_parts(engine, placed, all_parts);
}

// Its contract says so then; and which block does what far out is not known.
bool does_other_work(Engine& engine, const Variant& variant) {
  return !breaches_of_contract(Fixture(engine, {256, 512}).run(variant, 1)).empty();
}

void check_far_blocks(Engine& engine) {
  for (const Variant& variant : catalog_of(engine).variants) {
    if (found_wrong(engine, variant.name)) continue;
    const std::vector<Finding> faults = faults_far_out(engine, variant);
    if (faults.empty() || does_other_work(engine, variant)) continue;
    for (const Finding& fault : faults) fail_with(fault);
  }
}

}  // namespace

void check_every_variant(Engine& engine) {
  check_results(engine);
  check_far_blocks(engine);
}

void check_contracts() {
  const auto engine = make_emulator();
  const auto variants = catalog_of(*engine).variants;
  // Full tiles of every variant, and rows that are no columns; tiles cut off on both sides, with rows that a float4
  // fits, in both matrices or only in the input, and without.
  constexpr MatrixSize contract_sizes[] = {{256, 512}, {268, 132}, {203, 132}, {203, 135}, {34, 69}};
  std::set<std::string> broken;
  for (const MatrixSize size : contract_sizes) {
    Fixture fixture(*engine, {size.rows, size.cols});
    for (const Variant& variant : variants) {
      if (found_wrong(*engine, variant.name) || broken.contains(variant.name)) continue;
      if (!check_contract(fixture.run(variant, 1))) broken.insert(variant.name);
    }
  }
  check_rows(variants);
}

}  // namespace ladder::transpose
