// Kernels, and what they call, as programs declare and launch them.
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

static __global__ void declared(int* a, int n = 5);

// Pointers to device functions.
typedef int (*Operation)(int, int);
__device__ int add(int a, int b) { return a + b; }
__device__ int times(int a, int b) { return a * b; }
__device__ Operation operations[] = {add, times};
__device__ Operation addition = add;
__global__ void by_pointer(int* a, Operation f) { a[threadIdx.x] = f(threadIdx.x, 3); }
__global__ void by_table(int* a, int which) { a[threadIdx.x] = operations[which](threadIdx.x, 3); }

// Functors and lambdas; a launch in a class.
template <typename F>
__global__ void apply(int* a, int n, F f) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] = f(i);
}
struct Square {
  __host__ __device__ int operator()(int i) const { return i * i; }
};
class Runner {
 public:
  explicit Runner(int n) : n_(n) { cudaMalloc(&a_, n * sizeof(int)); }
  ~Runner() { cudaFree(a_); }
  template <class F>
  int run(F f) {
    apply<<<(n_ + 31) / 32, THREADS>>>(a_, n_, f);
    std::vector<int> result(n_);
    cudaMemcpy(result.data(), a_, n_ * sizeof(int), cudaMemcpyDeviceToHost);
    return result[9];
  }

 private:
  int n_;
  int* a_;
};

namespace {
__global__ void unnamed(int* a) { a[threadIdx.x] = 9; }
}  // namespace
namespace outer {
namespace inner {
template <int N, typename T = float>
__global__ void nested(T* a) {
  __shared__ T tile[N];
  tile[threadIdx.x] = threadIdx.x;
  __syncthreads();
  a[threadIdx.x] = tile[N - 1 - threadIdx.x];
}
}  // namespace inner
}  // namespace outer

extern "C" __global__ void of_c(int* a) { a[threadIdx.x] = 11; }
extern "C" {
__global__ void of_c_too(int* a) { a[threadIdx.x] = 12; }
}

__global__ void
__launch_bounds__(256, 2)
bounded(int *__restrict__ a, const int n)
{
  if (threadIdx.x < n) a[threadIdx.x] = 13;
}

__device__ int factorial(int n) { return n <= 1 ? 1 : n * factorial(n - 1); }
__global__ void recursive(int* a) { a[threadIdx.x] = factorial(threadIdx.x % 8); }
__global__ void declared(int* a, int n) { a[threadIdx.x] = n; }
__global__ void rows(int (*a)[16]) { a[threadIdx.y][threadIdx.x] = threadIdx.y + 20; }

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
  declared<<<1, THREADS>>>(a), expect("a default argument", fifth(), 5);
  Operation given;
  cudaMemcpyFromSymbol(&given, addition, sizeof given);
  by_pointer<<<1, THREADS>>>(a, given), expect("a pointer to a function", fifth(), 8);
  by_table<<<1, THREADS>>>(a, 1), expect("a table of functions", fifth(), 15);
  Runner runner(100);
  const int factor = 3;
  expect("a functor", runner.run(Square()), 81);
  expect("a lambda", runner.run([] __device__(int i) { return i + 7; }), 16);
  expect("a lambda of both sides", runner.run([=] __host__ __device__(int i) { return i * factor; }), 27);
  if (argc > 0)
    unnamed<<<1, THREADS>>>(a);
  else
    unnamed<<<2, THREADS>>>(a);
  expect("a branch", fifth(), 9);
  outer::inner::nested<32><<<1, THREADS>>>(b);
  outer::inner::nested<32, int><<<1, THREADS, 0, 0>>>(a), expect("a namespace", fifth(), 26);
  of_c<<<1, THREADS>>>(a), expect("extern C", fifth(), 11);
  of_c_too<<<1, THREADS>>>(a), expect("extern C {}", fifth(), 12);
  bounded<<<1, THREADS>>>(a, 32), expect("bounds", fifth(), 13);
  recursive<<<1, THREADS>>>(a), expect("recursion", fifth(), 120);
  launch_any(unnamed, a), expect("a kernel as an argument", fifth(), 9);
  void* arguments[] = {&a};
  cudaLaunchKernel((void*)of_c, dim3(1), dim3(THREADS), arguments, 0, 0), expect("cudaLaunchKernel", fifth(), 11);
  cudaLaunchKernel((const void*)kind<int>, 1, THREADS, arguments), expect("and of a template", fifth(), 3);
  rows<<<1, dim3(16, 2)>>>((int(*)[16])a), expect("a pointer to rows", fifth(), 20);
  cudaFree(a);
  cudaFree(b);
  return failures;
}
