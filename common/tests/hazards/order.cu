// What a __syncwarp() orders, and what not.
#include "ladder/engine/launch.hpp"
#include "tests/hazards/cases.hpp"

using namespace ladder::LADDER_ENGINE;

// Each lane reads what the lane `distance` from it wrote; the lanes of each mask meet in between.
__global__ void by_way_of_shared(const float* in, float* out, unsigned distance, bool halves) {
  __shared__ float row[32];
  row[threadIdx.x] = in[threadIdx.x];
  if (halves) {
    __syncwarp(threadIdx.x < 16 ? 0x0000ffffu : 0xffff0000u);
  } else {
    __syncwarp();
  }
  out[threadIdx.x] = row[threadIdx.x ^ distance];
}

__global__ void by_way_of_global(const float* in, float* out, unsigned distance, bool halves) {
  out[threadIdx.x] = in[threadIdx.x];
  if (halves) {
    __syncwarp(threadIdx.x < 16 ? 0x0000ffffu : 0xffff0000u);
  } else {
    __syncwarp();
  }
  out[32 + threadIdx.x] = out[threadIdx.x ^ distance];
}

// Half a warp meets, and its neighbour's element is written again.
__global__ void written_again(const float* in, float* out, unsigned distance) {
  out[threadIdx.x] = in[threadIdx.x];
  __syncwarp(threadIdx.x < 16 ? 0x0000ffffu : 0xffff0000u);
  out[threadIdx.x ^ distance] = in[threadIdx.x + 100];
}

// The halves meet on their own first, then all together.
__global__ void halves_then_all(const float* in, float* out, bool all) {
  out[threadIdx.x] = in[threadIdx.x];
  __syncwarp(threadIdx.x < 16 ? 0x0000ffffu : 0xffff0000u);
  if (all) __syncwarp();
  out[32 + threadIdx.x] = out[threadIdx.x ^ 16];
}

// One half meets more often than the other.
__global__ void uneven(const float* in, float* out, bool all) {
  if (threadIdx.x < 16) {
    for (int i = 0; i < 3; ++i) __syncwarp(0x0000ffffu);
  }
  out[threadIdx.x] = in[threadIdx.x];
  if (all) __syncwarp();
  if (!all && threadIdx.x >= 16) __syncwarp(0xffff0000u);
  out[32 + threadIdx.x] = out[threadIdx.x ^ 16];
}

// Code for older GPUs: a warp adds without __syncwarp().
__global__ void in_step(float* out) {
  __shared__ float row[64];
  row[threadIdx.x] = row[threadIdx.x + 32] = threadIdx.x;
  __syncthreads();
  for (unsigned distance = 32; distance > 0; distance /= 2) row[threadIdx.x] += row[threadIdx.x + distance];
  out[threadIdx.x] = row[threadIdx.x];
}
__global__ void swapped(float* out) {
  __shared__ float row[32];
  row[threadIdx.x] = threadIdx.x;
  __syncthreads();
  row[threadIdx.x] = row[threadIdx.x ^ 1];
  out[threadIdx.x] = row[threadIdx.x];
}
__global__ void swapped_in_global(float* out) {
  out[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = out[threadIdx.x ^ 1];
}

// And what is none of that: all threads have one counter.
__global__ void count_in_shared(float* out) {
  __shared__ float count;
  if (threadIdx.x == 0) count = 0;
  __syncthreads();
  count += 1;
  __syncthreads();
  out[threadIdx.x] = count;
}
__global__ void count_in_global(float* out) {
  if (threadIdx.x == 0) *out = 0;
  __syncthreads();
  *out += 1;
}

// Of two warps only the first has elements. Without the last barrier a lane overwrites what another one still reads.
__global__ void tile_in_rounds(const float* in, float* out, bool all) {
  __shared__ float tile[64];
  const unsigned n = 20, t = threadIdx.x;
  float sum = 0;
#pragma unroll 1
  for (unsigned round = 0; round < 2; ++round) {
    if (t < n) tile[t] = in[round * n + t];
    __syncthreads();
    if (t < n) sum += tile[n - 1 - t];
    if (all) __syncthreads();
  }
  if (t < n) out[t] = sum;
}

// A single warp of two, in steps; or each in a half of its own.
__global__ void turned_by_warps(const float* in, float* out, unsigned threads, bool all) {
  __shared__ float row[64];
  const unsigned t = threadIdx.x;
  if (t >= threads) return;
  row[t] = in[t];
  if (all) __syncwarp();
  out[t] = row[t ^ 31];
}

// What all warps have written, the first one adds up alone.
__global__ void last_steps(const float* in, float* out, bool all) {
  __shared__ float s[64];
  const unsigned t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  if (t >= 32) return;
  const float sum = s[t] + s[t + 32];
  s[t] = sum;
  if (all) __syncwarp();
  if (t < 16) out[t] = sum + s[t + 16];
}

namespace hazards {

std::vector<Case> counters() {
  constexpr const char* why = "two threads have the same index here, or the update needs an atomic";
  return {
      {"of a warp", [](Buffers b) { launch(count_in_shared, dim3(1), dim3(32), b.out); }, {"race on shared", why}},
      {"of a block", [](Buffers b) { launch(count_in_shared, dim3(1), dim3(64), b.out); }, {"race on shared", why}},
      {"of a warp, in global memory",
       [](Buffers b) { launch(count_in_global, dim3(1), dim3(32), b.out); },
       {"race on global out[0]", why}},
      {"of a block, in global memory",
       [](Buffers b) { launch(count_in_global, dim3(1), dim3(64), b.out); },
       {"race on global out[0]", why}},
  };
}

std::vector<Case> order() {
  return {
      {"shared, all meet", [](Buffers b) { launch(by_way_of_shared, dim3(1), dim3(32), b.in, b.out, 16u, false); }, {}},
      {"shared, halves meet and read their own half",
       [](Buffers b) { launch(by_way_of_shared, dim3(1), dim3(32), b.in, b.out, 1u, true); },
       {}},
      {"shared, halves meet and read the other half",
       [](Buffers b) { launch(by_way_of_shared, dim3(1), dim3(32), b.in, b.out, 16u, true); },
       {"race on shared row["}},
      {"global, all meet", [](Buffers b) { launch(by_way_of_global, dim3(1), dim3(32), b.in, b.out, 16u, false); }, {}},
      {"global, halves meet and read their own half",
       [](Buffers b) { launch(by_way_of_global, dim3(1), dim3(32), b.in, b.out, 1u, true); },
       {}},
      {"global, halves meet and read the other half",
       [](Buffers b) { launch(by_way_of_global, dim3(1), dim3(32), b.in, b.out, 16u, true); },
       {"race on global out[", "a __syncwarp() is missing"}},
      {"written again in the own half",
       [](Buffers b) { launch(written_again, dim3(1), dim3(32), b.in, b.out, 3u); },
       {}},
      {"written again in the other half",
       [](Buffers b) { launch(written_again, dim3(1), dim3(32), b.in, b.out, 19u); },
       {"written twice: global out["}},
      {"halves, then all", [](Buffers b) { launch(halves_then_all, dim3(1), dim3(32), b.in, b.out, true); }, {}},
      {"halves, and never all",
       [](Buffers b) { launch(halves_then_all, dim3(1), dim3(32), b.in, b.out, false); },
       {"race on global out["}},
      {"one half more often, then all", [](Buffers b) { launch(uneven, dim3(1), dim3(32), b.in, b.out, true); }, {}},
      {"one half more often, and never all",
       [](Buffers b) { launch(uneven, dim3(1), dim3(32), b.in, b.out, false); },
       {"race on global out["}},
      {"lanes in step, in a loop",
       [](Buffers b) { launch(in_step, dim3(1), dim3(32), b.out); },
       {"race on shared row[", "; a __syncwarp() is missing between two iterations of the loop"},
       Orders::one},
      {"lanes in step, in a line",
       [](Buffers b) { launch(swapped, dim3(1), dim3(32), b.out); },
       {"race on shared row[", "; lanes are not in step: a __syncwarp() is missing between reading and writing"}},
      {"a tile in rounds, of which one warp has a part",
       [](Buffers b) { launch(tile_in_rounds, dim3(1), dim3(64), b.in, b.out, false); },
       {"race on shared tile[", "; a __syncthreads() is missing between them: the line further up is in the next"}},
      {"a tile in rounds", [](Buffers b) { launch(tile_in_rounds, dim3(1), dim3(64), b.in, b.out, true); }, {}},
      {"one warp of two",
       [](Buffers b) { launch(turned_by_warps, dim3(1), dim3(64), b.in, b.out, 32u, false); },
       {"race on shared row[", "a __syncwarp() is missing between them; a __syncthreads(), if other warps may come"}},
      {"one warp of two, in order",
       [](Buffers b) { launch(turned_by_warps, dim3(1), dim3(64), b.in, b.out, 32u, true); },
       {}},
      {"each warp for itself",
       [](Buffers b) { launch(turned_by_warps, dim3(1), dim3(64), b.in, b.out, 64u, false); },
       {"race on shared row[", "a __syncwarp() is missing between them"}},
      {"each warp for itself, in order",
       [](Buffers b) { launch(turned_by_warps, dim3(1), dim3(64), b.in, b.out, 64u, true); },
       {}},
      {"the first warp's last steps",
       [](Buffers b) { launch(last_steps, dim3(1), dim3(64), b.in, b.out, false); },
       {"race on shared s[", "a __syncwarp() is missing between them"}},
      {"the first warp's last steps, in order",
       [](Buffers b) { launch(last_steps, dim3(1), dim3(64), b.in, b.out, true); },
       {}},
      {"lanes in step, in global memory",
       [](Buffers b) { launch(swapped_in_global, dim3(1), dim3(32), b.out); },
       {"race on global out[", "; a __syncwarp() is missing"}},
  };
}

}  // namespace hazards
