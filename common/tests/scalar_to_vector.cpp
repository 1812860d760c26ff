// A number does not become a vector by itself, as nvcc has no such conversion; between braces it does.
#include "ladder/emulator/cuda/cuda_syntax.hpp"

__global__ void widen(const float* in, float4* out) {
#ifdef FROM_A_NUMBER
  const float4 four = *in;
#else
  const float4 four = {*in};
#endif
  out[threadIdx.x] = four;
}
