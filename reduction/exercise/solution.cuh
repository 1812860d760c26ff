// Exercise of the reduction: the maximum instead of the sum.
//
//   ./learn exercise reduction
//   ./learn hint reduction
//
// Blocks have 256 threads. Block b takes the elements from 256 * b on and writes the largest of them to maxima[b]; the
// last block may have fewer than 256. The elements are finite, and they may all be negative. max(a, b) takes floats.
//
// Asked for: the maxima of any number of elements, no hazard, coalesced loads, and no more wavefronts than `sequential`
// needs.
#pragma once

__global__ void max_of_blocks(const float* in, float* maxima, unsigned count) {
  __shared__ float s[256];
  // --- your code: begin --------------------------------
  const unsigned t = threadIdx.x;
  const size_t i = size_t(blockIdx.x) * 256 + t;
  s[t] = i < count ? in[i] : -INFINITY;
  __syncthreads();
  for (unsigned d = 128; d > 0; d /= 2) {
    if (t < d) s[t] = max(s[t], s[t + d]);
    __syncthreads();
  }
  if (t == 0) maxima[blockIdx.x] = s[0];
  // --- your code: end ----------------------------------
}
