// A step in place, again and again.
__global__ void step(float* out, const float* in) { out[threadIdx.x] = in[threadIdx.x] + 1; }

int main() {
  float* a;
  cudaMalloc(&a, 32 * sizeof(float));
  cudaMemset(a, 0, 32 * sizeof(float));
  for (int i = 0; i < 5; ++i) step<<<1, 32>>>(a, a);
  cudaFree(a);
}
