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

// Which clang-format does not know:
// clang-format off
__global__ void twice(const float* in, float* out) <%
  static const float half<:2:> = {0.5f, 0};
  const Scale scale(4 * half<:0:>), same = scale;
  const auto f = [=](float x) { return same(x); };
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  out<:i:> = apply(f, in<:i:>);
%>
