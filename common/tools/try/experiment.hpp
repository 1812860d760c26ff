// One launch of a kernel that somebody brought, as the file's `try:` line describes it. Written by wrapper.cpp, which
// includes this, and compiled once for each engine; run by main.cpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <type_traits>
#include <vector>

#include "ladder/verification/test_data.hpp"

namespace ladder::tried {

// What the kernel computes, and so what its result is compared with.
enum class Problem { transpose, sum, unknown };

// An array in global memory that the kernel is given.
struct Array {
  std::string name;
  std::size_t size, element_bytes;
  std::function<void(void* elements)> fill;                           // on the host; empty: nothing has written it yet
  double (*total)(const void* elements, std::size_t size) = nullptr;  // where it is asked for: their sum
};

struct Size {
  unsigned x, y, z;
};

struct Experiment {
  std::string file, name;  // of the kernel
  Problem problem = Problem::unknown;
  std::vector<std::pair<std::string, std::uint64_t>> sizes;  // rows and cols of the input of a transpose; or elements
  Size grid{1, 1, 1}, block{1, 1, 1};
  std::vector<Array> arrays;  // of a transpose or a sum: its input, its output, and others
  std::function<void(const std::vector<void*>& arrays)> launch;
};

// Element i is value(i).
template <typename T, typename Value>
Array filled_array(std::string name, std::size_t size, Value value) {
  const auto fill = [=](void* elements) {
    for (std::size_t i = 0; i < size; ++i) static_cast<T*>(elements)[i] = value(i);
  };
  return {std::move(name), size, sizeof(T), fill};
}

template <typename T>
Array unwritten_array(std::string name, std::size_t size) {
  return {std::move(name), size, sizeof(T), {}};
}

// Fractions from 0 to 1, or whole numbers from 0 to 127.
template <typename T>
Array input_array(std::string name, std::size_t size) {
  static_assert(std::is_convertible_v<T, float>, "for this type, say what element i is: const TYPE NAME[SIZE]=VALUE");
  return filled_array<T>(std::move(name), size, [](std::size_t i) {
    const std::uint32_t bits = input_bits(i);
    return std::is_integral_v<T> ? static_cast<T>(bits % 128) : static_cast<T>((bits >> 8) * 0x1p-24);
  });
}

// The hashed input that transposes are verified with.
inline Array transpose_input(std::size_t size) {
  return filled_array<std::uint32_t>("in", size, [](std::size_t i) { return input_bits(i); });
}

template <typename T>
double total(const void* elements, std::size_t size) {
  double sum = 0;
  for (std::size_t i = 0; i < size; ++i) sum += static_cast<double>(static_cast<const T*>(elements)[i]);
  return sum;
}

// Whole numbers from -8 to 8, so that each sum of them is exact whatever the order.
template <typename T>
Array sum_input(std::size_t size) {
  Array in = filled_array<T>("in", size, [](std::size_t i) { return static_cast<T>(int(input_bits(i) % 17) - 8); });
  in.total = total<T>;
  return in;
}

// All 0 before the launch.
template <typename T>
Array sum_output(std::size_t size) {
  Array out = filled_array<T>("out", size, [](std::size_t) { return T{}; });
  out.total = total<T>;
  return out;
}

}  // namespace ladder::tried

namespace ladder {
namespace gpu {
std::vector<tried::Experiment> experiments();
}
namespace emulator {
std::vector<tried::Experiment> experiments();
}
}  // namespace ladder
