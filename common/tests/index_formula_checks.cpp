// The formula that indexes follow, and what is wrong with it.
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <functional>
#include <string>
#include <vector>

#include "ladder/verification/index_formula.hpp"

using namespace ladder;
using Catch::Matchers::ContainsSubstring;

namespace {

constexpr long rows = 64, cols = 64, threads_x = 32, threads_y = 8;
const MatrixShape shape{"in", rows, cols, {"rows", "cols"}};

struct Place {
  long row, col;
};

// Of four blocks of 32x8 threads: index(x, y, round) within the block's tile of 32x32.
std::vector<UsedByThread> uses(long rounds, const std::function<Place(long, long, long)>& index) {
  std::vector<UsedByThread> threads;
  for (long block = 0; block < 4; ++block) {
    for (long thread = 0; thread < threads_x * threads_y; ++thread) {
      const long x = thread % threads_x, y = thread / threads_x;
      UsedByThread& uses = threads.emplace_back();
      uses.place = {x, y, block % 2, block / 2, 0};
      for (long round = 0; round < rounds; ++round) {
        const auto [row, col] = index(x, y, round);
        uses.indexes.push_back((block / 2 * 32 + row) * cols + block % 2 * 32 + col);
      }
    }
  }
  return threads;
}

std::optional<IndexFormula> formula(long rounds, const std::function<Place(long, long, long)>& index) {
  return formula_of(uses(rounds, index), {threads_x, threads_y, 2, 2, 1});
}

}  // namespace

TEST_CASE("a number of the thread's place may be taken apart") {
  const auto right = formula(4, [](long x, long y, long round) { return Place{4 * y + x / 8, x % 8 + 8 * round}; });
  REQUIRE(right);
  CHECK(in_words(*right, shape) ==
        "in[32 * blockIdx.y + 4 * threadIdx.y + threadIdx.x / 8][32 * blockIdx.x + 8 * round + threadIdx.x % 8]");
  CHECK(flaw_of(*right, shape).empty());

  const auto overlap = formula(8, [](long x, long y, long round) { return Place{4 * y + x % 8, x / 8 + 4 * round}; });
  REQUIRE(overlap);
  CHECK_THAT(flaw_of(*overlap, shape),
             ContainsSubstring("takes rows twice: threadIdx.y goes on by 4, but threadIdx.x % "
                               "8 covers 8"));
  const auto gap = formula(2, [](long x, long y, long round) {
    return Place{4 * y + x / 8, 2 * (x % 8) + 16 * round};
  });
  REQUIRE(gap);
  CHECK(in_words(*gap, shape).ends_with("2 * (threadIdx.x % 8)]"));
  CHECK_THAT(flaw_of(*gap, shape), ContainsSubstring("leaves columns out: threadIdx.x % 8 goes on by 2"));
}

TEST_CASE("what follows no formula has none") {
  CHECK_FALSE(formula(4, [](long x, long y, long round) { return Place{y + 8 * round, x ^ y}; }));
}

TEST_CASE("a formula knows which numbers of a place nobody has shown") {
  auto threads = uses(4, [](long x, long y, long round) { return Place{y + 8 * round, x}; });
  REQUIRE(formula_of(threads, {threads_x, threads_y, 2, 2, 1})->is_complete);
  std::erase_if(threads, [](const UsedByThread& thread) { return thread.place[2] == 1; });
  CHECK_FALSE(formula_of(threads, {threads_x, threads_y, 2, 2, 1})->is_complete);
}
