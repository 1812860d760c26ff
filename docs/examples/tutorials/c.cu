// A post on float4, as a program: transposes of m x n floats with edges. One element per thread; a float4 loaded and
// its parts stored, with a tail; through a tile of 32 x 128 whose columns conflict, and one of 32 x 129 that is read so
// that lane (tidx, tidy) meets bank ((tidx * 129) + 4 * tidy) % 32.
#include <cstdio>
#include <cstdlib>
#include <vector>

__global__ void scalar(const float* in, float* out, int m, int n) {
  const int col = blockIdx.x * 32 + threadIdx.x, row = blockIdx.y * 8 + threadIdx.y;
  if (col < n && row < m) out[col * m + row] = in[row * n + col];
}

__global__ void load_float4(const float* in, float* out, int m, int n) {
  const int col = 4 * (blockIdx.x * 32 + threadIdx.x), row = blockIdx.y * 8 + threadIdx.y;
  if (row >= m) return;
  if (col + 3 < n) {
    const float4 four = *reinterpret_cast<const float4*>(&in[row * n + col]);
    out[col * m + row] = four.x;
    out[(col + 1) * m + row] = four.y;
    out[(col + 2) * m + row] = four.z;
    out[(col + 3) * m + row] = four.w;
  } else {
    for (int c = col; c < n; ++c) out[c * m + row] = in[row * n + c];
  }
}

// 32 rows of 128 columns; 32 x 8 threads.
template <int PITCH>
__global__ void tile_of_float4(const float* in, float* out, int m, int n) {
  __shared__ float tile[32][PITCH];
  const int left = blockIdx.x * 128, top = blockIdx.y * 32;
  for (int y = threadIdx.y; y < 32; y += 8) {
    const int row = top + y, col = left + 4 * threadIdx.x;
    for (int part = 0; part < 4; ++part) {
      if (row < m && col + part < n) tile[y][4 * threadIdx.x + part] = in[row * n + col + part];
    }
  }
  __syncthreads();
  for (int x = threadIdx.y; x < 128; x += 8) {
    const int row = top + threadIdx.x, col = left + x;
    if (row < m && col < n) out[col * m + row] = tile[threadIdx.x][x];
  }
}

int main(int argc, char** argv) {
  const int m = argc > 2 ? atoi(argv[1]) : 128, n = argc > 2 ? atoi(argv[2]) : 256;  // n: a multiple of 4
  const size_t bytes = size_t(m) * n * sizeof(float);
  std::vector<float> input(size_t(m) * n), output(input.size());
  for (size_t i = 0; i < input.size(); ++i) input[i] = i % 1013;
  float *in, *out;
  cudaMalloc(&in, bytes);
  cudaMalloc(&out, bytes);
  cudaMemcpy(in, input.data(), bytes, cudaMemcpyHostToDevice);
  int wrong = 0;
  const auto verify = [&] {
    cudaMemcpy(output.data(), out, bytes, cudaMemcpyDeviceToHost);
    for (size_t i = 0; i < input.size(); ++i) wrong += output[i % n * m + i / n] != input[i];
    cudaMemset(out, 0, bytes);
  };
  const dim3 block(32, 8);
  scalar<<<dim3((n + 31) / 32, (m + 7) / 8), block>>>(in, out, m, n);
  verify();
  load_float4<<<dim3((n + 127) / 128, (m + 7) / 8), block>>>(in, out, m, n);
  verify();
  tile_of_float4<128><<<dim3((n + 127) / 128, (m + 31) / 32), block>>>(in, out, m, n);
  verify();
  tile_of_float4<129><<<dim3((n + 127) / 128, (m + 31) / 32), block>>>(in, out, m, n);
  verify();
  printf("%d elements are wrong\n", wrong);
  cudaFree(in);
  cudaFree(out);
  return wrong != 0;
}
