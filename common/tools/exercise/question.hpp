// What an exercise asks of an answer.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "ladder/engine/engine.hpp"
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

// One launch, and what it has to make of its input, bit by bit.
template <typename T>
struct Question {
  std::string what;      // "33 x 65"
  std::size_t part = 0;  // which of the answer's launches
  Shape shape;
  std::vector<T> input, expected;
  std::vector<T> before;   // what the output holds before the launch; empty: nothing that may be read
  std::size_t second = 0;  // so many elements at the end of the output are an array of their own
  bool in_place = false;   // the output is the input's buffer
  bool hashes = false;     // the elements are bits that mean nothing, and not numbers

  std::function<std::string(std::size_t index)> place;                // the name of an element of the output
  std::function<std::string(const std::vector<T>& found)> pattern{};  // the mistake that a wrong output looks like
  std::vector<Limit> contract{};
};

// What the accesses of one kind cost.
struct Cost {
  bool within_limit;
  std::string words;                // "global stores: 65536 sectors, 32 a request"
  std::vector<std::string> advice;  // where it is too much: what is enough, and which line of the kernel pays most
};

// What came of it. Costs are known where there are no failures.
struct Finding {
  std::vector<std::string> failures;  // a wrong result and hazards, a line each
  std::vector<Cost> costs;
};

struct Item {
  std::string what;
  std::function<Finding(Engine&, const std::vector<Launch>& answer)> examine;
};

// T: float or double. Nothing of the contract is known on an engine that cannot look inside a run.
template <typename T>
Item item(Question<T> question);

// Defined once for each exercise.
struct Exercise {
  std::string title;  // "coalesce the writes"
  std::vector<Item> items;
};
Exercise exercise();

// Questions of every kind of transpose: shape.matrices of shape.rows × shape.cols elements, hashes of their index.
template <typename T>
Question<T> transpose_question(Shape shape);

}  // namespace ladder::exercise
