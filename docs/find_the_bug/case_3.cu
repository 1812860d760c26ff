// A transpose through a padded tile, blocks of 32x8.
//
// Right at 256 x 256, 1024 x 1024 and 4096 x 2048. A user with 100 x 70 finds zeros at the end of the output's rows,
// and whole rows of zeros. He has read the kernel ten times, and finds it right.
#include <cstdio>
#include <cstdlib>
#include <vector>

__global__ void transpose(const float* in, float* out, unsigned rows, unsigned cols) {
  __shared__ float tile[32][33];
  const unsigned x = threadIdx.x;
  for (unsigned y = threadIdx.y; y < 32; y += 8) {
    const unsigned row = blockIdx.y * 32 + y, col = blockIdx.x * 32 + x;
    if (row < rows && col < cols) tile[y][x] = in[size_t(row) * cols + col];
  }
  __syncthreads();
  for (unsigned y = threadIdx.y; y < 32; y += 8) {
    const unsigned row = blockIdx.y * 32 + x, col = blockIdx.x * 32 + y;
    if (row < rows && col < cols) out[size_t(col) * rows + row] = tile[x][y];
  }
}

int main(int argc, char** argv) {
  const unsigned rows = argc > 2 ? atoi(argv[1]) : 100, cols = argc > 2 ? atoi(argv[2]) : 70;
  const size_t count = size_t(rows) * cols, bytes = count * sizeof(float);
  std::vector<float> input(count), output(count);
  for (size_t i = 0; i < count; ++i) input[i] = float(i + 1);
  float *in, *out;
  cudaMalloc(&in, bytes);
  cudaMalloc(&out, bytes);
  cudaMemcpy(in, input.data(), bytes, cudaMemcpyHostToDevice);
  transpose<<<dim3(cols / 32, rows / 32), dim3(32, 8)>>>(in, out, rows, cols);
  if (cudaGetLastError() != cudaSuccess) return 1;
  cudaMemcpy(output.data(), out, bytes, cudaMemcpyDeviceToHost);
  size_t wrong = 0;
  for (unsigned row = 0; row < rows; ++row) {
    for (unsigned col = 0; col < cols; ++col) {
      if (output[size_t(col) * rows + row] != input[size_t(row) * cols + col]) ++wrong;
    }
  }
  printf("%zu of %zu elements are wrong\n", wrong, count);
  cudaFree(in);
  cudaFree(out);
  return wrong != 0;
}
