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
  const unsigned first = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
  if (first + 3 < count) {
    float4 four = *reinterpret_cast<const float4*>(in + first);
    four.x += 1;
    four.y += 1;
    four.z += 1;
    four.w += 1;
    *reinterpret_cast<float4*>(out + first) = four;
    return;
  }
  for (unsigned i = first; i < count; ++i) out[i] = in[i] + 1;
  // --- your code: end ----------------------------------
}
