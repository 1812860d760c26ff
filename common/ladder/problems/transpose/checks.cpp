#include "ladder/problems/transpose/checks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "ladder/app/findings.hpp"
#include "ladder/problems/transpose/fixture.hpp"
#include "ladder/problems/transpose/matrices.hpp"
#include "ladder/problems/transpose/reference.hpp"

namespace ladder::transpose {
namespace {

struct MatrixSize {
  unsigned rows, cols;
};
// First those that show most of what is wrong, and last those at which there is hardly anything to show.
constexpr MatrixSize sizes[] = {{68, 132},   {31, 33},     {33, 65},  {34, 71},   {67, 66},
                                {34, 68},    {70, 35},     {63, 64},  {127, 129}, {32, 32},
                                {257, 1000}, {1024, 1024}, {1000, 1}, {1, 1000},  {1, 1}};

// Runs the variant on one part of a matrix of its own, from element `offset` of its buffers on, and compares with the
// CPU's. Nothing where it was found wrong before.
void check_part(Engine& engine, const Variant& variant, const Placed& placed) {
  if (found_wrong(engine, variant.name)) return;
  const Matrices matrices(engine, placed, variant.element_bytes);
  const auto seen = engine.execute([&] { variant.run(matrices.arguments()); });
  const std::vector<std::uint32_t> found = matrices.found(), due = matrices.due(variant.output);

  Result result;
  result.variant = variant.name;
  result.row = variant.line;
  result.device = engine.name();
  result.sizes = {{"rows", placed.rows}, {"cols", placed.cols}};
  if (seen) adopt_observation(*seen, result);
  if (const auto wrong = std::mismatch(due.begin(), due.end(), found.begin()); wrong.first != due.end()) {
    result.failure = fmt::format("element {} of the output {}", wrong.first - due.begin(),
                                 wrong_in_words(*wrong.second, *wrong.first, variant.element_bytes));
    result.cause = cause_of_wrong_matrix(engine, variant, placed, result.hazards.leave_cause_open());
  } else if (!matrices.out.guards_intact()) {
    result.failure = "something was written outside the output";
  }
  result.verified = result.failure.empty();
  check_good(result, placed.offset == 0 ? "" : fmt::format("from element {} of its buffers on", placed.offset));
}

void check_placed(Engine& engine, const Variant& variant, MatrixSize size, std::size_t offset, unsigned blocks_in_y) {
  for (unsigned part = 0; part < parts_of(variant.element_bytes); ++part)
    check_part(engine, variant, {size.rows, size.cols, offset, blocks_in_y, part});
}

void check_results(Engine& engine) {
  expect_short_blocks();
  bool reordered = false;  // every other time: a right kernel does not depend on which blocks come first
  const std::vector<Variant> variants = catalog_of(engine).variants;
  for (const MatrixSize size : sizes) {
    engine.reorder_blocks(std::exchange(reordered, !reordered));
    const bool is_large = size.rows * size.cols > 1u << 19;  // the other parts would take long
    for (unsigned part = 0; part < (is_large ? 1 : parts_of(element_sizes(variants).back())); ++part) {
      Fixture fixture(engine, size.rows, size.cols, part);
      for (const Variant& variant : variants) {
        const bool has_part = part < parts_of(variant.element_bytes);
        if (has_part && !found_wrong(engine, variant.name)) check_run(fixture.run(variant, 1));
      }
    }
  }
  engine.reorder_blocks(false);
}

void check_misaligned_start(Engine& engine) {
  for (const Variant& variant : catalog_of(engine).variants) {
    check_placed(engine, variant, {64, 128}, 1, most_blocks_in_y);
    check_placed(engine, variant, {130, 256}, 0, most_blocks_in_y);
    check_placed(engine, variant, {256, 130}, 0, most_blocks_in_y);
  }
}

void check_blocks_carried_on_in_z(Engine& engine) {
  for (const Variant& variant : catalog_of(engine).variants) {
    check_placed(engine, variant, {1031, 37}, 0, 3);
    check_placed(engine, variant, {37, 1031}, 0, 3);
  }
}

// Its contract says so then; and which block does what far out is not known.
bool does_other_work(Engine& engine, const Variant& variant) {
  return !breaches_of_contract(Fixture(engine, 256, 512).run(variant, 1)).empty();
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
  check_misaligned_start(engine);
  check_blocks_carried_on_in_z(engine);
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
    Fixture fixture(*engine, size.rows, size.cols);
    for (const Variant& variant : variants) {
      if (found_wrong(*engine, variant.name) || broken.contains(variant.name)) continue;
      if (!check_contract(fixture.run(variant, 1))) broken.insert(variant.name);
    }
  }
  check_rows(variants);
}

}  // namespace ladder::transpose
