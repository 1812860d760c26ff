// A chapter of a book, as a program: a transpose by rows and by columns with blocks of 16 x 16, four times unrolled by
// columns, through a tile 32 wide, and through a padded one. Its author reports transactions per request: 16 where the
// block goes across, 4 where it goes along; of shared memory 32, and 1 with the pad.
#include <cstdio>
#include <vector>

__global__ void by_rows(const float* in, float* out, int nx, int ny) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < nx && y < ny) out[x * ny + y] = in[y * nx + x];
}

__global__ void by_columns(const float* in, float* out, int nx, int ny) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < ny && y < nx) out[y * ny + x] = in[x * nx + y];
}

__global__ void unrolled_by_columns(const float* in, float* out, int nx, int ny) {
  const int x = blockIdx.x * blockDim.x * 4 + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  for (int i = 0; i < 4; ++i) out[y * ny + x + i * blockDim.x] = in[(x + i * blockDim.x) * nx + y];
}

template <int PAD>
__global__ void shared_tile(const float* in, float* out, int nx, int ny) {
  __shared__ float tile[32][32 + PAD];
  const int left = blockIdx.x * 32, top = blockIdx.y * 32;
  tile[threadIdx.y][threadIdx.x] = in[(top + threadIdx.y) * nx + left + threadIdx.x];
  __syncthreads();
  out[(left + threadIdx.y) * ny + top + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}

int main() {
  const int nx = 256, ny = 128, count = nx * ny;
  std::vector<float> input(count), output(count);
  for (int i = 0; i < count; ++i) input[i] = i % 997;
  float *in, *out;
  cudaMalloc(&in, count * sizeof(float));
  cudaMalloc(&out, count * sizeof(float));
  cudaMemcpy(in, input.data(), count * sizeof(float), cudaMemcpyHostToDevice);
  int wrong = 0;
  const auto verify = [&] {
    cudaMemcpy(output.data(), out, count * sizeof(float), cudaMemcpyDeviceToHost);
    for (int i = 0; i < count; ++i) wrong += output[i % nx * ny + i / nx] != input[i];
    cudaMemset(out, 0, count * sizeof(float));
  };
  const dim3 block(16, 16);
  by_rows<<<dim3(nx / 16, ny / 16), block>>>(in, out, nx, ny);
  verify();
  by_columns<<<dim3(ny / 16, nx / 16), block>>>(in, out, nx, ny);
  verify();
  unrolled_by_columns<<<dim3(ny / 64, nx / 16), block>>>(in, out, nx, ny);
  verify();
  shared_tile<0><<<dim3(nx / 32, ny / 32), dim3(32, 32)>>>(in, out, nx, ny);
  verify();
  shared_tile<1><<<dim3(nx / 32, ny / 32), dim3(32, 32)>>>(in, out, nx, ny);
  verify();
  printf("%d elements are wrong\n", wrong);
  cudaFree(in);
  cudaFree(out);
  return wrong != 0;
}
