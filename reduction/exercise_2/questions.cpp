#include <fmt/format.h>

#include <bit>
#include <utility>

#include "ladder/problems/reduction/reference.hpp"
#include "tools/exercise/question.hpp"

namespace {

using namespace ladder::exercise;

// The output: the sums of the rows; the second one: those of the columns. Of integers, which are exact in any order.
Question<float> question(unsigned rows, unsigned cols) {
  Question<float> question;
  question.what = fmt::format("{} x {}", rows, cols);
  question.size = {rows, cols};
  question.second = cols;
  question.before.resize(rows + cols);
  question.expected.resize(rows + cols);
  for (unsigned i = 0; i < rows * cols; ++i) {
    const float value = ladder::reduction::element(ladder::reduction::Data::integers, i);
    question.input.push_back(value);
    question.expected[i / cols] += value;
    question.expected[rows + i % cols] += value;
  }
  question.place = [=](std::size_t i) {
    return i < rows ? fmt::format("row_sums[{}]", i) : fmt::format("col_sums[{}]", i - rows);
  };
  return question;
}

// Of columns with one element and zeros, which one block sums up: so each sum is that element.
Item far_columns() {
  constexpr std::size_t rows = 32, cols = (1u << 28) + 5;
  const auto row_of = [](std::size_t col) { return col / 32 % rows; };
  return far_item(
      fmt::format("{} x {}", rows, cols), {rows, cols},
      {.elements = rows * cols,
       .outputs = cols,
       .source = [=](std::size_t col) { return row_of(col) * cols + col; },
       .target = [](std::size_t i) { return i % cols; },
       .input =
           [=](std::size_t i) {
             const std::size_t col = i % cols;
             return i / cols == row_of(col) ? std::bit_cast<std::uint32_t>(input_value(static_cast<unsigned>(col))) : 0;
           },
       .before = [](std::size_t) { return 0u; }});
}

}  // namespace

Exercise ladder::exercise::exercise() {
  Exercise exercise{"the sum of every row and of every column", {}};
  for (const auto& [rows, cols] : {std::pair{32u, 32u}, {64u, 96u}, {33u, 65u}, {1u, 1000u}, {1000u, 1u}}) {
    exercise.items.push_back(item(question(rows, cols)));
  }
  auto last = question(256, 256);
  constexpr std::uint64_t patches = 8 * 8;
  last.contract = {
      {Space::global, Access::load, &LineCounters::transactions, 256 * 256 / 8,
       "each element once, 32 neighbours are 4 sectors"},
      {Space::global, Access::atomic, &LineCounters::requests, patches * (32 + 8),
       "in a patch, one for each row, and one of all lanes for each warp"},
      {Space::global, Access::atomic, &LineCounters::transactions, patches * (32 + 8 * 4),
       "one lane for a row is 1 sector, 32 neighbouring columns are 4"},
  };
  exercise.items.push_back(item(last));
  exercise.items.push_back(far_columns());
  return exercise;
}
