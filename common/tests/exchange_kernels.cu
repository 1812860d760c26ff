// Shuffles, votes and __syncwarp() that do not belong together, and others that look like it.
#include "ladder/engine/launch.hpp"
#include "tests/exchange_kernels.hpp"

using namespace ladder::LADDER_ENGINE;

namespace {

constexpr unsigned all = 0xffffffffu, lower = 0x0000ffffu, upper = 0xffff0000u;

__global__ void shuffle_meets_syncwarp(const float* in, float* out) {
  float value = in[threadIdx.x];
  if (threadIdx.x < 16) {
    value += __shfl_down_sync(all, value, 1);
  } else {
    __syncwarp();
  }
  out[threadIdx.x] = value;
}

__global__ void shuffle_meets_ballot(const float* in, float* out) {
  float value = in[threadIdx.x];
  if (threadIdx.x % 2 == 0) {
    value += __shfl_xor_sync(all, value, 2);
  } else {
    value += static_cast<float>(__ballot_sync(all, value > 3));
  }
  out[threadIdx.x] = value;
}

__global__ void two_shuffles(const float* in, float* out) {
  const float value = in[threadIdx.x];
  out[threadIdx.x] = threadIdx.x < 16 ? __shfl_down_sync(all, value, 1) : __shfl_up_sync(all, value, 1);
}

__global__ void one_shuffle_in_two_lines(const float* in, float* out) {
  const float value = in[threadIdx.x];
  if (threadIdx.x < 16) {
    out[threadIdx.x] = __shfl_xor_sync(all, value, 1);
  } else {
    out[threadIdx.x + 32] = 2 - __shfl_xor_sync(all, 2 * value, 2) / value;
  }
}

__global__ void vote_of_another_kind(const float* in, float* out) {
  const bool vote = in[threadIdx.x] > 3;
  if (threadIdx.x < 8) {
    out[threadIdx.x] = static_cast<float>(__any_sync(all, vote));
  } else {
    out[threadIdx.x] = static_cast<float>(__all_sync(all, vote));
  }
}

__global__ void masks_disagree(const float* in, float* out) {
  const unsigned mask = threadIdx.x < 16 ? all : upper;
  out[threadIdx.x] = __shfl_xor_sync(mask, in[threadIdx.x], 1);
}

__global__ void masks_of_syncwarp_disagree(const float* in, float* out) {
  __shared__ float row[32];
  row[threadIdx.x] = in[threadIdx.x];
  __syncwarp(threadIdx.x == 31 ? 0x80000000u : all);
  out[threadIdx.x] = row[threadIdx.x];
}

__global__ void not_in_its_own_mask(const float* in, float* out) {
  __syncwarp(lower);
  out[threadIdx.x] = in[threadIdx.x];
}

__global__ void shuffle_in_a_branch(const float* in, float* out) {
  float value = in[threadIdx.x];
  if (threadIdx.x < 16) value += __shfl_down_sync(all, value, 4);
  out[threadIdx.x] = value;
}

__global__ void shuffle_in_a_branch_before_a_barrier(const float* in, float* out) {
  float value = in[threadIdx.x];
  if (threadIdx.x < 16) value += __shfl_down_sync(all, value, 4);
  __syncthreads();
  out[threadIdx.x] = value;
}

__global__ void one_lane_skips_a_round(const float* in, float* out) {
  float value = in[threadIdx.x];
  for (unsigned d = threadIdx.x == 7 ? 8 : 16; d > 0; d /= 2) value += __shfl_xor_sync(all, value, d);
  __syncwarp();
  out[threadIdx.x] = value;
}

// Harmless.

__global__ void each_half_with_its_own_mask(const float* in, float* out) {
  float value = in[threadIdx.x];
  if (threadIdx.x < 16) {
    value += __shfl_down_sync(lower, value, 4, 16);
    __syncwarp(lower);
  } else {
    __syncwarp(upper);
    value += __shfl_up_sync(upper, value, 4, 16);
  }
  __syncwarp();
  out[threadIdx.x] = value;
}

__global__ void each_half_in_one_line(const float* in, float* out) {
  const unsigned half = threadIdx.x < 16 ? lower : upper;
  out[threadIdx.x] = __shfl_xor_sync(half, in[threadIdx.x], 1);
}

__device__ inline float sum_of_all(float value) {
#pragma unroll
  for (unsigned d = 16; d > 0; d /= 2) value += __shfl_xor_sync(all, value, d);
  return value;
}

__global__ void inlined_into_both_arms(const float* in, float* out) {
  if (threadIdx.x % 2 == 0) {
    out[threadIdx.x] = sum_of_all(in[threadIdx.x]);
  } else {
    out[threadIdx.x] = sum_of_all(in[threadIdx.x]) + 1;
  }
}

// A warp's barrier may be passed in several places. (PTX ISA, bar.warp.sync.)
__global__ void syncwarp_in_both_arms(const float* in, float* out) {
  __shared__ float row[32];
  if (threadIdx.x < 16) {
    row[threadIdx.x] = in[threadIdx.x];
    __syncwarp();
  } else {
    __syncwarp();
    out[threadIdx.x] = row[threadIdx.x - 16];
  }
}

__global__ void alone_before_all(const float* in, float* out) {
  if (threadIdx.x == 1) __syncwarp(0x2);
  if (threadIdx.x < 2) __syncwarp(0x3);
  __syncwarp();
  out[threadIdx.x] = in[threadIdx.x];
}

__global__ void after_others_have_ended(const float* in, float* out) {
  if (threadIdx.x >= 16) return;
  float value = __shfl_xor_sync(all, in[threadIdx.x], 8);
  __syncwarp();
  value += static_cast<float>(__ballot_sync(all, value > 3));
  out[threadIdx.x] = value;
}

}  // namespace

namespace kernels {

#define LAUNCH_ONE_WARP(kernel) \
  void kernel(Buffers b) { launch(::kernel, dim3(1), dim3(32), b.in, b.out); }
LADDER_EXCHANGE_KERNELS(LAUNCH_ONE_WARP)
#undef LAUNCH_ONE_WARP

}  // namespace kernels
