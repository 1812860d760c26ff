// First steps, 2: more threads than elements.
//
//   ./learn exercise first_steps_2
//   ./learn hint first_steps_2
//
// out[i] = in[count - 1 - i]: the elements in reverse order. A block has 128 threads. count is any number, even one
// that no int holds; there are count / 128 blocks, rounded up, and the last one may have threads without an element.
//
// Asked for: the result at any count, with no more requests than one thread for each element makes, and no access
// before or behind an array.
#pragma once

__global__ void reverse(const float* in, float* out, unsigned count) {
  // --- your code: begin --------------------------------
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] = in[count - 1 - i];
  // --- your code: end ----------------------------------
}
