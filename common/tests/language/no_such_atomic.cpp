// An atomic that CUDA has for other types only.
#include "ladder/engine/emulator/language/cuda_syntax.hpp"

__global__ void lowest(float* out, float value) { atomicMin(out, value); }
