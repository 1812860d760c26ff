// One kernel for elements of many types.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <cstdarg>

template <typename T>
struct Pair {
  T first, second;
};

// Names that a program may have, and functions of any number of arguments.
__device__ void device_memcpy(int* to, const int* from, int count) {
  for (int i = 0; i < count; ++i) to[i] = from[i];
}
int ladder_alignment = 3;
__device__ int sum(int count, ...) {
  va_list list;
  va_start(list, count);
  int result = 0;
  while (count-- > 0) result += va_arg(list, int);
  va_end(list);
  return result;
}
__global__ void use_names(int* out) {
  const int three = sum(2, 1, 2);
  device_memcpy(out + threadIdx.x, &three, 1);
}

// As many parameters as a kernel may have, one of them handed on.
struct Large {
  int values[8188];
};
__device__ int last_of(Large large) { return large.values[8187]; }
__global__ void take_large(Large large, int* out, int index) {
  Large copy = large;
  copy.values[threadIdx.x] = large.values[index];
  out[threadIdx.x] = copy.values[threadIdx.x] + last_of(large);
}

template <typename T>
__global__ void copy(const T* in, T* out) {
  out[threadIdx.x] = in[threadIdx.x];
}

template <typename T>
void copy_some(void* in, void* out) {
  copy<<<1, 32>>>(static_cast<const T*>(in), static_cast<T*>(out));
}

int main() {
  void *in, *out;
  cudaMalloc(&in, 1024);
  cudaMalloc(&out, 1024);
  cudaMemset(in, 0, 1024);
  copy_some<float4>(in, out);
  copy_some<uchar4>(in, out);
  copy_some<ulonglong2>(in, out);
  copy_some<char2>(in, out);
  copy_some<half>(in, out);
  copy_some<half2>(in, out);
  copy_some<nv_bfloat16>(in, out);
  copy_some<Pair<half>>(in, out);
  int three = 0;
  use_names<<<1, 32>>>(static_cast<int*>(out));
  cudaMemcpy(&three, static_cast<int*>(out) + 31, 4, cudaMemcpyDeviceToHost);
  if (three != ladder_alignment) return 1;
  static Large large;
  for (int i = 0; i < 8188; ++i) large.values[i] = i;
  take_large<<<1, 32>>>(large, static_cast<int*>(out), 8000);
  cudaMemcpy(&three, static_cast<int*>(out) + 31, 4, cudaMemcpyDeviceToHost);
  if (three != 8000 + 8187) return 2;
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
}
