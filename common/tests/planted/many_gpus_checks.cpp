#include <fmt/ranges.h>

#include <cstdlib>

#include "ladder/engine/engine.hpp"
#include "ladder/problems/many_gpus/contract.hpp"
#include "ladder/problems/many_gpus/fixture.hpp"
#include "tests/planted/examiner.hpp"

namespace ladder::planted {

// Written by plant.cmake.
std::vector<many_gpus::Variant> unedited_variants();
std::vector<Bug<many_gpus::Variant>> bugs();

namespace {

// Three seconds are plenty for a block of these, and those without end are then soon over.
const int short_time_limit = setenv("LADDER_TIME_LIMIT", "3", 1);

// Devices, rows, columns.
const Size whole_tiles = {4, 1024, 512};
const std::vector<Size> sizes = {{3, 130, 197}, whole_tiles, {1, 64, 100}};

Result run_at(const many_gpus::Variant& variant, const Size& size) {
  const auto engine = make_emulator();
  many_gpus::Fixture fixture(*engine, {size.at(0), size.at(1), size.at(2)});
  Result result = fixture.run(variant, 1);
  if (size != whole_tiles) result.counters.reset(), result.blocks = 0;  // which are in no contract
  if (!result.good()) return result;
  result.failure = fmt::format("{}", fmt::join(many_gpus::breaches_on_links(result, many_gpus::link_contracts), "; "));
  result.verified = result.failure.empty();
  return result;
}

Examiner<many_gpus::Variant> examiner() {
  return {unedited_variants(), sizes, run_at, [](const many_gpus::Variant&) { return std::vector<Finding>{}; }};
}

}  // namespace

TEST_CASE("nothing is said with no bug planted") { examiner().check_unedited(); }

TEST_CASE("every planted bug is found and named, and harmless rewrites pass") { examiner().check_all_found(bugs()); }

}  // namespace ladder::planted
