// A program that times the same transpose with two shapes of block. It says that both are right, and that the second
// one takes next to no time.
#include <cstdio>
#include <vector>

__global__ void transpose(const float* in, float* out, unsigned rows, unsigned cols) {
  const unsigned row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < rows && col < cols) out[size_t(col) * rows + row] = in[size_t(row) * cols + col];
}

float time_of(dim3 grid, dim3 block, const float* in, float* out, unsigned n) {
  cudaEvent_t begin, end;
  cudaEventCreate(&begin);
  cudaEventCreate(&end);
  cudaEventRecord(begin);
  transpose<<<grid, block>>>(in, out, n, n);
  cudaEventRecord(end);
  cudaEventSynchronize(end);
  float ms;
  cudaEventElapsedTime(&ms, begin, end);
  cudaEventDestroy(begin);
  cudaEventDestroy(end);
  return ms;
}

int main() {
  const unsigned n = 1024;
  const size_t bytes = size_t(n) * n * sizeof(float);
  std::vector<float> input(size_t(n) * n), output(input.size());
  for (size_t i = 0; i < input.size(); ++i) input[i] = float(i % 1000003);
  float *in, *out;
  cudaMalloc(&in, bytes);
  cudaMalloc(&out, bytes);
  cudaMemcpy(in, input.data(), bytes, cudaMemcpyHostToDevice);
  const auto report = [&](const char* name, float ms) {
    cudaMemcpy(output.data(), out, bytes, cudaMemcpyDeviceToHost);
    bool right = true;
    for (size_t i = 0; i < input.size(); ++i) right = right && output[i % n * n + i / n] == input[i];
    printf("%s: %.3g ms, %s\n", name, ms, right ? "right" : "WRONG");
  };
  report("one element per thread", time_of(dim3(n / 32, n / 32), dim3(32, 32), in, out, n));
  report("with twice the threads", time_of(dim3(n / 32, n / 64), dim3(32, 64), in, out, n));
  cudaFree(in);
  cudaFree(out);
}
