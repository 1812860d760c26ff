// Threads of the blocks in the middle read far behind their array: where they are not observed, the memory there is
// what stops them. The others go on.
#include <cstdio>

__global__ void read_far_behind(const float* in, float* out) {
  const size_t far = blockIdx.x % 199 == 0 || threadIdx.x < 32 ? 0 : size_t{1} << 28;
  out[blockIdx.x * blockDim.x + threadIdx.x] = 1 + in[threadIdx.x + far];
}

int main() {
  float *in, *out;
  cudaMalloc(&in, 64 * sizeof(float)), cudaMalloc(&out, 200 * 64 * sizeof(float));
  cudaMemset(in, 0, 64 * sizeof(float));
  read_far_behind<<<200, 64>>>(in, out);
  float last_of_first_warp, last;
  cudaMemcpy(&last_of_first_warp, out + 100 * 64 + 31, sizeof(float), cudaMemcpyDefault);
  cudaMemcpy(&last, out + 199 * 64 + 63, sizeof(float), cudaMemcpyDefault);
  printf("others %g %g\n%s\n", last_of_first_warp, last, cudaGetErrorString(cudaDeviceSynchronize()));
  cudaFree(in), cudaFree(out);
}
