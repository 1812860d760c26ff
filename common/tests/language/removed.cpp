// A kernel that calls what CUDA has removed, line by line.
#include "ladder/emulator/cuda/cuda_syntax.hpp"

__global__ void removed(float* out, float value, bool vote) {
  out[0] = __shfl(value, 0);
  out[1] = __shfl_up(value, 1);
  out[2] = __shfl_down(value, 1, 16);
  out[3] = __shfl_xor(value, 1);
  out[4] = __ballot(vote);
  out[5] = __any(vote);
  out[6] = __all(vote);
}
