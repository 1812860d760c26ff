// The elements that the threads of a launch use, as a formula: what the index goes on by from one block, one thread and
// one round of a loop to the next. And what is wrong with such a formula.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace ladder {

// What one thread uses of an array: indexes of elements, in the order of their use; at least one.
struct UsedByThread {
  std::array<long, 5> place;  // threadIdx.x, threadIdx.y, blockIdx.x, blockIdx.y, blockIdx.z
  std::vector<long> indexes;
};

// What the numbers of a place are called, and a round of a loop.
inline constexpr std::array<const char*, 5> index_places{"threadIdx.x", "threadIdx.y", "blockIdx.x", "blockIdx.y",
                                                         "blockIdx.z"};
inline constexpr const char* round_digit = "round";

// One of the numbers that an index is made of: it takes `count` values, from 0, and counts `step` elements each.
struct Digit {
  std::string name;  // "blockIdx.x", "threadIdx.x % 8", round_digit
  long step, count;
};

struct IndexFormula {
  long first = 0;                 // where all digits are 0
  std::vector<Digit> digits;      // of threads, rounds, blocks
  std::vector<long> rounds = {};  // what a thread's uses lie behind its first
  bool is_complete = true;        // each number that takes several values has its digits
  // Of a use that does not follow it: how much its index is below.
  std::optional<long> shortfall = {};
};

// The formula that the uses follow; none where more than a tenth of them do not, but for those that fall short by a
// multiple of 256, as numbers of 8 and 16 bits do. counts: how many values each number of a place takes.
std::optional<IndexFormula> formula_of(const std::vector<UsedByThread>& threads, const std::array<long, 5>& counts);

// How many bits a number has that falls short by so much; 0: that is not why.
int bits_of_number(long shortfall);

// An array of rows, or, with one row, of elements.
struct MatrixShape {
  std::string name;  // "in"
  long rows, cols;
  std::array<std::string, 2> called{};  // the two, as the kernel calls them: "rows", "cols"
};

// What keeps the formula from naming each element of the array once: a number of the thread's or the block's place that
// it does not depend on, steps that leave elements out or take them twice, rows of the wrong length, too few blocks or
// rounds, numbers of too few bits. Empty where nothing does. may_overlap: what blocks take twice is none.
std::string flaw_of(const IndexFormula& formula, const MatrixShape& shape, bool may_overlap = false);

// The row and the column that the formula names for a thread (see UsedByThread) in one of its rounds. (Where rounds
// have several digits: in its first.)
std::array<long, 2> place_named(const IndexFormula& formula, const MatrixShape& shape,
                                const std::array<long, 5>& thread, long round_number);

// "in[8 * blockIdx.y + threadIdx.y][32 * blockIdx.x + threadIdx.x]"
std::string in_words(const IndexFormula& formula, const MatrixShape& shape);

}  // namespace ladder
