// The questions that ask for a transpose.
#include <fmt/format.h>

#include <cstring>

#include "ladder/verification/test_data.hpp"
#include "tools/exercise/question.hpp"

namespace ladder::exercise {
namespace {

// A hash of the index in every 4 bytes.
template <typename T>
T element(std::size_t index) {
  constexpr std::size_t words = sizeof(T) / sizeof(std::uint32_t);
  std::uint32_t bits[words];
  for (std::size_t i = 0; i < words; ++i) bits[i] = input_bits(index * words + i);
  T value;
  std::memcpy(&value, bits, sizeof(T));
  return value;
}

}  // namespace

template <typename T>
Question<T> transpose_question(Size size) {
  const std::size_t rows = size.rows, cols = size.cols, elements = rows * cols * size.matrices;
  Question<T> question;
  question.what = fmt::format("{} x {}", rows, cols);
  if (size.matrices != 1) question.what = fmt::format("{} of {}", size.matrices, question.what);
  question.size = size;
  question.hashes = true;
  question.input.resize(elements);
  question.expected.resize(elements);
  for (std::size_t i = 0; i < elements; ++i) {
    const std::size_t matrix = i / (rows * cols), row = i % (rows * cols) / cols, col = i % cols;
    question.input[i] = question.expected[(matrix * cols + col) * rows + row] = element<T>(i);
  }
  question.place = [=](std::size_t i) {
    const std::string place = fmt::format("row {}, column {} of the output", i / rows % cols, i % rows);
    return size.matrices == 1 ? place : fmt::format("matrix {}, {}", i / (rows * cols), place);
  };
  question.input_extents = {rows, cols};
  question.extents = {cols, rows};
  if (size.matrices != 1) {
    question.input_extents.insert(question.input_extents.begin(), size.matrices);
    question.extents.insert(question.extents.begin(), size.matrices);
  }
  return question;
}

template Question<float> transpose_question(Size);
template Question<double> transpose_question(Size);

}  // namespace ladder::exercise
