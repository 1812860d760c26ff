// The kernels of docs/asynchronous.md that copy by cp.async, and their control: 256 x 256 floats, 16 tiles.
#include <cstdio>
#include <vector>

#include "../../../../docs/measured/asynchronous.cuh"

using namespace asynchronous;

int main() {
  constexpr unsigned size = 256, down = size / TILE;
  std::vector<float> host(size * size);
  for (unsigned i = 0; i < size * size; ++i) host[i] = i;
  const size_t bytes = host.size() * sizeof(float);
  float *in, *out;
  cudaMalloc(&in, bytes);
  cudaMalloc(&out, bytes);
  cudaMemcpy(in, host.data(), bytes, cudaMemcpyHostToDevice);
  int wrong = 0;
  const auto check = [&](const char* name) {
    cudaMemcpy(host.data(), out, bytes, cudaMemcpyDeviceToHost);
    for (unsigned i = 0; i < size * size; ++i) wrong += host[i] != i % size * size + i / size;
    cudaMemset(out, 0, bytes);
    printf("%s: %d are wrong\n", name, wrong);
  };
  by_registers<<<dim3(down, down), THREADS>>>(in, out, size, size);
  check("by_registers");
  by_cp_async<4><<<dim3(down, down), THREADS>>>(in, out, size, size);
  check("by_cp_async<4>");
  by_cp_async<16><<<dim3(down, down), THREADS>>>(in, out, size, size);
  check("by_cp_async<16>");
  by_cp_async_in_stages<4><<<5, THREADS>>>(in, out, size, size, down * down);
  check("by_cp_async_in_stages<4>");
  by_cp_async_in_stages<16><<<5, THREADS>>>(in, out, size, size, down * down);
  check("by_cp_async_in_stages<16>");
  cudaFree(in);
  cudaFree(out);
  return wrong != 0;
}
