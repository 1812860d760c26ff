// A transpose through a swizzled tile. It was right with tiles of 32 x 32 and blocks of 32x16 threads. To use more of
// the shared memory, somebody has changed TILE to 48, and the block to 48x16.
//
// Now some elements are wrong, although no access is out of bounds.
#include <cstdio>
#include <cstdlib>
#include <vector>

constexpr unsigned TILE = 48;

__global__ void transpose(const float* in, float* out, unsigned rows, unsigned cols) {
  __shared__ float tile[TILE][TILE];
  const unsigned x = threadIdx.x;
  for (unsigned y = threadIdx.y; y < TILE; y += 16) {
    const unsigned row = blockIdx.y * TILE + y, col = blockIdx.x * TILE + x;
    if (row < rows && col < cols) tile[y][x ^ (y % 32)] = in[size_t(row) * cols + col];
  }
  __syncthreads();
  for (unsigned y = threadIdx.y; y < TILE; y += 16) {
    const unsigned row = blockIdx.y * TILE + x, col = blockIdx.x * TILE + y;
    if (row < rows && col < cols) out[size_t(col) * rows + row] = tile[x][y ^ (x % 32)];
  }
}

int main(int argc, char** argv) {
  const unsigned rows = argc > 2 ? atoi(argv[1]) : 96, cols = argc > 2 ? atoi(argv[2]) : 96;
  const size_t count = size_t(rows) * cols, bytes = count * sizeof(float);
  std::vector<float> input(count), output(count);
  for (size_t i = 0; i < count; ++i) input[i] = float(i + 1);
  float *in, *out;
  cudaMalloc(&in, bytes);
  cudaMalloc(&out, bytes);
  cudaMemcpy(in, input.data(), bytes, cudaMemcpyHostToDevice);
  transpose<<<dim3((cols + 47) / 48, (rows + 47) / 48), dim3(48, 16)>>>(in, out, rows, cols);
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
