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
  // --- your code: end ----------------------------------
}
