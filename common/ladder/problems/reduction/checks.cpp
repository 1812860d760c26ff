#include "ladder/problems/reduction/checks.hpp"

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <limits>
#include <set>

#include "ladder/app/chapter.hpp"
#include "ladder/app/findings.hpp"
#include "ladder/problems/reduction/fixture.hpp"

namespace ladder::reduction {
namespace {

// First those that show most of what is wrong, and last those at which there is hardly anything to show.
constexpr std::size_t sizes[] = {1025, 257, 33, 1023, 513, 512, 511, 256, 255, 32, 31, 2, 1, 0};
// From 256 * 256 on, a tree of blocks of 256 has a third level.
constexpr std::size_t large_sizes[] = {(1 << 16) - 1, (1 << 16), (1 << 16) + 1};
// So that 1024 blocks make rounds, the last of which is not full; for variants that do.
constexpr std::size_t size_of_rounds = 600'001;

// Sums the values, placed `offset` elements after the start of a buffer, with every variant.
void check_values(Engine& engine, const std::string& what, const std::vector<float>& values, std::size_t offset = 0) {
  Fixture fixture(engine, values.size(), offset);
  fixture.fill_with([&](std::size_t i) { return values[i]; });
  for (const Variant& variant : catalog_of(engine).variants) {
    if (!found_wrong(engine, variant.name)) check_good(fixture.run(variant, 1), "of " + what);
  }
}

std::vector<float> of_data(Data data, std::size_t size) {
  std::vector<float> values(size);
  for (std::size_t i = 0; i < size; ++i) values[i] = element(data, i);
  return values;
}

// 0 where no contract says.
std::uint64_t blocks_due(const std::string& variant, std::uint64_t count) {
  const auto contract =
      std::find_if(contracts.begin(), contracts.end(), [&](const Contract& c) { return c.variant == variant; });
  return contract == contracts.end() ? 0 : contract->due({{"elements", count}}).work.blocks;
}

// Those of the variants that are of the kind, where they were not found wrong before.
template <typename Kind>
void check_results(Engine& engine, std::size_t size, Data data, const Kind& is_of_kind) {
  Fixture fixture(engine, size);
  fixture.fill(data);
  engine.reorder_blocks(data == Data::fractions);  // a right kernel does not depend on which blocks come first
  for (const Variant& variant : catalog_of(engine).variants) {
    if (found_wrong(engine, variant.name) || !is_of_kind(variant)) continue;
    check_run(fixture.run(variant, 1), data == Data::integers ? "of integers" : "of fractions");
  }
  engine.reorder_blocks(false);
}

}  // namespace

void check_results(Engine& engine) {
  expect_short_blocks();
  const auto every = [](const Variant&) { return true; };
  for (const std::size_t size : sizes) {
    check_results(engine, size, Data::integers, every);
    check_results(engine, size, Data::fractions, every);
  }
  for (const std::size_t size : large_sizes) check_results(engine, size, Data::integers, every);
  check_results(engine, large_sizes[0], Data::fractions, every);
  check_results(engine, size_of_rounds, Data::integers,
                [](const Variant& variant) { return variant.parts.through_the_whole_array(); });
  for (const Variant& variant : catalog_of(engine).variants) {
    const Parts& parts = variant.parts;
    if (parts.group == 0 || parts.through_the_whole_array()) continue;
    // All rounds of a group, and a block of the next one: of the last block a thread adds up the sums of two.
    check_results(engine, (parts.group * parts.rounds + 1) * parts.elements, Data::integers,
                  [&](const Variant& other) { return other.name == variant.name; });
  }
}

void check_hard_data(Engine& engine) {
  constexpr std::size_t size = 5000;
  auto cancelling = of_data(Data::fractions, size);
  for (std::size_t i = 0; i + 1 < size; i += 2) cancelling[i + 1] = -cancelling[i] * (1 + 0x1p-20f);
  check_values(engine, "values that cancel", cancelling);

  auto one_large = of_data(Data::fractions, size);
  one_large[1234] = 1e9f;
  check_values(engine, "one large value", one_large);

  constexpr float infinity = std::numeric_limits<float>::infinity();
  for (const std::size_t where : {std::size_t{0}, size / 2, size - 1}) {
    auto values = of_data(Data::fractions, size);
    values[where] = infinity;
    check_values(engine, "infinity", values);
    values[where] = -infinity;
    check_values(engine, "-infinity", values);
    values[(where + 1) % size] = infinity;
    check_values(engine, "infinity less infinity", values);
    values = of_data(Data::fractions, size);
    values[where] = std::nanf("");
    check_values(engine, "NaN", values);
  }
}

void check_misaligned_start(Engine& engine) {
  for (const std::size_t size : {std::size_t{0}, std::size_t{1}, std::size_t{2}, std::size_t{3}, std::size_t{5},
                                 std::size_t{513}, std::size_t{40000}}) {
    for (const std::size_t offset : {1, 2, 3}) {
      check_values(engine, "integers from " + std::to_string(offset), of_data(Data::integers, size), offset);
    }
  }
}

// Its contract says so then; and which block has which part of the array is not known.
bool does_other_work(Engine& engine, const Variant& variant) {
  Fixture fixture(engine, 1 << 16);
  fixture.fill(Data::integers);
  return !breaches_of_contract(fixture.run(variant, 1)).empty();
}

void check_far_blocks(Engine& engine) {
  for (const Variant& variant : catalog_of(engine).variants) {
    if (found_wrong(engine, variant.name)) continue;
    const std::vector<Finding> faults = faults_far_out(engine, variant);
    if (faults.empty() || does_other_work(engine, variant)) continue;
    for (const Finding& fault : faults) fail_with(fault);
  }
}

void check_contracts() {
  const auto engine = make_emulator();
  const auto variants = catalog_of(*engine).variants;
  // Full blocks, for rounds of a fixed number of them too (most others have too many there for a quick check); a last
  // block that has not all of its float4, and elements beyond these; one such block alone.
  std::set<std::string> broken;
  for (const std::size_t count : {1 << 16, 1 << 20, 2 * 8192 + 4 * (3 * 512 + 64) + 3, 1283}) {
    Fixture fixture(*engine, count);
    fixture.fill(Data::integers);
    for (const Variant& variant : variants) {
      const bool is_known = found_wrong(*engine, variant.name) || broken.contains(variant.name);
      if (is_known || blocks_due(variant.name, count) > 2000) continue;
      if (!check_contract(fixture.run(variant, 1))) broken.insert(variant.name);
    }
  }
  constexpr std::size_t offset = 1;
  Fixture misaligned(*engine, 2 * 8192 + 4, offset);
  misaligned.fill(Data::integers);
  for (const Variant& variant : variants) {
    if (found_wrong(*engine, variant.name) || broken.contains(variant.name)) continue;
    Result result = misaligned.run(variant, 1);
    result.sizes.emplace_back("offset", offset);
    check_contract(result, "from element 1 of its buffers on");
  }
  check_rows(variants);
}

}  // namespace ladder::reduction
