// What fences and atomics order in one block: locks, tickets, queues, flags; and what is missing where they do not.
#include <cuda/atomic>

#include "ladder/engine/launch.hpp"
#include "tests/hazards/cases.hpp"

using namespace ladder::LADDER_ENGINE;

__global__ void zero_all(unsigned* words) { words[threadIdx.x] = 0; }

enum class Edit { none, no_fence, no_lock };

__device__ inline void fence(Edit edit) {
  if (edit != Edit::no_fence) __threadfence_block();
}

// All threads add, one after the other.
__device__ void add_under_lock(unsigned* sum, unsigned* lock, unsigned value, Edit edit) {
  for (bool waits = true; waits;) {
    if (edit != Edit::no_lock && atomicCAS(lock, 0, 1) != 0) continue;
    fence(edit);
    *sum += value;
    fence(edit);
    if (edit != Edit::no_lock) atomicExch(lock, 0);
    waits = false;
  }
}
__global__ void lock_in_global(unsigned* words, Edit edit) { add_under_lock(words, words + 1, threadIdx.x + 1, edit); }
__global__ void lock_in_shared(float* out, Edit edit) {
  __shared__ unsigned sum, lock;
  if (threadIdx.x == 0) sum = lock = 0;
  __syncthreads();
  add_under_lock(&sum, &lock, threadIdx.x + 1, edit);
  __syncthreads();
  out[threadIdx.x] = static_cast<float>(sum);
}

// The last warp to arrive adds what all have left.
__global__ void last_warp_adds(const float* in, float* out, Edit edit) {
  __shared__ float left[4];
  __shared__ unsigned tickets;
  if (threadIdx.x == 0) tickets = 0;
  __syncthreads();
  if (threadIdx.x % 32 != 0) return;
  left[threadIdx.x / 32] = in[threadIdx.x] + 1;
  fence(edit);
  if (atomicAdd(&tickets, 1) != 3) return;
  float sum = 0;
  for (const float one : left) sum += one;
  out[0] = sum;
}

// One warp makes pieces of work, the others take them.
__global__ void work_queue(unsigned* words, float* out, Edit edit) {
  volatile unsigned* const made = words;
  unsigned *const taken = words + 1, *const work = words + 8;
  constexpr unsigned pieces = 40;
  if (threadIdx.x % 32 != 0) return;
  if (threadIdx.x == 0) {
    for (unsigned i = 0; i < pieces; ++i) {
      work[i] = i * i;
      fence(edit);
      *made = i + 1;
    }
    return;
  }
  for (unsigned i = atomicAdd(taken, 1); i < pieces; i = atomicAdd(taken, 1)) {
    while (*made <= i) {
    }
    out[i] = static_cast<float>(work[i]);
  }
}

// Warps go on one after the other: each waits for the flag of the one before.
__global__ void warps_in_turn(const float* in, float* out, Edit edit) {
  __shared__ float sum;
  __shared__ volatile bool done[4];
  const unsigned warp = threadIdx.x / 32;
  if (threadIdx.x % 32 == 0) done[warp] = false;
  __syncthreads();
  if (threadIdx.x % 32 != 0) return;
  if (warp > 0) {
    while (!done[warp - 1]) {
    }
  }
  sum = warp == 0 ? in[1] : sum + in[warp];
  fence(edit);
  done[warp] = true;
  if (warp == 3) out[0] = sum;
}

__global__ void stop_flag(unsigned* words, float* out, bool is_volatile) {
  __shared__ bool stop;
  if (threadIdx.x == 0) stop = false;
  __syncthreads();
  volatile bool* const watched = &stop;
  while (is_volatile ? !*watched : !stop) {
    const unsigned i = atomicAdd(words, 1);
    if (i < 100) {
      out[i] = 1;
    } else if (is_volatile) {
      *watched = true;
    } else {
      stop = true;
    }
  }
}

// Code for older GPUs: volatile lets no lane see what another one has not stored yet.
__global__ void sum_of_a_warp(const float* in, float* out) {
  __shared__ float s[64];
  s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  volatile float* const v = s;
  if (threadIdx.x < 32) {
    for (unsigned d = 32; d > 0; d /= 2) v[threadIdx.x] += v[threadIdx.x + d];
  }
  if (threadIdx.x == 0) out[0] = s[0];
}
__global__ void sum_of_a_warp_in_global(float* out) {
  volatile float* const v = out;
  if (threadIdx.x < 32) {
    for (unsigned d = 32; d > 0; d /= 2) v[threadIdx.x] += v[threadIdx.x + d];
  }
}

// One lane takes the lock, and meets the others or not.
__global__ void lock_of_a_warp(unsigned* words, bool meet) {
  const unsigned lane = threadIdx.x % 32;
  if (lane == 0) {
    while (atomicCAS(words, 0, 1) != 0) {
    }
    __threadfence_block();
  }
  if (meet) __syncwarp();
  words[8 + lane] += 1;
  if (meet) __syncwarp();
  if (lane == 0) {
    __threadfence_block();
    atomicExch(words, 0);
  }
}

// A flag that is released, and read with memory_order_relaxed.
template <bool in_shared>
__global__ void relaxed_flag(unsigned* words, float* out) {
  __shared__ unsigned of_block[2];
  unsigned* const data = in_shared ? of_block : words;
  if (threadIdx.x == 0) data[1] = 0;
  __syncthreads();
  const cuda::atomic_ref<unsigned, cuda::thread_scope_block> flag(data[1]);
  if (threadIdx.x == 0) {
    data[0] = 7;
    flag.store(1, cuda::memory_order_release);
  }
  if (threadIdx.x != 32) return;
  while (flag.load(cuda::memory_order_relaxed) == 0) {
  }
  out[0] = static_cast<float>(data[0]);
}

// What is read in global memory has a line where it was written.
enum class Writer { neighbour, first_thread, other_warp };
__global__ void read_what_others_write(float* a, float* out, Writer writer) {
  const unsigned t = threadIdx.x;
  if (writer == Writer::neighbour) a[t + 1] = static_cast<float>(t + 1);
  if (writer == Writer::first_thread && t == 0) a[0] = 5;
  if (writer == Writer::other_warp && t / 32 == 1) a[t] = 6;
  out[t] = writer == Writer::first_thread ? a[0] : writer == Writer::other_warp ? a[32 + t % 32] : a[t];
}

namespace hazards {
namespace {

unsigned* words(Buffers b) {
  auto* words = reinterpret_cast<unsigned*>(b.out + 2000);
  launch(zero_all, dim3(1), dim3(100), words);
  return words;
}
template <Writer writer>
void launch_written(Buffers b) {
  words(b);
  launch(read_what_others_write, dim3(1), dim3(96), b.out + 2000, b.out, writer);
}
template <Edit edit, unsigned threads>
void launch_lock(Buffers b) {
  launch(lock_in_global, dim3(1), dim3(threads), words(b), edit);
}
template <Edit edit>
void launch_shared_lock(Buffers b) {
  launch(lock_in_shared, dim3(2), dim3(96), b.out, edit);
}
template <Edit edit>
void launch_last_warp(Buffers b) {
  launch(last_warp_adds, dim3(1), dim3(128), b.in, b.out, edit);
}
template <Edit edit>
void launch_queue(Buffers b) {
  launch(work_queue, dim3(1), dim3(96), words(b), b.out, edit);
}
template <Edit edit>
void launch_turns(Buffers b) {
  launch(warps_in_turn, dim3(1), dim3(128), b.in, b.out, edit);
}

}  // namespace

std::vector<Case> order_in_block() {
  return {
      {"a lock, lanes of a warp", launch_lock<Edit::none, 32>, {}},
      {"a lock, several warps", launch_lock<Edit::none, 96>, {}},
      {"a lock without fences", launch_lock<Edit::no_fence, 96>, {"race on global words[0]"}},
      {"no lock", launch_lock<Edit::no_lock, 96>, {"race on global words[0]"}},
      {"a lock in shared memory", launch_shared_lock<Edit::none>, {}},
      {"a lock in shared memory without fences", launch_shared_lock<Edit::no_fence>, {"race on shared sum"}},
      {"the last warp", launch_last_warp<Edit::none>, {}},
      {"the last warp, no fence", launch_last_warp<Edit::no_fence>, {"race on shared left[0]"}},
      {"a queue", launch_queue<Edit::none>, {}},
      {"a queue, no fence", launch_queue<Edit::no_fence>, {"race on global words["}},
      {"warps in turn", launch_turns<Edit::none>, {}},
      {"warps in turn, no fence", launch_turns<Edit::no_fence>, {"race on shared sum"}},
      {"a stop flag", [](Buffers b) { launch(stop_flag, dim3(1), dim3(96), words(b), b.out, true); }, {}},
      {"a stop flag that is not volatile",
       [](Buffers b) { launch(stop_flag, dim3(1), dim3(96), words(b), b.out, false); },
       {"race on shared stop"}},
      {"a sum by lanes in step",
       [](Buffers b) { launch(sum_of_a_warp, dim3(1), dim3(64), b.in, b.out); },
       {"race on shared s[", "a __syncwarp() is missing"}},
      {"a sum by lanes in step, in global memory",
       [](Buffers b) {
         launch(zero_all, dim3(1), dim3(64), reinterpret_cast<unsigned*>(b.out));
         launch(sum_of_a_warp_in_global, dim3(1), dim3(64), b.out);
       },
       {"race on global out["}},
      {"a relaxed flag",
       [](Buffers b) { launch(relaxed_flag<false>, dim3(1), dim3(64), words(b), b.out); },
       {"race on global words[0]", "memory_order_acquire orders what follows"}},
      {"a relaxed flag in shared memory",
       [](Buffers b) { launch(relaxed_flag<true>, dim3(1), dim3(64), words(b), b.out); },
       {"race on shared of_block[0]", "memory_order_acquire orders what follows"}},
      {"a neighbour's element",
       launch_written<Writer::neighbour>,
       {"race on global a[32]", "reads it at order_in_block.cu:", "thread (31, 0) writes it at order_in_block.cu:"}},
      {"the first thread's element",
       launch_written<Writer::first_thread>,
       {"race on global a[0]", "reads it at order_in_block.cu:", "thread (0, 0) writes it at order_in_block.cu:"}},
      {"another warp's element",
       launch_written<Writer::other_warp>,
       {"race on global a[32]", "writes it at order_in_block.cu:", "thread (0, 0) reads it at order_in_block.cu:"}},
      {"a lock that a lane takes for its warp",
       [](Buffers b) { launch(lock_of_a_warp, dim3(1), dim3(128), words(b), true); },
       {}},
      {"a lock that a lane takes for its warp, which does not meet",
       [](Buffers b) { launch(lock_of_a_warp, dim3(1), dim3(128), words(b), false); },
       {"global words["}},
  };
}

}  // namespace hazards
