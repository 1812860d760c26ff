// The questions that ask for a transpose.
#include <fmt/format.h>

#include <cstring>

#include "ladder/chapter/transpose/diagnose.hpp"
#include "ladder/verification/test_data.hpp"
#include "tools/exercise/float_transposes.hpp"

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
Question<T> transpose_question(Shape shape) {
  const std::size_t rows = shape.rows, cols = shape.cols, size = rows * cols * shape.matrices;
  Question<T> question;
  question.what = fmt::format("{} x {}", rows, cols);
  if (shape.matrices != 1) question.what = fmt::format("{} of {}", shape.matrices, question.what);
  question.shape = shape;
  question.hashes = true;
  question.input.resize(size);
  question.expected.resize(size);
  for (std::size_t i = 0; i < size; ++i) {
    const std::size_t matrix = i / (rows * cols), row = i % (rows * cols) / cols, col = i % cols;
    question.input[i] = question.expected[(matrix * cols + col) * rows + row] = element<T>(i);
  }
  question.place = [=](std::size_t i) {
    const std::string place = fmt::format("row {}, column {} of the output", i / rows % cols, i % rows);
    return shape.matrices == 1 ? place : fmt::format("matrix {}, {}", i / (rows * cols), place);
  };
  return question;
}

template Question<float> transpose_question(Shape);
template Question<double> transpose_question(Shape);

Question<float> float_transpose(Shape shape, transpose::Extent tile) {
  auto question = transpose_question<float>(shape);
  question.pattern = [=](const std::vector<float>& found) {
    std::vector<std::uint32_t> bits(found.size());
    std::memcpy(bits.data(), found.data(), found.size() * sizeof(float));
    return transpose::diagnose(bits, shape.rows, shape.cols, tile);
  };
  return question;
}

}  // namespace ladder::exercise
