// Kernels, and what they call, as public programs declare and launch them: what ../language/launches.cu does not have.
#include <cuda_runtime.h>

#include <cstdio>
#include <vector>

#define THREADS 32

// Two of one name.
__global__ void fill(int* to, int value) { to[threadIdx.x] = value; }
__global__ void fill(float* to, float value = 1.5f) { to[threadIdx.x] = value; }

// Specialized before it is defined.
template <typename T>
__global__ void kind(T* a);
template <>
__global__ void kind<float>(float* a) {
  a[threadIdx.x] = 1;
}
template <typename T>
__global__ void kind(T* a) {
  a[threadIdx.x] = 2;
}
template <>
__global__ void kind<int>(int* a) {
  a[threadIdx.x] = 3;
}

// Pointers to device functions.
typedef int (*Operation)(int, int);
__device__ int add(int a, int b) { return a + b; }
__device__ int times(int a, int b) { return a * b; }
__device__ Operation operations[] = {add, times};
__device__ Operation addition = add;
__global__ void by_pointer(int* a, Operation f) { a[threadIdx.x] = f(threadIdx.x, 3); }
__global__ void by_table(int* a, int which) { a[threadIdx.x] = operations[which](threadIdx.x, 3); }

__global__ void rows(int (*a)[16]) { a[threadIdx.y][threadIdx.x] = threadIdx.y + 20; }
__global__ void plain(int* a) { a[threadIdx.x] = 9; }

// Only the first thread looks at what it then changes.
__device__ int is_done;
__global__ void once(int* a) {
  if (threadIdx.x == 0 && is_done == 0) {
    is_done = 1;
    a[5] = 30;
  }
}
void launch_any(void (*kernel)(int*), int* a) { kernel<<<1, THREADS>>>(a); }

int failures = 0;
void expect(const char* what, int is, int should) {
  if (is == should) return;
  printf("%s: %d, not %d\n", what, is, should);
  ++failures;
}

int main(int argc, char**) {
  int* a;
  float* b;
  cudaMalloc((void**)&a, THREADS * sizeof(int));
  cudaMalloc<float>(&b, THREADS * sizeof(float));
  const auto fifth = [&] {
    int all[THREADS];
    cudaMemcpy(all, a, sizeof all, cudaMemcpyDeviceToHost);
    return all[5];
  };
  fill<<<1, THREADS>>>(b);
  fill<<<1, THREADS>>>(a, 7), expect("an overload", fifth(), 7);
  kind<<<1, THREADS>>>(a), expect("a specialization", fifth(), 3);
  kind<float><<<1, THREADS>>>(b);
  kind<<<dim3(1), dim3{THREADS, 1, 1}>>>((unsigned*)a), expect("the template", fifth(), 2);
  Operation given;
  cudaMemcpyFromSymbol(&given, addition, sizeof given);
  by_pointer<<<1, THREADS>>>(a, given), expect("a pointer to a function", fifth(), 8);
  by_table<<<1, THREADS>>>(a, 1), expect("a table of functions", fifth(), 15);
  if (argc > 1)
    plain<<<2, THREADS>>>(a);
  else
    plain<<<1, THREADS>>>(a);
  expect("a branch", fifth(), 9);
  launch_any(plain, a), expect("a kernel as an argument", fifth(), 9);
  void* arguments[] = {&a};
  cudaLaunchKernel((const void*)kind<int>, 1, THREADS, arguments), expect("cudaLaunchKernel", fifth(), 3);
  rows<<<1, dim3(16, 2)>>>((int(*)[16])a), expect("a pointer to rows", fifth(), 20);
  once<<<1, 2 * THREADS>>>(a), expect("a test behind a test", fifth(), 30);
  cudaFree(a);
  cudaFree(b);
  return failures;
}
