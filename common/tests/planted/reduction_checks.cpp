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
Result run_on_fixture(const reduction::Variant& variant, std::size_t count) {
  const auto engine = make_emulator();
  reduction::Fixture fixture(*engine, count);
  Result result;
  for (const Data data : {Data::integers, Data::fractions}) {
    fixture.fill(data);
    engine->reorder_blocks(data == Data::fractions);
    result = fixture.run(variant, 1);
    if (!result.good()) break;
  }
  return result;
}

Result run_from_offset(const reduction::Variant& variant, std::size_t count, std::size_t offset) {
  const auto engine = make_emulator();
  reduction::Buffers buffers(*engine, count, offset);
  std::vector<float> values(count);
  for (std::size_t i = 0; i < count; ++i) values[i] = reduction::element(Data::integers, i);
  buffers.upload(0, values);
  Result result;
  result.variant = variant.name;
  result.sizes = {{"elements", count}};
  adopt_observation(*engine->execute([&] { variant.run(buffers.arguments()); }), result);
  reduction::Reference reference;
  reference.add(values);
  constexpr double chain = 0;  // no addition of integers rounds
  result.failure = reduction::judge(buffers.download_sum(), reference, chain);
  result.verified = result.failure.empty();
  if (!result.verified)  // as the chapter's checks do
    result.cause = reduction::cause_of_wrong_sum(*engine, variant, count, offset, result.hazards.leave_cause_open());
  result.counters.reset();  // which are in no contract
  return result;
}

Result run_at(const reduction::Variant& variant, const Size& size) {
  return size.size() == 1 ? run_on_fixture(variant, size[0]) : run_from_offset(variant, size.at(0), size.at(1));
}

std::vector<Finding> faults_far_out(const reduction::Variant& variant) {
  return reduction::faults_far_out(*make_emulator(), variant);
}

Examiner<reduction::Variant> examiner() { return {unedited_variants(), sizes, run_at, faults_far_out}; }

}  // namespace

TEST_CASE("nothing is said with no bug planted") { examiner().check_unedited(); }

TEST_CASE("every planted bug is found and named, and harmless rewrites pass") { examiner().check_all_found(bugs()); }

}  // namespace ladder::planted
