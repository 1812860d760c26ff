// The second exercise of step 1: points, sorted by coordinate.
//
//   ./learn exercise step1_naive_2
//   ./learn hint step1_naive_2
//
// `in` holds `count` points of four floats each, x y z w x y z w ..; `out` gets all x, then all y, all z and all w: the
// coordinate k of point p goes to out[k * count + p]. `one_point_per_thread` does that. It is right. But neighbouring
// lanes load floats that lie 16 bytes apart: 16 sectors a request, of which it uses a quarter.
//
// Write it anew with the same launch, four threads for each point: blocks of 256 threads, 4 * count threads in all,
// rounded up. Asked for: the same result at any count, no hazard, and 4 sectors for each load and each store of a warp,
// with one float to a thread and no shared memory.
#pragma once

__global__ void one_point_per_thread(const float* in, float* out, unsigned count) {
  const unsigned p = blockIdx.x * blockDim.x + threadIdx.x;
  if (p >= count) return;
  for (unsigned k = 0; k < 4; ++k) out[size_t(k) * count + p] = in[size_t(4) * p + k];
}

__global__ void sort_coordinates(const float* in, float* out, unsigned count) {
  // --- your code: begin --------------------------------
  // --- your code: end ----------------------------------
}
