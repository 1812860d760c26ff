// The questions that ask for a transpose.
#include <fmt/format.h>

#include <cstring>

#include "ladder/base/values.hpp"
#include "ladder/verification/test_data.hpp"
#include "tools/exercise/question.hpp"

namespace ladder::exercise {
namespace {

// A permutation of the numbers of 16 bits. (The constants: Chris Wellons, hash-prospector, hash16_xm2.) The first
// 60,000 are never what nothing has written.
std::uint16_t permuted_16(std::uint16_t x) {
  constexpr unsigned first = 0x8000;
  x = static_cast<std::uint16_t>(x ^ first);
  x = static_cast<std::uint16_t>((x ^ x >> 8) * 0x88b5u);
  x = static_cast<std::uint16_t>((x ^ x >> 7) * 0xdb2du);
  return static_cast<std::uint16_t>(x ^ x >> 9);
}

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

template <>
std::uint16_t element(std::size_t index) {
  return permuted_16(static_cast<std::uint16_t>(index));
}

std::string what(const Size& size) {
  const std::string matrix = fmt::format("{} x {}", size.rows, size.cols);
  return size.matrices == 1 ? matrix : fmt::format("{} of {}", size.matrices, matrix);
}

transpose::FarLaunch far_launch(const Size& size, std::size_t element_bytes) {
  const auto moved = [](std::size_t i, std::size_t rows, std::size_t cols) {
    return i / (rows * cols) * (rows * cols) + i % rows * cols + i % (rows * cols) / rows;
  };
  return {.elements = std::size_t{size.rows} * size.cols * size.matrices,
          .element_bytes = element_bytes,
          .source = [=](std::size_t i) { return moved(i, size.rows, size.cols); },
          .target = [=](std::size_t i) { return moved(i, size.cols, size.rows); }};
}

}  // namespace

template <typename T>
Question<T> transpose_question(Size size) {
  const std::size_t rows = size.rows, cols = size.cols, elements = rows * cols * size.matrices;
  Question<T> question;
  question.what = what(size);
  question.size = size;
  question.hashes = true;
  question.input.resize(elements);
  question.expected.resize(elements);
  for (std::size_t i = 0; i < elements; ++i) {
    const std::size_t matrix = i / (rows * cols), row = i % (rows * cols) / cols, col = i % cols;
    question.input[i] = question.expected[(matrix * cols + col) * rows + row] = element<T>(i);
  }
  question.input_extents = {rows, cols};
  question.extents = {cols, rows};
  if (size.matrices != 1) {
    question.input_extents.insert(question.input_extents.begin(), size.matrices);
    question.extents.insert(question.extents.begin(), size.matrices);
  }
  question.place = [of = question.extents](std::size_t i) { return element_in_words("out", i, of); };
  question.source = [of = question.input_extents](std::size_t i) { return element_in_words("in", i, of); };
  return question;
}

template <typename T>
Question<T> transpose_question_in_place(unsigned n) {
  Question<T> question = transpose_question<T>({n, n});
  question.in_place = true;
  question.before = question.input;
  for (auto* name : {&question.place, &question.source})
    *name = [of = question.extents](std::size_t i) { return element_in_words("matrix", i, of); };
  return question;
}

Item far_transpose(Size size, std::size_t element_bytes, const std::string& name, std::size_t part) {
  return far_item(name + what(size), size, far_launch(size, element_bytes), part);
}

Item far_transpose_in_place(unsigned n, std::size_t element_bytes) {
  transpose::FarLaunch launch = far_launch({n, n}, element_bytes);
  launch.in_place = true;
  return far_item(what({n, n}), {n, n}, launch);
}

template Question<float> transpose_question(Size);
template Question<double> transpose_question(Size);
template Question<std::uint16_t> transpose_question(Size);
template Question<float> transpose_question_in_place(unsigned);
template Question<std::uint16_t> transpose_question_in_place(unsigned);

}  // namespace ladder::exercise
