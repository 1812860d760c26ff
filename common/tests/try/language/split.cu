// Stores of 16 bytes, of which nvcc makes four of 4 bytes in one spelling of their address.
#include <cstddef>

template <bool SUM>
__global__ void columns(const float* in, float* out, size_t rows, size_t cols) {
  __shared__ float tile[64 * 65];
  for (unsigned i = threadIdx.x; i < 64 * 64; i += 256) tile[i / 64 * 65 + i % 64] = in[i / 64 * cols + i % 64];
  __syncthreads();
  const size_t x = threadIdx.x % 16, first = blockIdx.x * 64;
#pragma unroll
  for (size_t c = threadIdx.x / 16; c < 64; c += 16) {
    const float4 v = make_float4(tile[4 * x * 65 + c], tile[(4 * x + 1) * 65 + c], tile[(4 * x + 2) * 65 + c],
                                 tile[(4 * x + 3) * 65 + c]);
    if (SUM) {
      *reinterpret_cast<float4*>(out + c * rows + first + 4 * x) = v;  // by the sum
    } else {
      reinterpret_cast<float4*>(out + c * rows + first)[x] = v;  // by the subscript
    }
  }
}
int main() {
  constexpr size_t n = 64;
  float *in, *out;
  cudaMalloc(&in, n * n * sizeof(float));
  cudaMalloc(&out, n * n * sizeof(float));
  cudaMemset(in, 0, n * n * sizeof(float));
  columns<true><<<1, 256>>>(in, out, n, n);
  columns<false><<<1, 256>>>(in, out, n, n);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
}
