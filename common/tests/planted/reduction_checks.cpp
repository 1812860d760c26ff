#include <cstdlib>

#include "ladder/engine/engine.hpp"
#include "ladder/problems/reduction/checks.hpp"
#include "ladder/problems/reduction/fixture.hpp"
#include "tests/planted/examiner.hpp"

namespace ladder::planted {

// Written by plant.cmake.
std::vector<reduction::Variant> unedited_variants();
std::vector<Bug<reduction::Variant>> bugs();

namespace {

using reduction::Data;

// Three seconds are plenty for a block of these, and those without end are then soon over.
const int short_time_limit = setenv("LADDER_TIME_LIMIT", "3", 1);

// Elements: less than a block; whole blocks; blocks and a tail. And where they start, in elements after a multiple of
// 16 bytes, if not there.
const std::vector<Size> sizes = {{61}, {1 << 16}, {103507}, {50000, 1}};

// What the chapter says of a sum: that of integers, or where that is right, that of fractions.
Result run_at(const reduction::Variant& variant, const Size& size) {
  const auto engine = make_emulator();
  const bool is_aligned = size.size() == 1;
  reduction::Fixture fixture(*engine, size.at(0), is_aligned ? 0 : size[1]);
  Result result;
  for (const Data data : {Data::integers, Data::fractions}) {
    fixture.fill(data);
    engine->reorder_blocks(data == Data::fractions);
    result = fixture.run(variant, 1);
    if (!result.good()) break;
  }
  if (!is_aligned) result.counters.reset();  // which are in no contract
  return result;
}

std::vector<Finding> faults_far_out(const reduction::Variant& variant) {
  return reduction::faults_far_out(*make_emulator(), variant);
}

Examiner<reduction::Variant> examiner() { return {unedited_variants(), sizes, run_at, faults_far_out}; }

}  // namespace

TEST_CASE("nothing is said with no bug planted") { examiner().check_unedited(); }

TEST_CASE("every planted bug is found and named, and harmless rewrites pass") { examiner().check_all_found(bugs()); }

}  // namespace ladder::planted
