// The second exercise of step 4: vectors, and what is left over.
//
//   ./learn exercise step4_vectorized_2
//   ./learn hint step4_vectorized_2
//
// out[i] = in[i] + 1, for any count. Both arrays begin at a multiple of 16 bytes. As far as there are four neighbours,
// a thread takes them with one load and one store of 16 bytes. What is left at the end, up to three floats, somebody
// has to take as well, each by itself.
//
// Blocks have 256 threads, and there is one thread for every four elements, rounded up. Asked for: the result at any
// count, no access behind the arrays, and no more requests than that.
#pragma once

__global__ void add_one(const float* in, float* out, unsigned count) {
  // --- your code: begin --------------------------------
  // --- your code: end ----------------------------------
}
