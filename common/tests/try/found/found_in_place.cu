// A step in place, again and again; and one line that launches grids of several sizes.
__global__ void step(float* out, const float* in) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i] + 1;
}

int main() {
  float* a;
  cudaMalloc(&a, 32 * sizeof(float));
  cudaMemset(a, 0, 32 * sizeof(float));
  for (int i = 0; i < 5; ++i) step<<<1, 32>>>(a, a);
  for (int blocks = 1; blocks < 3; ++blocks) step<<<blocks, 16>>>(a, a);
  cudaFree(a);
}
