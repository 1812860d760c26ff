// First steps, 1: a thread for each element.
//
//   ./learn exercise first_steps
//   ./learn hint first_steps
//
// out[i] = 2 * in[i], for as many elements as there are threads. A block has 128 threads, and there are as many blocks
// as are needed: the number of elements is a multiple of 128.
//
// Asked for: the result, with no more requests than one thread for each element makes.
#pragma once

__global__ void twice(const float* in, float* out) {
  // --- your code: begin --------------------------------
  // --- your code: end ----------------------------------
}
