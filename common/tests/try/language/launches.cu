// Launches and kernels in all forms that CUDA C++ has for them. Ends with 0 where each did what it should.
#include <cstdio>
#include <cstring>
#include <utility>

#define DIV_UP(a, b) (((a) + (b)-1) / (b))
#define LAUNCH(kernel, blocks, threads, ...) kernel<<<blocks, threads>>>(__VA_ARGS__)

constexpr int n = 128;
int failures = 0;
int* values;  // of the device

void expect(const char* what, int first, int last) {
  int result[n];
  cudaMemcpy(result, values, sizeof(result), cudaMemcpyDeviceToHost);
  if (result[0] == first && result[n - 1] == last && cudaGetLastError() == cudaSuccess) return;
  printf("%s: %d and %d\n", what, result[0], result[n - 1]);
  ++failures;
}

__global__ void plain(int* out, int value) { out[threadIdx.x] = value + threadIdx.x; }
__global__ void declared_before(int* out, int value = 7);
__global__ void declared_before(int* out, int value) { out[threadIdx.x] = value; }
extern "C" __global__ void with_c_linkage(int* out) { out[threadIdx.x] = 11; }
extern "C" {
__global__ void in_a_block_of_c(int* out) { out[threadIdx.x] = 12; }
}
static __global__ void of_this_file(int* out) {
  auto i = threadIdx.x;
  out[i] = static_cast<int>(i);
}
namespace {
__global__ void without_a_name(int* out) { out[threadIdx.x] = 13; }
}  // namespace
namespace outer {
namespace inner {
template <typename T, int factor = 2>
__global__ void nested(T* out, T value) {
  out[threadIdx.x] = factor * value;
}
}  // namespace inner
}  // namespace outer
template <typename T>
__global__ void deduced(T* out, const T* in) {
  out[threadIdx.x] = in == nullptr ? 14 : *in;
}
template <>
__global__ void deduced<float>(float* out, const float*) {
  reinterpret_cast<int*>(out)[threadIdx.x] = 15;
}
template <typename... Values>
__global__ void of_many(int* out, Values... parts) {
  out[threadIdx.x] = (0 + ... + parts);
}
struct Matrix {
  int* elements;
  int width;
  __host__ __device__ int& at(int row, int col) const { return elements[row * width + col]; }
};
__global__ void by_value(const __grid_constant__ Matrix matrix) { matrix.at(threadIdx.y, threadIdx.x) = 16; }
__global__ void __launch_bounds__(n, 2) bounded(int* __restrict__ out) { out[threadIdx.x] = 17; }
void __global__ behind_the_type(int* out) { out[threadIdx.x] = 18; }
template <typename Function>
__global__ void apply(int* out, Function function) {
  out[threadIdx.x] = function(threadIdx.x);
}
struct Square {
  __device__ int operator()(int i) const { return i * i; }
};
__device__ int fibonacci(int i) { return i < 2 ? i : fibonacci(i - 1) + fibonacci(i - 2); }
__global__ void recursive(int* out) { out[threadIdx.x] = fibonacci(threadIdx.x % 2 + 9); }
__global__ void no_parameters() {}
__global__ void unnamed(int* out, int) { out[threadIdx.x] = 19; }
__global__ void with_dynamic(int* out) {
  extern __shared__ int shared[];
  shared[threadIdx.x] = 20;
  __syncthreads();
  out[threadIdx.x] = shared[n - 1 - threadIdx.x];
}
__managed__ int managed = 21;
__device__ int on_the_device = 22;
__constant__ int constant[2] = {1, 2};
__global__ void variables(int* out) { out[threadIdx.x] = threadIdx.x == 0 ? managed : on_the_device + constant[1]; }
__global__ void which_pass(int* out) {
#ifdef __CUDA_ARCH__
  out[threadIdx.x] = __CUDA_ARCH__ >= 700 ? 23 : 0;
#endif
}

class Runner {
 public:
  explicit Runner(int threads) : threads_(threads) {}
  void run() { plain<<<1, threads_>>>(values, 5); }
  template <int factor>
  void run_template() {
    outer::inner::nested<int, factor><<<dim3(1), dim3(threads_)>>>(values, 6);
  }

 private:
  int threads_;
};

int main() {
  cudaMalloc(&values, n * sizeof(int));
  plain<<<1, n>>>(values, 1);
  expect("plain", 1, n);
  plain<<<1, n>>>(values, 2), plain<<<dim3(1, 1), n, 0>>>(values, 3);
  expect("two in a row", 3, n + 2);
  LAUNCH(plain, DIV_UP(n, n), n, values, 4);
  expect("in a macro", 4, n + 3);
  plain<<<DIV_UP(n, n), n, 0, 0>>>(values, 5);
  expect("on several lines", 5, n + 4);
  Runner(n).run();
  expect("in a class", 5, n + 4);
  Runner(n).run_template<3>();
  expect("template in a class", 18, 18);
  outer::inner::nested<<<1, n>>>(values, 4);
  expect("deduced, with a default", 8, 8);
  deduced<<<1, n>>>(values, (const int*)nullptr);
  expect("deduced", 14, 14);
  deduced<int><<<1, n>>>(values, NULL);
  expect("null", 14, 14);
  deduced<<<1, n>>>(reinterpret_cast<float*>(values), (const float*)nullptr);
  expect("specialized", 15, 15);
  of_many<<<1, n>>>(values, 1, 2u, 3);
  expect("a pack", 6, 6);
  declared_before<<<1, n>>>(values);
  expect("a default", 7, 7);
  with_c_linkage<<<1, n>>>(values);
  expect("extern C", 11, 11);
  in_a_block_of_c<<<1, n>>>(values);
  expect("a block of extern C", 12, 12);
  of_this_file<<<1, n>>>(values);
  expect("static", 0, n - 1);
  without_a_name<<<1, n>>>(values);
  expect("a namespace without a name", 13, 13);
  by_value<<<1, dim3(n / 2, 2)>>>(Matrix{values, n / 2});
  expect("a struct", 16, 16);
  bounded<<<1, n>>>(values);
  expect("launch bounds", 17, 17);
  behind_the_type<<<1, n>>>(values);
  expect("behind the type", 18, 18);
  apply<<<1, n>>>(values, Square());
  expect("a functor", 0, (n - 1) * (n - 1));
  const int factor = 3;
  apply<<<1, n>>>(values, [=] __device__(int i) { return factor * i; });
  expect("a lambda", 0, 3 * (n - 1));
  recursive<<<1, n>>>(values);
  expect("recursion", 34, 55);
  no_parameters<<<1, 1>>>();
  unnamed<<<1, n>>>(values, 1);
  expect("an unnamed parameter", 19, 19);
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  with_dynamic<<<1, n, n * sizeof(int), stream>>>(values);
  cudaStreamSynchronize(stream);
  expect("dynamic shared memory", 20, 20);
  cudaStreamDestroy(stream);
  variables<<<1, n>>>(values);
  expect("variables", 21, 24);
  managed = 25;
  const int eight = 8, nine = 9;
  cudaMemcpyToSymbol(on_the_device, &eight, sizeof(int));
  cudaMemcpyToSymbol(constant, &nine, sizeof(int), sizeof(int));
  variables<<<1, n>>>(values);
  expect("variables that the host writes", 25, 17);
  which_pass<<<1, n>>>(values);
  expect("the architecture", 23, 23);
  void (*function)(int*, int) = plain;
  function<<<1, n>>>(values, 26);
  expect("a pointer to a kernel", 26, n + 25);
  int value = 27;
  void* arguments[] = {&values, &value};
  cudaLaunchKernel((void*)plain, dim3(1), dim3(n), arguments, 0, 0);
  expect("cudaLaunchKernel", 27, n + 26);
  int blocks = 0;
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, plain, n, 0);
  if (blocks != 16) ++failures, printf("%d blocks\n", blocks);
  cudaFuncAttributes of_bounded;
  int of_any = 0, of_few = 0, within_bounds = 0;
  cudaOccupancyMaxPotentialBlockSize(&blocks, &of_any, plain, 0, 5000);
  cudaOccupancyMaxPotentialBlockSize(&blocks, &of_few, plain, 0, 20);
  cudaOccupancyMaxPotentialBlockSize(&blocks, &within_bounds, bounded);
  cudaFuncGetAttributes(&of_bounded, bounded);
  if (of_any != 1024 || of_few != 20 || within_bounds != n || of_bounded.maxThreadsPerBlock != n)
    ++failures, printf("%d, %d, %d and %d threads\n", of_any, of_few, within_bounds, of_bounded.maxThreadsPerBlock);
  cudaFree(values);
  printf("%d failures\n", failures);
  return failures;
}
