// A large launch whose warps make their steps together at volatile places, as code for older GPUs has it: in the blocks
// that nobody observes, too.
#include <cstdio>

constexpr int blocks = 200, threads = 32;

__global__ void add(int* out) {
  __shared__ int row[2 * threads];
  const int t = threadIdx.x;
  row[t] = row[t + threads] = blockIdx.x;
  volatile int* const values = row;
  for (int distance = threads; distance > 0; distance /= 2) values[t] += values[t + distance];
  if (t == 0) out[blockIdx.x] = values[0];
}

int main() {
  int *out, wrong = 0;
  cudaMallocManaged(&out, blocks * sizeof(int));
  for (int launch = 0; launch < 2; ++launch) {
    cudaMemset(out, -1, blocks * sizeof(int));
    add<<<blocks, threads>>>(out);
    cudaDeviceSynchronize();
    for (int b = 0; b < blocks; ++b) wrong += out[b] != 2 * threads * b;
  }
  std::printf("%d are wrong\n", wrong);
  cudaFree(out);
}
