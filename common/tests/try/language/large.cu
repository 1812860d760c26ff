// Launches of which only the first and the last block are observed: what they compute is right all the same.
#include <cstdio>
#include <cstdlib>

constexpr int blocks = 200, threads = 64, n = blocks * threads;

// The last block to come adds up what the others have written.
__global__ void sum(const float* in, float* parts, unsigned* ticket, float* out) {
  __shared__ float values[threads];
  __shared__ bool is_last;
  const int t = threadIdx.x;
  values[t] = in[blockIdx.x * threads + t];
  __syncthreads();
  for (int half = threads / 2; half > 0; half /= 2) {
    if (t < half) values[t] += values[t + half];
    __syncthreads();
  }
  if (t == 0) {
    parts[blockIdx.x] = values[0];
    __threadfence();
    is_last = atomicAdd(ticket, 1u) == blocks - 1;
  }
  __syncthreads();
  if (!is_last || t != 0) return;
  float all = 0;
  for (int i = 0; i < blocks; ++i) all += static_cast<volatile float*>(parts)[i];
  *out = all;
}

// Each block waits for the one before it.
__global__ void chain(volatile int* done) {
  if (threadIdx.x != 0) return;
  while (blockIdx.x > 0 && done[blockIdx.x - 1] == 0) {
  }
  __threadfence();
  done[blockIdx.x] = 1;
}

// Writes behind the array's end, in the last block alone.
__global__ void fill(float* out, int bound) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
#ifdef RIGHT
  if (i < bound)
#endif
    out[i] = i;
}

template <int distance>
__device__ int farther(int i) {
  return i == 0 ? distance : farther<distance>(i - 1) + 1;
}
template <typename T>
__global__ void rest(T* out) {
  extern __shared__ T mirrored[];
  mirrored[threadIdx.x] = farther<3>(threadIdx.x);
  __syncthreads();
  out[blockIdx.x * threads + threadIdx.x] = mirrored[threads - 1 - threadIdx.x] + __shfl_xor_sync(~0u, threadIdx.x, 1);
}

int main() {
  float *in, *parts, *out;
  unsigned* ticket;
  int *done, *others;
  cudaMallocManaged(&in, n * sizeof(float));
  cudaMalloc(&parts, blocks * sizeof(float));
  cudaMallocManaged(&out, n * sizeof(float));
  cudaMalloc(&ticket, sizeof(unsigned));
  cudaMallocManaged(&done, blocks * sizeof(int));
  cudaMallocManaged(&others, n * sizeof(int));
  for (int i = 0; i < n; ++i) in[i] = i % 3;
  cudaMemset(ticket, 0, sizeof(unsigned));
  cudaMemset(done, 0, blocks * sizeof(int));
  sum<<<blocks, threads>>>(in, parts, ticket, out);
  chain<<<blocks, threads>>>(done);
  rest<<<blocks, threads, threads * sizeof(int)>>>(others);
  cudaDeviceSynchronize();
  std::printf("sum %g, done %d, others %d %d\n", out[0], done[blocks - 1], others[0], others[n - 1]);
  fill<<<blocks, threads>>>(out, n);
  fill<<<blocks, threads>>>(out + 1, n - 1);
  std::printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
  std::printf("filled %g %g\n", out[0], out[n - 1]);
  for (void* each : {(void*)in, (void*)parts, (void*)out, (void*)ticket, (void*)done, (void*)others}) cudaFree(each);
}
