#include "ladder/engine/engine.hpp"
#include "ladder/problems/transpose/checks.hpp"
#include "ladder/problems/transpose/fixture.hpp"
#include "tests/planted/examiner.hpp"

namespace ladder::planted {

// Written by plant.cmake.
std::vector<transpose::Variant> unedited_variants();
std::vector<Bug<transpose::Variant>> bugs();

namespace {

// Rows and columns: whole tiles; whole tiles of a matrix that is not square; tiles cut off on both sides, after one row
// and one column of four, and after three; rows that a float4 fits, and of the input only. And where gridDim.y ends, if
// so soon that blockIdx.z carries on.
const std::vector<Size> sizes = {{256, 256}, {256, 512}, {257, 129, 3}, {203, 135}, {268, 132}, {203, 132}};

Result run_at(const transpose::Variant& variant, const Size& size) {
  const auto engine = make_emulator();
  transpose::Placed placed{static_cast<unsigned>(size.at(0)), static_cast<unsigned>(size.at(1))};
  if (size.size() == 3) placed.most_blocks_in_y = static_cast<unsigned>(size[2]);
  Result result = transpose::Fixture(*engine, placed).run(variant, 1);
  if (size.size() == 3) result.counters.reset();  // blocks beyond the matrix are in no contract
  return result;
}

std::vector<Finding> faults_far_out(const transpose::Variant& variant) {
  return transpose::faults_far_out(*make_emulator(), variant);
}

Examiner<transpose::Variant> examiner() { return {unedited_variants(), sizes, run_at, faults_far_out}; }

}  // namespace

// As on an engine that stops no store to the input.
TEST_CASE("an input that was overwritten is named, and what runs next gets the right one") {
  const auto engine = make_emulator();
  transpose::Fixture fixture(*engine, {33, 65});
  const transpose::Variant right = unedited_variants().front();
  transpose::Variant spoils = right;
  spoils.run = [&](const transpose::Arguments& arguments) {
    right.run(arguments);
    static_cast<unsigned char*>(const_cast<void*>(arguments.in))[66 * right.element_bytes] ^= 1;
  };
  CHECK(fixture.run(spoils, 1).failure == "row 1, column 1 of the input was overwritten; it has to stay as it is");
  CHECK(fixture.run(right, 1).failure.empty());
}

TEST_CASE("nothing is said with no bug planted") { examiner().check_unedited(); }

TEST_CASE("every planted bug is found and named, and harmless rewrites pass") { examiner().check_all_found(bugs()); }

}  // namespace ladder::planted
