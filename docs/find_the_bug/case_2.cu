// A transpose through a padded tile, blocks of 32x32.
//
// Right at 1024 x 1024. At 100 x 70 elements are missing; GPUs before compute capability 7.0 may hang.
#include <cstdio>
#include <cstdlib>
#include <vector>

__global__ void transpose(const float* in, float* out, unsigned rows, unsigned cols) {
  __shared__ float tile[32][33];
  unsigned row = blockIdx.y * 32 + threadIdx.y, col = blockIdx.x * 32 + threadIdx.x;
  if (row < rows && col < cols) {
    tile[threadIdx.y][threadIdx.x] = in[size_t(row) * cols + col];
    __syncthreads();
    row = blockIdx.y * 32 + threadIdx.x;
    col = blockIdx.x * 32 + threadIdx.y;
    if (row < rows && col < cols) out[size_t(col) * rows + row] = tile[threadIdx.x][threadIdx.y];
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
  transpose<<<dim3((cols + 31) / 32, (rows + 31) / 32), dim3(32, 32)>>>(in, out, rows, cols);
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
