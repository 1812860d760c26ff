// A right answer to the first exercise, with what nvcc takes besides.
#pragma once

#include <algorithm>
#include <stdexcept>
#include <vector>

// Host code throws, and has its own library.
inline int checked(int n) {
  if (n < 0) throw std::invalid_argument("n");
  std::vector<int> all(std::size_t(n), 1);
  std::sort(all.begin(), all.end());
  return static_cast<int>(all.size());
}
inline int tried(int n) try { return checked(n); } catch (const std::exception&) {
  return 0;
}

struct Scale {
  float by;
  Scale() = default;
  __host__ __device__ explicit Scale(float b) : by(b) {}
  __host__ __device__ float operator()(float x) const { return by * x; }
  int on_host() const { return tried(static_cast<int>(by)); }
};

template <class F>
__device__ float apply(F f, float x) {
  return f(x);
}

// Functions that call themselves: one, two in turn, for both sides, a method, and a template.
__device__ int down(int n) { return n == 0 ? 0 : down(n - 1); }
__device__ int odd(int n);
__device__ int even(int n) { return n == 0 ? 1 : odd(n - 1); }
__device__ int odd(int n) { return n == 0 ? 0 : even(n - 1); }
constexpr __host__ __device__ int factorial(int n) { return n == 0 ? 1 : n * factorial(n - 1); }
__device__ __forceinline__ int ones(unsigned n) { return n == 0 ? 0 : int(n & 1) + ones(n >> 1); }
struct Greatest {
  static __device__ int divisor(int a, int b) { return b == 0 ? a : divisor(b, a % b); }
};
template <class T>
__device__ T sum_to(T n) {
  return n == 0 ? n : n + sum_to(n - 1);
}

// Which clang-format does not know:
// clang-format off
__global__ void twice(const float* in, float* out) <%
  static const float half<:2:> = {0.5f, 0};
  const Scale scale(4 * half<:0:>), same = scale;
  const auto f = [=](float x) { return same(x); };
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const int n = static_cast<int>(i % 8);
  const int zero = down(n) + even(n) + odd(n) - 1 + factorial(3) - ones(63) + Greatest::divisor(4, 6) - 2 + sum_to(3) - 6;
  out<:i:> = apply(f, in<:i:>) + static_cast<float>(zero);
%>
