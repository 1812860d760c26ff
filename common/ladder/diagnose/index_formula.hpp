// The index that threads use an array by, as a formula of their place: "in[32 * blockIdx.y + threadIdx.y][..]". It is
// worked out from the uses that were seen, and there only where all of them follow it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace ladder {

// What an index can depend on: threadIdx.x, .y, .z, blockIdx.x, .y, .z, how often the thread has come here before,
// which word of a float4 it is, and, where that is told apart, how often it has come here in the inner of two loops.
inline constexpr std::size_t place_numbers = 9;
enum PlaceNumber : std::size_t {
  thread_x,
  thread_y,
  thread_z,
  block_x,
  block_y,
  block_z,
  iterations,
  word_of_vector,
  inner_iterations
};
using ThreadPlace = std::array<long, place_numbers>;

// Of a thread and a block by their linear indexes, in a launch of such a shape.
ThreadPlace thread_place(const std::array<std::uint32_t, 3>& grid, const std::array<std::uint32_t, 3>& block,
                         std::uint64_t block_index, std::uint64_t thread_index, long iteration, long word = 0);

// A use of an element, by its number in the array, and the element that should have been used.
struct IndexUse {
  ThreadPlace place;
  long seen, wanted;
};

// The array: its elements lie in rows of so many; 0: it has no rows.
struct IndexedArray {
  std::string name;
  long cols = 0;
  long elements = 0;
};

// A number of the place that the index counts otherwise than it should. part: of an array that has rows, in the row, 0,
// or in the place in it, 1; none: they are not told apart.
struct WrongNumber {
  std::string name;  // "blockIdx.x"
  std::optional<int> part{};
  std::string words{};               // "blockIdx.x counts 8, and not 32"
  std::vector<std::string> right{};  // others that it counts as it should
  bool is_certain = true;            // else something else may be wrong instead
  bool is_elsewhere = false;         // what adds it is to blame, and not what moves it on
  bool is_right_beside = false;      // the other index has it, and as it should
  bool is_absent = false;            // the index does not depend on it at all
  bool is_double = false;            // it counts twice as much as it should
  std::string unused{};              // the number that no use has, where `name` is one that stands beside it
};

// "; its index is out[..][..], and out[..][..] is wanted: rows and columns are exchanged". Empty where the uses follow
// no formula, or the one that is wanted.
struct IndexDifference {
  std::string words{};
  bool is_one_change = false;  // makes the formula that was seen the one that is wanted
  bool is_of_begin = false;    // it differs only in where it begins: as where the pointer is wrong
  bool is_of_length = false;   // only the length of a row is another one
  bool is_exchange = false;    // of rows and columns, or of two numbers
  std::vector<WrongNumber> numbers{};
};
IndexDifference difference(const std::vector<IndexUse>& uses, const IndexedArray& array);

// Below a number that counts more than the numbers below it come to: all other numbers come to each element once.
struct IndexGap {
  std::optional<int> part{};          // as of a WrongNumber
  std::string words{};                // "of each 32 that blockIdx.y counts, only 8 are used"
  std::string block{};                // blockIdx.y, where no number of threads or rounds would use all 32; else empty
  std::optional<bool> is_of_inner{};  // of two loops that are told apart, whether the inner one comes short
};

// Of an element that no use has, though each element should be used once: which change of the formula makes it so, how
// far the numbers of a place come short, or which place would use it. counts: how many values each number of a thread
// and of a block has.
struct MissingUse {
  std::string words{};  // "; its index is ..: blockIdx.x counts 8, and not 32"
  bool is_explained = false;
  bool is_by_launch = false;          // the formula is right for more blocks than there are
  bool is_exchanged = false;          // which are right for an array that has rows for columns
  std::optional<IndexGap> gap{};      // or for more iterations, or threads
  ThreadPlace enough{};               // counts, with those of blocks or of threads for which it is right
  std::optional<ThreadPlace> user{};  // by the formula
  std::vector<WrongNumber> numbers{};
};
MissingUse missing_use(const std::vector<IndexUse>& uses, const IndexedArray& array, ThreadPlace counts, long element);

inline constexpr std::array<const char*, place_numbers> names_of_numbers{
    "threadIdx.x", "threadIdx.y", "threadIdx.z", "blockIdx.x",     "blockIdx.y",
    "blockIdx.z",  "iteration",   "word",        "inner iteration"};

// constant + the sum of factor[i] * place[i].
struct Formula {
  long constant = 0;
  std::array<long, place_numbers> factor{};
  bool operator==(const Formula&) const = default;
};

// The formula that all uses follow, by elimination; none where there is none. A number that changes only together with
// others before it has the factor 0, and then others would be as good.
std::optional<Formula> formula_of(const std::vector<IndexUse>& uses, const std::function<long(const IndexUse&)>& of);

// An index by row and column; without rows, by column alone.
struct PlaceFormula {
  Formula row, col;
  bool operator==(const PlaceFormula&) const = default;
};

std::optional<PlaceFormula> place_formula(const std::vector<IndexUse>& uses, long IndexUse::*element, long cols);
std::string written(const PlaceFormula& place, const IndexedArray& array);  // "in[8 * blockIdx.x][threadIdx.x]"

// The same uses, with the iterations of a loop in a loop counted apart, where they follow a formula only so: the inner
// one's count is a power of two, as those of most tiles are. (A few uses follow many formulas.)
std::vector<IndexUse> by_loops(const std::vector<IndexUse>& uses, const IndexedArray& array);

// "from one iteration to the next it goes on by 8, then by 16": of the first thread of these that makes three. Empty
// where that goes on evenly.
std::string uneven_steps(const std::vector<IndexUse>& uses);

// "blockIdx.x stands where blockIdx.y is wanted". beside: the other index, which is right.
WrongNumber stands_in_place(std::size_t number, std::size_t wanted, int part, const Formula& beside);

// "blockIdx.x counts 8, and not 32".
WrongNumber wrong_number(std::size_t number, std::optional<int> part, const Formula& seen, long wanted);

}  // namespace ladder
