// What a block knows of the others: __threadfence(), then an atomic; an atomic, then a read.
#include "ladder/engine/launch.hpp"
#include "tests/hazards/cases.hpp"

using namespace ladder::LADDER_ENGINE;

enum class Edit { none, no_fence, fence_after, ticket_first, fence_first, fence_of_the_block, wrong_ticket, no_atomic };

__global__ void zero_tickets(unsigned* tickets) { tickets[threadIdx.x] = 0; }

// Counters and flags, all 0.
static unsigned* zeros(hazards::Buffers b) {
  auto* zeros = reinterpret_cast<unsigned*>(b.out + 2000);
  launch(zero_tickets, dim3(1), dim3(64), zeros);
  return zeros;
}

// The last block adds what all wrote.
__global__ void add_in_last_block(const float* in, float* out, unsigned* ticket, Edit edit) {
  __shared__ bool last;
  if (threadIdx.x == 0) {
    if (edit == Edit::fence_first) __threadfence();
    if (edit == Edit::ticket_first) last = atomicAdd(ticket, 1) == gridDim.x - 1;
    out[blockIdx.x] = in[blockIdx.x];
    if (edit == Edit::fence_of_the_block) __threadfence_block();
    if (edit == Edit::none || edit == Edit::ticket_first || edit >= Edit::wrong_ticket) __threadfence();
    if (edit == Edit::no_atomic) {
      last = (*ticket)++ == gridDim.x - 1;
    } else if (edit != Edit::ticket_first) {
      last = atomicAdd(ticket + (edit == Edit::wrong_ticket ? blockIdx.x : 0), 1) == gridDim.x - 1;
      if (edit == Edit::wrong_ticket) last = blockIdx.x == gridDim.x - 1;
    }
    if (edit == Edit::fence_after) __threadfence();
  }
  __syncthreads();
  if (!last) return;
  float sum = 0;
  for (unsigned i = threadIdx.x; i < gridDim.x; i += blockDim.x) sum += out[i];
  out[100 + threadIdx.x] = sum;
  if (threadIdx.x == 0) *ticket = 0;
}

static void launch_last_block(hazards::Buffers b, Edit edit) {
  launch(add_in_last_block, dim3(20), dim3(64), b.in, b.out, zeros(b), edit);
}

// All threads of a block write.
enum class Way { barrier_then_fence, fence_then_barrier, all_fence, fence_of_one, no_fence };
__global__ void last_block_of_many(const float* in, float* out, unsigned* ticket, Way way) {
  __shared__ bool last;
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i];
  if (way == Way::fence_then_barrier || way == Way::all_fence) __threadfence();
  if (way == Way::barrier_then_fence || way == Way::fence_then_barrier || way == Way::no_fence) __syncthreads();
  if (threadIdx.x == 0) {
    if (way == Way::barrier_then_fence || way == Way::fence_of_one) __threadfence();
    last = atomicInc(ticket, gridDim.x) == gridDim.x - 1;
  }
  __syncthreads();
  if (!last) return;
  float sum = 0;
  for (unsigned k = threadIdx.x; k < gridDim.x * blockDim.x; k += blockDim.x) sum += out[k];
  out[2100 + threadIdx.x] = sum;
}

static void launch_of_many(hazards::Buffers b, Way way) {
  launch(last_block_of_many, dim3(20), dim3(64), b.in, b.out, zeros(b), way);
}

// The same for the lanes of a warp.
__global__ void last_warp(const float* in, float* out, unsigned* ticket, bool meet, bool all_fence) {
  const unsigned i = blockIdx.x * 32 + threadIdx.x;
  out[i] = in[i];
  if (all_fence) __threadfence();
  if (meet) __syncwarp();
  bool last = false;
  if (threadIdx.x == 0) {
    if (!all_fence) __threadfence();
    last = atomicAdd(ticket, 1) == gridDim.x - 1;
  }
  if (!__shfl_sync(0xffffffffu, last, 0)) return;
  float sum = 0;
  for (unsigned k = threadIdx.x; k < gridDim.x * 32; k += 32) sum += out[k];
  out[2100 + threadIdx.x] = sum;
}

static void launch_warps(hazards::Buffers b, bool meet, bool all_fence) {
  launch(last_warp, dim3(20), dim3(32), b.in, b.out, zeros(b), meet, all_fence);
}

// The sums are volatile, as in CUDA's sample, and had no value before.
__global__ void volatile_sums(const float* in, volatile float* out, unsigned* ticket, bool fence) {
  if (threadIdx.x != 0) return;
  out[blockIdx.x] = in[blockIdx.x];
  if (fence) __threadfence();
  if (atomicInc(ticket, gridDim.x - 1) != gridDim.x - 1) return;
  float sum = 0;
  for (unsigned i = 0; i < gridDim.x; ++i) sum += out[i];
  out[100] = sum;
}

// The total takes the place of the first block's sum.
__global__ void total_in_place(const float* in, float* out, unsigned* ticket, bool fence) {
  if (threadIdx.x != 0) return;
  out[blockIdx.x] = in[blockIdx.x + 1];
  if (fence) __threadfence();
  if (atomicAdd(ticket, 1) == gridDim.x - 1) out[0] = 0;
}

__global__ void reads_its_neighbour(const float* in, float* out) {
  out[blockIdx.x] = in[blockIdx.x];
  if (blockIdx.x > 0) out[100 + blockIdx.x] = out[blockIdx.x - 1];
}

// Every block adds to a count; the last one reads them all.
__global__ void histogram(const float* in, unsigned* counts, unsigned* ticket, float* out, bool fence) {
  __shared__ bool last;
  atomicAdd(counts + static_cast<unsigned>(in[blockIdx.x]) % 8, 1);
  __syncthreads();
  if (threadIdx.x == 0) {
    if (fence) __threadfence();
    last = atomicAdd(ticket, 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (last && threadIdx.x < 8) out[threadIdx.x] = counts[threadIdx.x];
}
__global__ void only_atomics(const float* in, unsigned* counts, float* out) {
  const unsigned count = atomicAdd(counts + static_cast<unsigned>(in[threadIdx.x]) % 8, 1);
  atomicMax(counts + 9, count);
  if (blockIdx.x == 0) out[threadIdx.x] = static_cast<float>(atomicAdd(counts + 9, 0) != 0);
}

// One block after the other updates an element, under a lock.
__global__ void under_a_lock(const float* in, float* out, unsigned* lock, bool fence) {
  if (threadIdx.x != 0) return;
  while (atomicCAS(lock, 0, 1) != 0) {
  }
  if (fence) __threadfence();
  out[0] += in[blockIdx.x];
  if (fence) __threadfence();
  atomicExch(lock, 0);
}
__global__ void set_to_one(float* out) { *out = 1; }

// A scan of one element per block, each from what the one before it tells (decoupled look-back).
enum class Flag { by_volatile, by_atomic, without_fence, fence_after, plain, stored_plainly };
__global__ void look_back(const float* in, float* out, unsigned* flags, Flag way) {
  if (threadIdx.x != 0) return;
  volatile unsigned* status = flags;
  float before = 0;
  if (blockIdx.x > 0) {
    if (way == Flag::by_atomic) {
      while (atomicAdd(flags + blockIdx.x - 1, 0) == 0) {
      }
    } else if (way == Flag::plain) {
      if (flags[blockIdx.x - 1] == 0) return;
    } else {
      while (status[blockIdx.x - 1] == 0) {
      }
    }
    __threadfence();
    before = out[blockIdx.x - 1];
  }
  out[blockIdx.x] = before + in[blockIdx.x];
  if (way != Flag::without_fence && way != Flag::fence_after) __threadfence();
  if (way == Flag::by_atomic) {
    atomicExch(flags + blockIdx.x, 1);
  } else if (way == Flag::stored_plainly) {
    flags[blockIdx.x] = 1;
  } else {
    status[blockIdx.x] = 1;
  }
  if (way == Flag::fence_after) __threadfence();
}

// The same where flag and value are one word, which needs no fence.
__global__ void look_back_in_one_word(const float* in, float* out, volatile unsigned long long* words) {
  if (threadIdx.x != 0) return;
  unsigned long long before = 0;
  if (blockIdx.x > 0) {
    while ((before = words[blockIdx.x - 1]) == 0) {
    }
  }
  const auto sum = static_cast<unsigned>(before) + static_cast<unsigned>(in[blockIdx.x]);
  words[blockIdx.x] = 1ull << 32 | sum;
  out[blockIdx.x] = static_cast<float>(sum);
}

static void launch_histogram(hazards::Buffers b, bool fence) {
  unsigned* const counts = zeros(b);
  launch(histogram, dim3(20), dim3(64), b.in, counts, counts + 8, b.out, fence);
}

static void launch_look_back(hazards::Buffers b, Flag way) {
  launch(look_back, dim3(20), dim3(32), b.in, b.out, zeros(b), way);
}

namespace hazards {

std::vector<Case> between_blocks() {
  return {
      {"last block", [](Buffers b) { launch_last_block(b, Edit::none); }, {}},
      {"last block, twice",
       [](Buffers b) {
         launch_last_block(b, Edit::none);
         launch_last_block(b, Edit::none);
       },
       {}},
      {"no fence",
       [](Buffers b) { launch_last_block(b, Edit::no_fence); },
       {"no order between blocks: thread", "of block (19, 0) reads global out[", "a __threadfence() is missing"},
       Orders::one},
      {"fence after the ticket",
       [](Buffers b) { launch_last_block(b, Edit::fence_after); },
       {"no order between blocks", "the __threadfence() has to come before the atomic", "writes it at between_blocks"}},
      {"ticket before the write",
       [](Buffers b) { launch_last_block(b, Edit::ticket_first); },
       {"no order between blocks", "the __threadfence() has to come before the atomic", "writes it at between_blocks"}},
      {"fence before the write",
       [](Buffers b) { launch_last_block(b, Edit::fence_first); },
       {"no order between blocks", "no fence follows this write", "writes it at between_blocks"}},
      {"fence of the block only",
       [](Buffers b) { launch_last_block(b, Edit::fence_of_the_block); },
       {"no order between blocks", "a __threadfence() is missing"}},
      {"a ticket for each block",
       [](Buffers b) { launch_last_block(b, Edit::wrong_ticket); },
       {"no order between blocks", "it has to read the atomic that tells of the write first"},
       Orders::one},
      {"a counter that is no atomic",
       [](Buffers b) { launch_last_block(b, Edit::no_atomic); },
       {"no order between blocks", "global ticket[0]", "each update needs an atomic"}},
      {"all write, a barrier, a fence", [](Buffers b) { launch_of_many(b, Way::barrier_then_fence); }, {}},
      {"all write and fence, then a barrier", [](Buffers b) { launch_of_many(b, Way::fence_then_barrier); }, {}},
      {"all write and fence, no barrier",
       [](Buffers b) { launch_of_many(b, Way::all_fence); },
       {"no order between blocks"}},
      {"all write, one fences, no barrier",
       [](Buffers b) { launch_of_many(b, Way::fence_of_one); },
       {"no order between blocks", "no fence follows this write"}},
      {"all write, a barrier, no fence",
       [](Buffers b) { launch_of_many(b, Way::no_fence); },
       {"no order between blocks", "a __threadfence() is missing"}},
      {"lanes meet, one fences", [](Buffers b) { launch_warps(b, true, false); }, {}},
      {"lanes fence, and meet", [](Buffers b) { launch_warps(b, true, true); }, {}},
      {"lanes do not meet", [](Buffers b) { launch_warps(b, false, false); }, {"no order between blocks"}},
      {"volatile sums", [](Buffers b) { launch(volatile_sums, dim3(20), dim3(64), b.in, b.out, zeros(b), true); }, {}},
      {"volatile sums, no fence",
       [](Buffers b) { launch(volatile_sums, dim3(20), dim3(64), b.in, b.out, zeros(b), false); },
       {"no order between blocks", "a __threadfence() is missing"}},
      {"total in place",
       [](Buffers b) { launch(total_in_place, dim3(20), dim3(64), b.in, b.out, zeros(b), true); },
       {}},
      {"total in place, no fence",
       [](Buffers b) { launch(total_in_place, dim3(20), dim3(64), b.in, b.out, zeros(b), false); },
       {"written twice: global out[0]"},
       Orders::one},
      {"a neighbour's element",
       [](Buffers b) { launch(reads_its_neighbour, dim3(20), dim3(1), b.in, b.out); },
       {"no order between blocks", "reads global out[", "blocks run in any order", "writes it at between_blocks.cu:"},
       Orders::one},
      {"histogram", [](Buffers b) { launch_histogram(b, true); }, {}},
      {"histogram, no fence",
       [](Buffers b) { launch_histogram(b, false); },
       {"no order between blocks", "updates it", "a __threadfence() is missing"}},
      {"nothing but atomics", [](Buffers b) { launch(only_atomics, dim3(20), dim3(64), b.in, zeros(b), b.out); }, {}},
      {"under a lock",
       [](Buffers b) {
         unsigned* const lock = zeros(b);
         launch(set_to_one, dim3(1), dim3(1), b.out);
         launch(under_a_lock, dim3(20), dim3(32), b.in, b.out, lock, true);
       },
       {}},
      {"under a lock without fences",
       [](Buffers b) {
         unsigned* const lock = zeros(b);
         launch(set_to_one, dim3(1), dim3(1), b.out);
         launch(under_a_lock, dim3(20), dim3(32), b.in, b.out, lock, false);
       },
       {"no order between blocks", "a __threadfence() is missing"}},
      {"look-back by volatile flags", [](Buffers b) { launch_look_back(b, Flag::by_volatile); }, {}},
      {"look-back by atomic flags", [](Buffers b) { launch_look_back(b, Flag::by_atomic); }, {}},
      {"look-back, no fence",
       [](Buffers b) { launch_look_back(b, Flag::without_fence); },
       {"no order between blocks", "reads global out[", "a __threadfence() is missing"},
       Orders::one},
      {"look-back, fence after the flag",
       [](Buffers b) { launch_look_back(b, Flag::fence_after); },
       {"no order between blocks", "reads global out[", "has to come before the atomic"}},
      {"look-back by flags that are stored plainly",
       [](Buffers b) { launch_look_back(b, Flag::stored_plainly); },
       {"no order between blocks", "reads global", "a flag is written by an atomic or as a volatile, too"},
       Orders::one},
      {"look-back in one word",
       [](Buffers b) {
         auto* words = reinterpret_cast<unsigned long long*>(zeros(b));
         launch(look_back_in_one_word, dim3(20), dim3(32), b.in, b.out, words);
       },
       {}},
  };
}

}  // namespace hazards
