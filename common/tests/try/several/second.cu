// The other one: a kernel, and the function that launches it.
#include "times.h"

namespace {
__global__ void times(int* values) { values[threadIdx.x] = scaled(values[threadIdx.x]); }
}  // namespace

void launch_times(int* values, int n) { times<<<1, n>>>(values); }
