// Device functions that call themselves, and each other.
#include "ladder/engine/launch.hpp"
#include "tests/language/cases.hpp"

using namespace ladder::LADDER_ENGINE;

namespace {

__device__ unsigned greatest_common_divisor(unsigned a, unsigned b) {
  return b == 0 ? a : greatest_common_divisor(b, a % b);
}
__global__ void divisors(unsigned* out) { out[threadIdx.x] = greatest_common_divisor(threadIdx.x + 1, 24); }

__device__ bool is_odd(unsigned n);
__device__ bool is_even(unsigned n) { return n == 0 || is_odd(n - 1); }
__device__ bool is_odd(unsigned n) { return n != 0 && is_even(n - 1); }
__global__ void parities(unsigned* out) { out[threadIdx.x] = is_odd(threadIdx.x) ? 1 : 0; }

// Stores of its own, and a function that does not call itself.
__device__ unsigned twice(unsigned n) { return 2 * n; }
__device__ void fill(unsigned* out, unsigned i, unsigned end) {
  if (i >= end) return;
  out[i] = twice(i);
  fill(out, i + blockDim.x, end);
}
__global__ void filled(unsigned* out) { fill(out, threadIdx.x, 128); }

template <void (*kernel)(unsigned*)>
void block(unsigned* out) {
  launch(kernel, dim3(1), dim3(32), out);
}

}  // namespace

std::vector<language::Case> language::LADDER_ENGINE::recursion() {
  return {
      {"itself", block<divisors>, 32,
       [](unsigned i) {
         return (i % 3 == 2 ? 3u : 1u) * (i % 8 == 7 ? 8u : i % 4 == 3 ? 4u : i % 2 == 1 ? 2u : 1u);
       }},
      {"each other", block<parities>, 32, [](unsigned i) { return i % 2; }},
      {"with stores", block<filled>, 128, [](unsigned i) { return 2 * i; }},
  };
}
