// The questions that ask for a transpose.
#include <fmt/format.h>

#include <cstring>

#include "ladder/chapter/transpose/diagnose.hpp"
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
  question.input_place = [=](std::size_t i) {
    const std::string place = fmt::format("row {}, column {} of the input", i / cols % rows, i % cols);
    return size.matrices == 1 ? place : fmt::format("matrix {}, {}", i / (rows * cols), place);
  };
  return question;
}

template Question<float> transpose_question(Size);
template Question<double> transpose_question(Size);

Question<float> float_transpose(Size size, transpose::Extent tile) {
  auto question = transpose_question<float>(size);
  question.pattern = [=](const std::vector<float>& found) {
    std::vector<std::uint32_t> bits(found.size());
    std::memcpy(bits.data(), found.data(), found.size() * sizeof(float));
    return transpose::diagnose(bits, size.rows, size.cols, tile);
  };
  return question;
}

}  // namespace ladder::exercise
