// An atomic that CUDA has for other types only.
#include "ladder/emulator/cuda/cuda_syntax.hpp"

__global__ void lowest(float* out, float value) { atomicMin(out, value); }
