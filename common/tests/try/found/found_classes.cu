// Arguments of kernels that are classes with a destructor, or references; and code that counts on what GPUs do.
#include <nvtx3/nvToolsExt.h>

int failures = 0;
void expect(const char* what, bool holds) {
  if (holds) return;
  printf("%s\n", what);
  ++failures;
}

int alive = 0;
struct Counter {
  int* count;
  Counter() : count(nullptr) { ++alive, cudaMalloc(&count, sizeof(int)), cudaMemset(count, 0, sizeof(int)); }
  Counter(const Counter& other) : count(other.count) { ++alive; }
  ~Counter() {
    if (--alive == 0) cudaFree(count);
  }
};
__global__ void count(Counter counter, int* out) {
  if (atomicAdd(counter.count, 1) == 31) *out = INT_MAX;
  counter.count = nullptr;  // of this thread alone
}

__global__ void add(int* a, const int& n) { a[threadIdx.x] += n; }

// As it was written for GPUs whose lanes made their steps together.
__global__ void reduce(int* out) {
  __shared__ int s[64];
  const int t = threadIdx.x;
  s[t] = s[t + 32] = 1;
  volatile int* v = s;
  for (int distance = 32; distance > 0; distance /= 2) v[t] += v[t + distance];
  if (t == 0) *out = v[0];
}

// One thread is stopped; who reads what it has not written is not to blame.
__global__ void before(const int* in, int* out) {
  __shared__ int left[64];
  left[threadIdx.x] = in[int(threadIdx.x) - 1];
  __syncthreads();
  if (threadIdx.x == 0) left[0] = 0;
  __syncthreads();
  out[threadIdx.x] = left[63 - threadIdx.x];
}
__global__ void after(int* a) { a[threadIdx.x] += 1; }

int main(int argc, char**) {
  nvtxRangePush("all");
  int *out, *other;
  cudaMalloc(&out, 64 * sizeof(int));
  cudaMalloc(&other, 64 * sizeof(int));
  cudaMemset(out, 0, 64 * sizeof(int));
  int result = 0;
  {
    Counter counter;
    count<<<1, 32>>>(counter, out);
  }
  cudaMemcpy(&result, out, sizeof(int), cudaMemcpyDeviceToHost);
  expect("a class with a destructor", result == INT_MAX && alive == 0);
  int* n;
  cudaMallocManaged(&n, sizeof(int));
  *n = 1 - INT_MAX;
  add<<<1, 32>>>(out, *n);
  cudaMemcpy(&result, out, sizeof(int), cudaMemcpyDeviceToHost);
  expect("a reference", result == 1);
  if (argc > 1) {
    reduce<<<1, 32>>>(out);
    cudaMemcpy(&result, out, sizeof(int), cudaMemcpyDeviceToHost);
    expect("steps together", result == 64);
    before<<<1, 64>>>(out, other);
    after<<<1, 64>>>(other);
    add<<<1, 1>>>(nullptr, *n);
    expect("a null pointer", cudaDeviceSynchronize() == cudaErrorIllegalAddress);
  }
  cudaFree(n);
  cudaFree(out);
  cudaFree(other);
  nvtxRangePop();
  return failures;
}
