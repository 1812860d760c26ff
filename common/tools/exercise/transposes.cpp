// The questions that ask for a transpose.
#include <fmt/format.h>

#include <cstring>

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

namespace {

transpose::FarLaunch far_launch(std::size_t rows, std::size_t cols, std::size_t matrices) {
  const auto moved = [matrix = rows * cols](std::size_t i, std::size_t rows, std::size_t cols) {
    return i / matrix * matrix + i % rows * cols + i % matrix / rows;
  };
  return {.elements = rows * cols * matrices,
          .source = [=](std::size_t i) { return moved(i, rows, cols); },
          .target = [=](std::size_t i) { return moved(i, cols, rows); }};
}

}  // namespace

template <typename T>
Item far_transpose(Size size, const std::string& name, std::size_t part) {
  return far_item<T>(name + what(size), size, far_launch(size.rows, size.cols, size.matrices), part);
}

template <typename T>
Item far_transpose_in_place(unsigned n) {
  transpose::FarLaunch launch = far_launch(n, n, 1);
  launch.in_place = true;
  return far_item<T>(what({n, n}), {n, n}, launch);
}

template Question<float> transpose_question(Size);
template Question<double> transpose_question(Size);
template Question<std::uint16_t> transpose_question(Size);
template Item far_transpose<float>(Size, const std::string&, std::size_t);
template Item far_transpose<double>(Size, const std::string&, std::size_t);
template Item far_transpose<std::uint16_t>(Size, const std::string&, std::size_t);
template Item far_transpose_in_place<float>(unsigned);
template Item far_transpose_in_place<std::uint16_t>(unsigned);

}  // namespace ladder::exercise
