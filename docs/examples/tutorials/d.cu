// A series of posts, as a program: a naive transpose with blocks of (32, 8) and of (8, 32); 4 x 4 elements per thread
// in registers with float4 both ways; a tile of 32 x 32 with PAD 0 and 1. Its author draws the sectors of a warp: 4 of
// 32 bytes where it reads a row, 5 where the row begins elsewhere, 32 down a column, 8 for (8, 32).
#include <cstdio>
#include <cstdlib>
#include <vector>

__global__ void naive(const float* in, float* out, int rows, int cols) {
  const int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < rows && col < cols) out[col * rows + row] = in[row * cols + col];
}

__global__ void offset_copy(const float* in, float* out, int count, int offset) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x + offset;
  if (i < count) out[i] = in[i];
}

__global__ void register_tile(const float* in, float* out, int rows, int cols) {
  const int col = 4 * (blockIdx.x * blockDim.x + threadIdx.x), row = 4 * (blockIdx.y * blockDim.y + threadIdx.y);
  float4 line[4];
  for (int i = 0; i < 4; ++i) line[i] = reinterpret_cast<const float4*>(&in[(row + i) * cols + col])[0];
  const float4 turned[4] = {{line[0].x, line[1].x, line[2].x, line[3].x},
                            {line[0].y, line[1].y, line[2].y, line[3].y},
                            {line[0].z, line[1].z, line[2].z, line[3].z},
                            {line[0].w, line[1].w, line[2].w, line[3].w}};
  for (int i = 0; i < 4; ++i) reinterpret_cast<float4*>(&out[(col + i) * rows + row])[0] = turned[i];
}

template <int PAD>
__global__ void tile(const float* in, float* out, int rows, int cols) {
  __shared__ float values[32][32 + PAD];
  const int left = blockIdx.x * 32, top = blockIdx.y * 32;
  for (int y = threadIdx.y; y < 32; y += 8) values[y][threadIdx.x] = in[(top + y) * cols + left + threadIdx.x];
  __syncthreads();
  for (int y = threadIdx.y; y < 32; y += 8) out[(left + y) * rows + top + threadIdx.x] = values[threadIdx.x][y];
}

int main() {
  const int rows = 128, cols = 256, count = rows * cols;
  std::vector<float> input(count), output(count);
  for (int i = 0; i < count; ++i) input[i] = i % 1009;
  float *in, *out;
  cudaMalloc(&in, count * sizeof(float));
  cudaMalloc(&out, count * sizeof(float));
  cudaMemcpy(in, input.data(), count * sizeof(float), cudaMemcpyHostToDevice);
  int wrong = 0;
  const auto verify = [&] {
    cudaMemcpy(output.data(), out, count * sizeof(float), cudaMemcpyDeviceToHost);
    for (int i = 0; i < count; ++i) wrong += output[i % cols * rows + i / cols] != input[i];
    cudaMemset(out, 0, count * sizeof(float));
  };
  for (const dim3 block : {dim3(32, 8), dim3(8, 32)}) {
    naive<<<dim3(cols / block.x, rows / block.y), block>>>(in, out, rows, cols);
    verify();
  }
  for (const dim3 block : {dim3(32, 8), dim3(16, 16)}) {
    register_tile<<<dim3(cols / block.x / 4, rows / block.y / 4), block>>>(in, out, rows, cols);
    verify();
  }
  tile<0><<<dim3(cols / 32, rows / 32), dim3(32, 8)>>>(in, out, rows, cols);
  verify();
  tile<1><<<dim3(cols / 32, rows / 32), dim3(32, 8)>>>(in, out, rows, cols);
  verify();
  for (const int offset : {0, 1}) offset_copy<<<count / 256, 256>>>(in, out, count, offset);
  cudaDeviceSynchronize();
  printf("%d elements are wrong\n", wrong);
  cudaFree(in);
  cudaFree(out);
  return wrong != 0;
}
