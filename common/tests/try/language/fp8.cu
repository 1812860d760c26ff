// Conversions of cuda_fp8.h. Each number that is not as expected is told.
#include <cuda_fp16.h>
#include <cuda_fp8.h>

#include <cstdio>

int failures = 0;
void expect(const char* what, double found, double expected) {
  if (found == expected) return;
  ++failures;
  printf("%s: %g, expected %g\n", what, found, expected);
}

__global__ void round_trip(const float* in, __nv_fp8_e4m3* small, float* out) {
  const int i = threadIdx.x;
  small[i] = __nv_fp8_e4m3(in[i]);
  out[i] = float(small[i]);
}

__global__ void round_pairs(const float2* in, __half2* out) {
  const __nv_fp8x2_e5m2 pair(in[threadIdx.x]);
  out[threadIdx.x] = __half2(pair);
}

int main() {
  constexpr int n = 8;
  const float values[n] = {0, 1, -43.84f, 42.47f, 500, 0.001f, 3.3f, -0.07f};
  const float of_e4m3[n] = {0, 1, -44, 44, 448, 0.001953125f, 3.25f, -0.0703125f};
  const float of_e5m2[n] = {0, 1, -40, 40, 512, 0.0009765625f, 3.5f, -0.0625f};
  float *in, *out, found[n];
  __nv_fp8_e4m3* small;
  __half2 *pairs, found_pairs[n / 2];
  cudaMalloc(&in, sizeof values);
  cudaMalloc(&out, sizeof found);
  cudaMalloc(&small, n);
  cudaMalloc(&pairs, sizeof found_pairs);
  cudaMemcpy(in, values, sizeof values, cudaMemcpyHostToDevice);
  round_trip<<<1, n>>>(in, small, out);
  cudaMemcpy(found, out, sizeof found, cudaMemcpyDeviceToHost);
  for (int i = 0; i < n; ++i) expect("e4m3", found[i], of_e4m3[i]);
  round_pairs<<<1, n / 2>>>(reinterpret_cast<float2*>(in), pairs);
  cudaMemcpy(found_pairs, pairs, sizeof found_pairs, cudaMemcpyDeviceToHost);
  for (int i = 0; i < n / 2; ++i) {
    expect("e5m2", __low2float(found_pairs[i]), of_e5m2[2 * i]);
    expect("e5m2", __high2float(found_pairs[i]), of_e5m2[2 * i + 1]);
  }
  expect("on the host", float(__nv_fp8_e4m3(-43.84f)), -44);
  for (void* memory :
       {static_cast<void*>(in), static_cast<void*>(out), static_cast<void*>(small), static_cast<void*>(pairs)})
    cudaFree(memory);
  printf("%d failures\n", failures);
}
