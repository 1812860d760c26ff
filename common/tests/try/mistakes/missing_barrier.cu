// A block's elements in reverse order, without the __syncthreads() that this needs.
__global__ void reverse(const int* in, int* out) {
  extern __shared__ int values[];
  values[threadIdx.x] = in[blockIdx.x * 64 + threadIdx.x];
  out[blockIdx.x * 64 + threadIdx.x] = values[63 - threadIdx.x];
}

int main() {
  int *in, *out;
  cudaMalloc(&in, 128 * sizeof(int));
  cudaMalloc(&out, 128 * sizeof(int));
  cudaMemset(in, 0, 128 * sizeof(int));
  reverse<<<2, 64, 64 * sizeof(int)>>>(in, out);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
}
