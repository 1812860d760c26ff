// Blocks that wait for each other, and what only another order of the blocks shows.
#include <cstdlib>

#include "ladder/engine/launch.hpp"
#include "tests/hazards/cases.hpp"

using namespace ladder::LADDER_ENGINE;

__global__ void zero_words(unsigned* words) { words[threadIdx.x] = 0; }

// Each block waits for the next one, which starts later.
__global__ void waits_for_the_next(const float* in, float* out, volatile unsigned* flags) {
  __shared__ float mine[16];
  mine[threadIdx.x] = in[blockIdx.x * 16 + threadIdx.x];
  __syncthreads();
  if (threadIdx.x == 0 && blockIdx.x + 1 < gridDim.x) {
    while (flags[blockIdx.x + 1] == 0) {
    }
  }
  __syncthreads();
  const float next = blockIdx.x + 1 < gridDim.x ? out[(blockIdx.x + 1) * 16 + threadIdx.x] : 0;
  out[blockIdx.x * 16 + threadIdx.x] = mine[15 - threadIdx.x] + next;
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0) flags[blockIdx.x] = 1;
}

// All blocks meet, twice: a counter, and a flag that the last one sets.
__device__ void meet(unsigned* counter, unsigned round, bool fence) {
  __syncthreads();
  if (threadIdx.x == 0) {
    if (fence) __threadfence();
    if (atomicAdd(counter, 1) == gridDim.x * round - 1) {
      if (fence) __threadfence();
      atomicExch(counter + 1, round);
    }
    while (atomicAdd(counter + 1, 0) < round) {
    }
    if (fence) __threadfence();
  }
  __syncthreads();
}
__global__ void all_meet(const float* in, float* out, unsigned* counter, bool fence) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x, all = gridDim.x * blockDim.x;
  out[i] = in[i];
  meet(counter, 1, fence);
  const float other = out[all - 1 - i];
  meet(counter, 2, fence);
  out[i] = other;
}

__global__ void waits_for_nothing(const float* in, float* out, volatile unsigned* flag) {
  while (*flag == 0) {
  }
  out[threadIdx.x] = in[threadIdx.x];
}

__global__ void gives_up(const float* in, float* out, volatile unsigned* flag) {
  for (unsigned look = 0; look < 500 && *flag == 0; ++look) {
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = in[threadIdx.x];
}

// One thread after the other, under a lock that is theirs alone.
__global__ void lock_of_many(float* out, unsigned* lock) {
  bool done = false;
  while (!done) {
    if (atomicCAS(lock, 0, 1) == 0) {
      __threadfence();
      out[0] += 1;
      __threadfence();
      atomicExch(lock, 0);
      done = true;
    }
  }
}
__global__ void set_first(float* out) { out[0] = 1; }

// Takes the next piece of work, but not in one piece.
__global__ void takes_work(float* out, unsigned* next, bool in_one_piece) {
  if (threadIdx.x != 0) return;
  unsigned piece = *static_cast<volatile unsigned*>(next);
  if (in_one_piece) {
    piece = atomicAdd(next, 1);
  } else {
    atomicAdd(next, 1);
  }
  out[piece] = static_cast<float>(blockIdx.x);
}

// In place: what the next block has not written yet, in the usual order.
__global__ void fill(const float* in, float* out) { out[blockIdx.x * 32 + threadIdx.x] = in[threadIdx.x]; }
__global__ void in_place(float* out, bool from_next) {
  const unsigned i = blockIdx.x * 32 + threadIdx.x;
  out[i] += from_next ? out[i + 32] : 1;
}

namespace hazards {
namespace {

unsigned* words(Buffers b) {
  auto* words = reinterpret_cast<unsigned*>(b.out + 3000);
  launch(zero_words, dim3(1), dim3(1000), words);
  return words;
}

// What waits in vain is soon given up.
template <typename Launch>
void with_little_time(const Launch& launch) {
  const struct TimeLimit {
    TimeLimit() { setenv("LADDER_TIME_LIMIT", "0.2", 1); }
    ~TimeLimit() { unsetenv("LADDER_TIME_LIMIT"); }
  } limit;
  launch();
}

void launch_all_meet(Buffers b, unsigned blocks, bool fence) {
  launch(all_meet, dim3(blocks), dim3(64), b.in, b.out, words(b), fence);
}

}  // namespace

std::vector<Case> waiting() {
  return {
      {"each waits for the next",
       [](Buffers b) { launch(waits_for_the_next, dim3(20), dim3(16), b.in, b.out, words(b)); },
       {}},
      {"all meet", [](Buffers b) { launch_all_meet(b, 12, true); }, {}},
      {"all meet without a fence",
       [](Buffers b) { launch_all_meet(b, 12, false); },
       {"no order between blocks", "a __threadfence() is missing"}},
      {"more blocks than fit",
       [](Buffers b) {
         constexpr std::size_t most_of_a_multiprocessor = 200 * 1024;
         unsigned* const flags = words(b);
         with_little_time([&] {
           launch(waits_for_the_next, {dim3(140), dim3(16), most_of_a_multiprocessor}, b.in, b.out, flags);
         });
       },
       {"waiting.cu:17: thread (0, 0) of block", "for a block that cannot start: 132 blocks of this size fit"},
       Orders::one},
      {"as many blocks as fit",
       [](Buffers b) {
         constexpr std::size_t most_of_a_multiprocessor = 200 * 1024;
         launch(all_meet, {dim3(20), dim3(1), most_of_a_multiprocessor}, b.in, b.out, words(b), true);
       },
       {}},
      {"waits for nothing",
       [](Buffers b) {
         unsigned* const flag = words(b);
         with_little_time([&] { launch(waits_for_nothing, dim3(3), dim3(32), b.in, b.out, flag); });
       },
       {"waiting.cu:", "waits here for what no thread is going to write"}},
      {"gives up", [](Buffers b) { launch(gives_up, dim3(3), dim3(32), b.in, b.out, words(b)); }, {}},
      {"a lock of many threads",
       [](Buffers b) {
         launch(set_first, dim3(1), dim3(1), b.out);
         launch(lock_of_many, dim3(5), dim3(1), b.out, words(b));
       },
       {}},
      {"takes work in one piece", [](Buffers b) { launch(takes_work, dim3(20), dim3(32), b.out, words(b), true); }, {}},
      {"takes work in two pieces",
       [](Buffers b) { launch(takes_work, dim3(20), dim3(32), b.out, words(b), false); },
       {"written twice: global out["},
       Orders::one},
      {"in place",
       [](Buffers b) {
         launch(fill, dim3(21), dim3(32), b.in, b.out);
         launch(in_place, dim3(20), dim3(32), b.out, false);
       },
       {}},
      {"in place, from the next block",
       [](Buffers b) {
         launch(fill, dim3(21), dim3(32), b.in, b.out);
         launch(in_place, dim3(20), dim3(32), b.out, true);
       },
       {"no order between blocks", "reads global out["}},
  };
}

}  // namespace hazards
