// Clocks, what ends a launch, and words that only say something to nvcc.
#include <assert.h>

#include <ctime>

#include "ladder/engine/launch.hpp"
#include "tests/language/cases.hpp"

using namespace ladder::LADDER_ENGINE;

namespace {

__global__ void differences(unsigned* out) {
  const long long start = clock64();
  const clock_t short_start = clock();
  const long long next = clock64();
  const clock_t short_next = clock();
  out[threadIdx.x] = (next > start) + 2 * (short_next != short_start);
}

__global__ void __maxnreg__(64) rounds(unsigned* out) {
  long long least = 1 << 30;
  for (unsigned i = 0; i < 100; ++i) {
    const long long start = clock64();
    least = min(least, clock64() - start);
  }
  out[threadIdx.x] = least > 0;
}

__global__ void wait(unsigned* out) {
  const long long start = clock64();
  while (clock64() - start < 200'000'000) {
  }
  out[threadIdx.x] = 1;
}

__global__ void sleep(unsigned* out) {
  const long long start = clock64();
  __nanosleep(1000);
  out[threadIdx.x] = clock64() - start > 100;
}

__global__ void ordered_in_a_block(unsigned* out) {
  __shared__ long long first;
  if (threadIdx.x == 40) first = clock64();
  __syncthreads();
  out[threadIdx.x] = clock64() > first;
}

struct Numbers {
  unsigned values[4];
};
__global__ void __launch_bounds__(64, 2)
    with_words(const __grid_constant__ Numbers numbers, unsigned* __restrict__ out) {
  const unsigned t = threadIdx.x;
  __builtin_assume(t < 64);
  out[t] = __builtin_expect(t % 4 < 4, 1) ? numbers.values[t % 4] : 0;
}
void words(unsigned* out) { launch(with_words, dim3(1), dim3(64), Numbers{{3, 1, 4, 1}}, out); }

__global__ void trap(unsigned*) {
  if (threadIdx.x == 3) __trap();
}
__global__ void breakpoint(unsigned*) {
  if (threadIdx.x == 3) __brkpt();
}
__global__ void fail(unsigned* out) { assert(out == nullptr); }

template <void (*kernel)(unsigned*)>
void block(unsigned* out) {
  launch(kernel, dim3(1), dim3(64), out);
}

unsigned yes(unsigned) { return 1; }

}  // namespace

std::vector<language::Case> language::LADDER_ENGINE::clocks() {
  return {
      {"differences", block<differences>, 64, [](unsigned) { return 3u; }},
      {"differences in a loop", block<rounds>, 64, yes},
      {"a loop that waits", block<wait>, 64, yes},
      {"sleep", block<sleep>, 64, yes},
      {"in the order of a block", block<ordered_in_a_block>, 64, yes},
      {"words for nvcc", words, 64,
       [](unsigned i) {
         return Numbers{{3, 1, 4, 1}}.values[i % 4];
       }},
  };
}

std::vector<language::Case> language::LADDER_ENGINE::stopped_launches() {
  return {
      {"__trap()", block<trap>, 1, nullptr, "thread (3, 0) of block (0, 0) calls __trap()"},
      {"__brkpt()", block<breakpoint>, 1, nullptr, "thread (3, 0) of block (0, 0) calls __brkpt()"},
      {"assert()", block<fail>, 1, nullptr, "finds that assert(out == nullptr) does not hold"},
  };
}
