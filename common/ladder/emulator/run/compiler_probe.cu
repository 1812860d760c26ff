// A kernel whose accesses are known, to find out whether this compiler reports each of them.
#include "ladder/engine/launch.hpp"

// One warp: copies a float4 per lane, adds to a float in place, and stores in both arms of a branch, of different width
// (of two that are alike nvcc, too, may make one).
__global__ void probe(float4* vectors, float* floats) {
  const unsigned t = threadIdx.x;
  vectors[32 + t] = vectors[t];
  floats[t] += 1;
  if (t % 2 == 0) {
    floats[32 + t] = 2;
  } else {
    vectors[64 + t] = make_float4(3, 3, 3, 3);
  }
}

namespace ladder::emulator {

void launch_compiler_probe(void* vectors, float* floats) {
  launch(probe, dim3(1), dim3(32), static_cast<float4*>(vectors), floats);
}

}  // namespace ladder::emulator
