// What orders threads of one block, and what does not order two blocks: as people wrote it.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstring>

__device__ int gate;

// A lock with fences on both sides.
__global__ void deposit(volatile int* account) {
  for (bool waiting = true; waiting;) {
    if (atomicCAS(&gate, 0, 1) != 0) continue;
    __threadfence();
    *account = *account + 5;
    __threadfence();
    atomicExch(&gate, 0);
    waiting = false;
  }
}

// A stop flag that is polled.
__global__ void work(int* next, int n, volatile bool* stop, int* out) {
  while (!*stop) {
    const int i = atomicAdd(next, 1);
    if (i < n) {
      out[i] = i;
    } else {
      *stop = true;
    }
  }
}

// A volatile look at what another warp updates by an atomic.
__global__ void glance(int* best, int* out) {
  if (threadIdx.x == 0) atomicMax(best, 5);
  if (threadIdx.x == 32) *out = *static_cast<volatile int*>(best);
}

// Threads beyond the end have ended where the others wait.
__global__ void turned(const int* in, int* out, int n) {
  __shared__ int s[64];
  const int t = threadIdx.x;
  if (t >= n) return;
  s[t] = in[t];
  __syncthreads();
  out[t] = s[n - 1 - t];
}

// Plain looks at what another block updates.
__global__ void count_and_read(int* count, int* out, unsigned reader) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == reader) {
    *out = *count;
  } else {
    atomicAdd(count, 1);
  }
}
__global__ void guard(int* best, const int* values) {
  if (threadIdx.x == 0 && *best < values[blockIdx.x]) atomicMax(best, values[blockIdx.x]);
}

int main(int argc, char** argv) {
  const char* const mistake = argc > 1 ? argv[1] : "";
  const int values[64] = {0, 5};
  int *words, *in, *out, account;
  bool* stop;
  cudaMalloc(&words, 4 * sizeof(int));
  cudaMalloc(&in, sizeof(values));
  cudaMalloc(&out, 128 * sizeof(int));
  cudaMalloc(&stop, 1);
  cudaMemset(words, 0, 4 * sizeof(int));
  cudaMemset(stop, 0, 1);
  cudaMemcpy(in, values, sizeof(values), cudaMemcpyHostToDevice);
  if (strcmp(mistake, "read_first") == 0) count_and_read<<<2, 32>>>(words, out, 0);
  if (strcmp(mistake, "read_last") == 0) count_and_read<<<2, 32>>>(words, out, 1);
  if (strcmp(mistake, "guard") == 0) guard<<<2, 32>>>(words, in);
  if (mistake[0] == '\0') {
    deposit<<<1, 64>>>(words);
    work<<<1, 64>>>(words + 1, 100, stop, out);
    glance<<<1, 64>>>(words + 2, out);
    turned<<<1, 64>>>(in, out, 40);
  }
  cudaMemcpy(&account, words, sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(words);
  cudaFree(in);
  cudaFree(out);
  cudaFree(stop);
  return mistake[0] == '\0' && account != 5 * 64;
}
