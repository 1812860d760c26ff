// Blocks in the middle read far behind their array: where they are not observed, the memory there is what stops them.
#include <cstdio>

__global__ void read_far_behind(const float* in, float* out) {
  const size_t far = blockIdx.x % 199 == 0 ? 0 : size_t{1} << 28;
  out[blockIdx.x * blockDim.x + threadIdx.x] = in[threadIdx.x + far];
}

int main() {
  float *in, *out;
  cudaMalloc(&in, 64 * sizeof(float));
  cudaMalloc(&out, 200 * 64 * sizeof(float));
  cudaMemset(in, 0, 64 * sizeof(float));
  read_far_behind<<<200, 64>>>(in, out);
  printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
  cudaFree(in);
  cudaFree(out);
}
