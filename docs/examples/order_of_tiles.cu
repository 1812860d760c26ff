// What the order of the blocks costs, with nothing transposed: tiles of 64x64 floats change places as in a transpose,
// and each tile stays as it is. Three launches with the same loads and stores: in order, along the rows of the output,
// along the rows of the input. All counts are equal. On a GPU compare the times; the differences grow with n.
//
//   nvcc -O3 -arch=native -o order_of_tiles docs/examples/order_of_tiles.cu && ./order_of_tiles 16384
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

__global__ void copy(const float* in, float* out) {
  const size_t i = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  reinterpret_cast<float4*>(out)[i] = reinterpret_cast<const float4*>(in)[i];
}

// Four blocks move a tile, 16 rows each.
template <bool ALONG_OUTPUT>
__global__ void move_tiles(const float* in, float* out, unsigned n) {
  const unsigned tile = blockIdx.x / 4, tiles_in_row = n / 64;
  const unsigned tile_row = 64 * (ALONG_OUTPUT ? tile % tiles_in_row : tile / tiles_in_row);
  const unsigned tile_col = 64 * (ALONG_OUTPUT ? tile / tiles_in_row : tile % tiles_in_row);
  const unsigned x = 4 * (threadIdx.x % 16), y = 16 * (blockIdx.x % 4) + threadIdx.x / 16;
  const float* from = in + size_t(tile_row + y) * n + tile_col + x;
  float* to = out + size_t(tile_col + y) * n + tile_row + x;
  *reinterpret_cast<float4*>(to) = *reinterpret_cast<const float4*>(from);
}

// The median of several times, in GB/s. Only a GPU's are worth anything.
template <typename Launch>
double rate(size_t bytes, const Launch& launch) {
  cudaEvent_t begin, end;
  cudaEventCreate(&begin);
  cudaEventCreate(&end);
  std::vector<float> times;
  for (int run = 0; run < 5; ++run) {
    cudaEventRecord(begin);
    launch();
    cudaEventRecord(end);
    cudaEventSynchronize(end);
    float ms = 0;
    cudaEventElapsedTime(&ms, begin, end);
    times.push_back(ms);
  }
  cudaEventDestroy(begin);
  cudaEventDestroy(end);
  std::sort(times.begin(), times.end());
  return bytes / times[2] / 1e6;
}

int main(int count, char** arguments) {
  const unsigned n = count > 1 ? atoi(arguments[1]) : 512;  // a multiple of 64
  const size_t bytes = size_t(n) * n * sizeof(float);
  float *in, *out;
  cudaMalloc(&in, bytes);
  cudaMalloc(&out, bytes);
  cudaMemset(in, 0, bytes);
  const unsigned blocks = n * (n / 1024.0);
  const double in_order = rate(2 * bytes, [&] { copy<<<blocks, 256>>>(in, out); });
  const double along_output = rate(2 * bytes, [&] { move_tiles<true><<<blocks, 256>>>(in, out, n); });
  const double along_input = rate(2 * bytes, [&] { move_tiles<false><<<blocks, 256>>>(in, out, n); });
  const cudaError_t error = cudaDeviceSynchronize();
  printf("copy %.0f GB/s; along the output %.3f of it, along the input %.3f (%s)\n", in_order, along_output / in_order,
         along_input / in_order, cudaGetErrorString(error));
  cudaFree(in);
  cudaFree(out);
  return error != cudaSuccess;
}
