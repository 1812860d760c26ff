// One kernel for elements of many types.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

template <typename T>
struct Pair {
  T first, second;
};

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
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
}
