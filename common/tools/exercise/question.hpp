// What an exercise asks of an answer.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "ladder/diagnose/finding.hpp"
#include "ladder/engine/engine.hpp"
#include "ladder/problems/transpose/far_run.hpp"
#include "ladder/verification/test_data.hpp"
#include "tools/exercise/answer.hpp"

namespace ladder::exercise {

using memory_model::Access;
using memory_model::Space;

// The most that all accesses of one kind may cost together: the memory contract.
struct Limit {
  Space space;
  Access operation;
  std::uint64_t LineCounters::*cost;  // its requests, or its transactions
  std::uint64_t at_most;
  std::string reason;  // "32 neighbouring floats are 4 sectors"
};

// What no limit on a recorded GPU may be below: at_least bytes read and written a second, for a grid so many times as
// large as the question's. 0: not asked.
struct Speed {
  double at_least = 0;
  double times = 1;
  std::string gpu{};     // "h200"
  std::string reason{};  // why that can be had
};

// Element i of an input, for i < 2^22: a number of 22 bits with a sign, of which 6 are behind the point, so that sums
// with small numbers and small multiples are exact. No two are alike, and none follows from i by a rule that a kernel
// has.
inline float input_value(std::uint32_t i) {
  constexpr std::uint32_t mask = (1u << 22) - 1;
  i = (i + 761) & mask;
  i = (i ^ i >> 11) * 0x2c1b3c6du & mask;
  i = (i ^ i >> 9) * 0x297a2d39u & mask;
  return (static_cast<float>(i) - (1 << 21)) / 64;
}

// Element i of an input of any size: such a number, of which many are alike, but not in any order.
inline float far_value(std::size_t i) { return input_value(input_bits(i)); }
inline std::uint32_t far_bits(std::size_t i) { return std::bit_cast<std::uint32_t>(far_value(i)); }

// One launch, and what it has to make of its input, bit by bit.
template <typename T>
struct Question {
  std::string what;      // "33 x 65"
  std::size_t part = 0;  // which of the answer's launches
  Size size;
  std::vector<T> input, expected;
  std::vector<T> before;   // what the output holds before the launch; empty: nothing that may be read
  std::size_t second = 0;  // so many elements at the end of the output are an array of their own
  bool in_place = false;   // the output is the input's buffer
  bool hashes = false;     // the elements are bits that mean nothing, and not numbers

  // The names of an element of the output, and of one of the input.
  std::function<std::string(std::size_t index)> place = [](std::size_t i) { return "out[" + std::to_string(i) + "]"; };
  std::function<std::string(std::size_t index)> source = [](std::size_t i) { return "in[" + std::to_string(i) + "]"; };
  std::vector<std::size_t> input_extents{}, extents{};  // of the arrays: rows and columns; empty: they have none
  std::vector<Limit> contract{};
  Speed speed{};
};

// What the accesses of one kind cost; or what limits the kernel.
struct Cost {
  std::string what;  // the question's
  bool within_limit;
  std::string words;      // "global stores: 65536 sectors, 32 a request"
  std::string enough{};   // where it is too much: what can be had, and why,
  Finding breach{};       // and which line of the kernel pays most
  bool of_speed = false;  // it is a limit of the kernel: it may be too low, not too much
};

// What comes of the questions in their order, up to the first whose result is wrong; what is said is of the first with
// failures.
struct Examination {
  std::vector<std::string> right_at;
  std::string wrong_at;
  std::vector<Finding> failures;  // there: hazards, and a wrong result
  std::string why_no_more;        // the question that this engine could not be asked, and why; those behind it neither
  bool result_is_wrong = false;   // at that question or a later one, and not only how it comes about
  bool cause_is_open = false;     // nothing says which line is to blame for the last of them
  std::vector<Cost> costs;        // of each question that has a contract, and of one that asks for a speed

  // What the failures are called: a right result may have hazards.
  const char* fault() const { return result_is_wrong ? "wrong" : "hazard"; }
  bool good() const { return failures.empty() && too_much() == nullptr; }
  const Cost* too_much() const;  // the first that is; null where none is
};

// A question of any type.
struct Item {
  std::string what;
  // Adds failures, or where there are none, costs.
  std::function<void(Engine&, const std::vector<Launch>& answer, Examination&)> examine;
  // Why the first element that is wrong is; nothing where that is not known.
  std::function<Finding(Engine&, const std::vector<Launch>& answer)> cause;
  bool only_of_good = false;  // asked where nothing was wrong, and nothing too much, at those before it
};

// T: float, double or std::uint16_t. Nothing of the contract is known on an engine that cannot look inside a run.
template <typename T>
Item item(const Question<T>& question);

// Defined once for each exercise.
struct Exercise {
  std::string title;  // "coalesce the writes"
  std::vector<Item> items;
};
Exercise exercise();

Examination examine(Engine& engine, const Exercise& asked, const std::vector<Launch>& answer);

// What an answer is worth: its parts, good or not, as ./learn grade counts them.
// "right": the result, at every question. "no_hazard": how it comes about, too. "counts": it asks the memory for no
// more than it has to. "limits": no limit is lower than it need be. Each counts only where those before it are good,
// but for the last two, which are both about cost. What an exercise does not ask for is good there.
struct Part {
  std::string name;
  bool good;
  std::vector<std::string> said;  // what is wrong, a line each
};
std::vector<Part> parts_of(const Examination& found);

// Whether nothing but comments stands between the lines that mark the blank of this file, the student's, and on them.
// False where the file cannot be read, or has no blank.
bool blank_is_empty(const std::string& path);

// What is said of it, in lines of so many letters. file: the answer's, from the root of the course; findings name it
// without its folder. started: its blank has something in it.
std::string report_of(const Examination& found, const std::string& file, bool started, std::size_t letters,
                      bool colour);

// file: the answer's, from the root of the course. started: its blank has something in it.
std::string to_json(const std::string& file, const Exercise& asked, const Examination& found, bool started);

// Questions of every kind of transpose: size.matrices of size.rows × size.cols elements, hashes of their index. Of 2
// bytes no two of the first 60,000 are alike.
template <typename T>
Question<T> transpose_question(Size size);
// Of n × n elements, where they lie.
template <typename T>
Question<T> transpose_question_in_place(unsigned n);

// A few blocks of such a launch, of elements of 2, 4 or 8 bytes; run and name are set here. part: which of the answer's
// launches. An output that holds something before is the answer's second one; the first has an element for each row.
Item far_item(const std::string& what, Size size, transpose::FarLaunch launch, std::size_t part = 0);

// Of out[i] = f(in[i]) for so many floats, which are input_value(i) or far_value(i).
Question<float> map_question(const std::string& what, unsigned count, float (*f)(float));
Item far_map(const std::string& what, unsigned count, float (*f)(float));

// Of a transpose: matrices of more than 2^32 elements in all. name: what is said before the size.
Item far_transpose(Size size, std::size_t element_bytes, const std::string& name = "", std::size_t part = 0);
Item far_transpose_in_place(unsigned n, std::size_t element_bytes);

}  // namespace ladder::exercise
