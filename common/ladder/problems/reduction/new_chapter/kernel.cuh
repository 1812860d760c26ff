// NEW_CHAPTER: TODO what is new in it.
//
//   ./learn run NEW_CHAPTER
#pragma once

constexpr unsigned THREADS = 256;

// TODO: why the kernel is as it is. Each block sums THREADS elements to sums[blockIdx.x].
__global__ void sum_mine(const float* in, float* sums, size_t count) {
  const size_t first = size_t(blockIdx.x) * THREADS;
  // TODO
}
