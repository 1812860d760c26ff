// The lanes that are at a place together: where paths part and meet, in loops, and beside lanes that wait.
#include "ladder/engine/launch.hpp"
#include "tests/language/cases.hpp"

using namespace ladder::LADDER_ENGINE;

namespace {

constexpr unsigned all_lanes = 0xffffffffu, evens = 0x55555555u;

__global__ void mask_of_all(unsigned* out) { out[threadIdx.x] = __activemask(); }

__global__ void masks_of_arms(unsigned* out) {
  const unsigned t = threadIdx.x;
  if (t % 2 == 0) {
    out[t] = __activemask();
  } else {
    out[t] = ~__activemask();  // nvcc would make one of two arms that are alike
  }
  __syncwarp();
  out[32 + t] = __activemask();
}

__global__ void mask_behind_a_branch(unsigned* out) {
  const unsigned t = threadIdx.x;
  out[t] = 0;
  if (t % 4 == 1) out[t] = __activemask();
  out[32 + t] = __activemask();
}

__global__ void masks_of_a_loop(unsigned* out) {
  const unsigned t = threadIdx.x;
  unsigned mask = 0;
  for (unsigned i = 0; i <= t; ++i) mask = __activemask();
  out[t] = mask;
  out[32 + t] = __activemask();
}

// Lanes take part in every second round, the others in those between: a lane that waits for others in its first round
// is not to meet them in their second.
__global__ void masks_of_alternate_rounds(unsigned* out) {
  const unsigned t = threadIdx.x;
  for (unsigned round = 0; round < 4; ++round) {
    unsigned mask = 0;
    if ((t + round) % 2 == 0) mask = __activemask();
    out[32 * round + t] = mask;
  }
}

__global__ void mask_after_some_have_ended(unsigned* out) {
  const unsigned t = threadIdx.x;
  out[t] = 0;
  if (t % 2 == 1) return;
  out[t] = __activemask();
}

// The upper half comes later, by way of an exchange of its own.
__global__ void mask_behind_an_exchange(unsigned* out) {
  const unsigned t = threadIdx.x;
  unsigned value = t;
  if (t >= 16) value = __shfl_sync(0xffff0000u, value, 20);
  out[t] = __activemask();
  out[32 + t] = value;
}

// The upper half comes much later: it has more to do than a warp's list of steps has room for.
__global__ void mask_behind_a_long_way(unsigned* out) {
  const unsigned t = threadIdx.x;
  volatile unsigned* const place = out + 32 + t;
  *place = 0;
  if (t >= 16) {
    for (unsigned i = 0; i < 20000; ++i) *place = *place + 1;
  }
  out[t] = __activemask();
}
__global__ void mask_beside_a_long_way(unsigned* out) {
  const unsigned t = threadIdx.x;
  volatile unsigned* const place = out + 32 + t;
  *place = 0;
  if (t < 16) {
    out[t] = __activemask();
  } else {
    for (unsigned i = 0; i < 20000; ++i) *place = *place + 1;
    out[t] = 0;
  }
}

__global__ void mask_beside_a_barrier(unsigned* out) {
  const unsigned t = threadIdx.x;
  __shared__ unsigned mask;
  if (t < 32) {
    mask = 0;
    __syncwarp();
    if (t == 7) mask = __activemask();
  }
  __syncthreads();
  out[t] = mask;
}

// Lane 0 waits for what lane 1 writes, behind its mask.
__global__ void mask_beside_a_lane_that_waits(unsigned* out) {
  const unsigned t = threadIdx.x;
  unsigned* const flag = out + 32;
  if (t == 0) *flag = 0;
  __syncwarp();
  if (t == 0) {
    while (atomicAdd(flag, 0) == 0) {
    }
    out[t] = 1;
  } else {
    out[t] = __activemask();
    if (t == 1) atomicExch(flag, 1);
  }
}

// Some lanes do what lets other blocks go first, now and then.
__global__ void mask_behind_atomics(unsigned* out) {
  const unsigned t = threadIdx.x;
  if (t == 0) out[32] = 0;
  __syncwarp();
  if (t % 4 == 0) atomicAdd(out + 32, 1);
  out[t] = __activemask();
}

// Lanes that vote by their masks: the lowest of each adds for all.
__global__ void add_for_all(unsigned* out) {
  const unsigned t = threadIdx.x;
  if (t == 0) out[0] = 0;
  __syncthreads();
  if (t % 3 == 0) {
    const unsigned mask = __activemask();
    if (t % 32 == __ffs(mask) - 1) atomicAdd(out, __popc(mask));
  }
}

template <void (*kernel)(unsigned*), unsigned threads = 32>
void block(unsigned* out) {
  launch(kernel, dim3(1), dim3(threads), out);
}

}  // namespace

std::vector<language::Case> language::LADDER_ENGINE::active_masks() {
  return {
      {"of a block of 50", block<mask_of_all, 50>, 50, [](unsigned i) { return i < 32 ? all_lanes : 0x3ffffu; }},
      {"of two arms", block<masks_of_arms>, 64, [](unsigned i) { return i < 32 ? evens : all_lanes; }},
      {"in a branch and behind it", block<mask_behind_a_branch>, 64,
       [](unsigned i) { return i >= 32      ? all_lanes
                               : i % 4 == 1 ? 0x22222222u
                                            : 0; }},
      {"in a loop and behind it", block<masks_of_a_loop>, 64,
       [](unsigned i) { return i >= 32 ? all_lanes : all_lanes << i; }},
      {"in every second round", block<masks_of_alternate_rounds>, 128,
       [](unsigned i) { return (i % 32 + i / 32) % 2 == 1 ? 0
                               : i / 32 % 2 == 0          ? evens
                                                          : ~evens; }},
      {"after some have ended", block<mask_after_some_have_ended>, 32,
       [](unsigned i) { return i % 2 == 0 ? evens : 0; }},
      {"behind an exchange of some", block<mask_behind_an_exchange>, 64,
       [](unsigned i) { return i < 32   ? all_lanes
                               : i < 48 ? i - 32
                                        : 20; }},
      {"behind a long way of some", block<mask_behind_a_long_way>, 64,
       [](unsigned i) { return i < 32   ? all_lanes
                               : i < 48 ? 0u
                                        : 20000u; }},
      {"beside a long way of others", block<mask_beside_a_long_way>, 64,
       [](unsigned i) { return i < 16   ? 0x0000ffffu
                               : i < 48 ? 0u
                                        : 20000u; }},
      {"beside a barrier", block<mask_beside_a_barrier, 64>, 64, [](unsigned) { return 1u << 7; }},
      {"beside a lane that waits", block<mask_beside_a_lane_that_waits>, 33,
       [](unsigned i) { return i == 0 || i == 32 ? 1u : ~1u; }},
      {"behind atomics of some", block<mask_behind_atomics>, 33, [](unsigned i) { return i == 32 ? 8u : all_lanes; }},
      {"to add for all", block<add_for_all, 96>, 1, [](unsigned) { return 32u; }},
  };
}
