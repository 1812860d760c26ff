// Launches before main(), by constructors: of the program, with an argument for one more, and of a variable.
#include <cuda_runtime.h>

__global__ void turned(int* out) {
  __shared__ int s[64];
  s[threadIdx.x] = static_cast<int>(threadIdx.x);
  __syncthreads();
  out[threadIdx.x] = s[63 - threadIdx.x];
}
__global__ void without_barrier(int* out) {
  __shared__ int s[64];
  s[threadIdx.x] = static_cast<int>(threadIdx.x);
  out[threadIdx.x] = s[63 - threadIdx.x];
}

int last_of(void (*kernel)(int*)) {
  int *out, last = -1;
  cudaMalloc(&out, 64 * sizeof(int));
  kernel<<<1, 64>>>(out);
  cudaMemcpy(&last, out + 63, sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(out);
  return last;
}

int first = -1;
__attribute__((constructor(101))) void begin(int arguments, char**) {
  first = last_of(turned);
  if (arguments > 1) last_of(without_barrier);
}

struct Turned {
  int last = last_of(turned);
} object;

int main() { return first == 0 && object.last == 0 ? 0 : 1; }
