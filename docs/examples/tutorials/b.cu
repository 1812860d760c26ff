// A report on bandwidth, as a program: a sum in six versions, each changing one thing, and a transpose whose threads do
// several rows, without a tile and with one of 64 x 65. Its author reports times; the counts are what they follow from.
#include <cstdio>
#include <cstdlib>
#include <vector>

constexpr int THREADS = 256;

// The block's total of one value per thread, in thread 0. How threads are assigned to the tree is the template's word.
enum class Tree { interleaved, strided, sequential };

template <Tree tree>
__device__ void block_sum(float* values) {
  const int t = threadIdx.x;
  if (tree == Tree::sequential) {
    for (int s = THREADS / 2; s > 0; s /= 2) {
      __syncthreads();
      if (t < s) values[t] += values[t + s];
    }
    return;
  }
  for (int s = 1; s < THREADS; s *= 2) {
    __syncthreads();
    const int i = tree == Tree::interleaved ? t : 2 * s * t;
    if (tree == Tree::interleaved ? t % (2 * s) == 0 : i < THREADS) values[i] += values[i + s];
  }
}

template <Tree tree>
__global__ void one_each(const float* in, float* out, int) {
  __shared__ float values[THREADS];
  values[threadIdx.x] = in[blockIdx.x * THREADS + threadIdx.x];
  block_sum<tree>(values);
  if (threadIdx.x == 0) out[blockIdx.x] = values[0];
}

__global__ void first_add(const float* in, float* out, int) {
  __shared__ float values[THREADS];
  const int i = blockIdx.x * 2 * THREADS + threadIdx.x;
  values[threadIdx.x] = in[i] + in[i + THREADS];
  block_sum<Tree::sequential>(values);
  if (threadIdx.x == 0) out[blockIdx.x] = values[0];
}

// The last warp needs no __syncthreads().
__device__ void last_warp(float* values) {
  float value = values[threadIdx.x] + values[threadIdx.x + 32];
  for (int s = 16; s > 0; s /= 2) value += __shfl_down_sync(0xffffffff, value, s);
  if (threadIdx.x == 0) values[0] = value;
}

__device__ void unrolled_sum(float* values) {
  const int t = threadIdx.x;
  __syncthreads();
  if (t < 128) values[t] += values[t + 128];
  __syncthreads();
  if (t < 64) values[t] += values[t + 64];
  __syncthreads();
  if (t < 32) last_warp(values);
}

__global__ void unrolled(const float* in, float* out, int) {
  __shared__ float values[THREADS];
  const int i = blockIdx.x * 2 * THREADS + threadIdx.x;
  values[threadIdx.x] = in[i] + in[i + THREADS];
  unrolled_sum(values);
  if (threadIdx.x == 0) out[blockIdx.x] = values[0];
}

__global__ void several_each(const float* in, float* out, int n) {
  __shared__ float values[THREADS];
  float sum = 0;
  for (int i = blockIdx.x * THREADS + threadIdx.x; i < n; i += gridDim.x * THREADS) sum += in[i];
  values[threadIdx.x] = sum;
  unrolled_sum(values);
  if (threadIdx.x == 0) out[blockIdx.x] = values[0];
}

__global__ void transpose_loop(const float* in, float* out, int n) {
  const int x = blockIdx.x * 64 + threadIdx.x, top = blockIdx.y * 64 + threadIdx.y;
  for (int y = top; y < blockIdx.y * 64 + 64; y += blockDim.y) out[x * n + y] = in[y * n + x];
}

__global__ void transpose_tile(const float* in, float* out, int n) {
  __shared__ float tile[64][65];
  const int left = blockIdx.x * 64, top = blockIdx.y * 64, x = threadIdx.x;
  for (int y = threadIdx.y; y < 64; y += blockDim.y) tile[y][x] = in[(top + y) * n + left + x];
  __syncthreads();
  for (int y = threadIdx.y; y < 64; y += blockDim.y) out[(left + y) * n + top + x] = tile[x][y];
}

int main(int argc, char** argv) {
  const int side = argc > 1 ? atoi(argv[1]) : 256, n = side * side;  // a multiple of 64
  std::vector<float> input(n), output(n);
  double expected = 0;
  for (int i = 0; i < n; ++i) expected += input[i] = i % 7 - 3;
  float *in, *out;
  cudaMalloc(&in, n * sizeof(float));
  cudaMalloc(&out, n * sizeof(float));
  cudaMemcpy(in, input.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  struct Version {
    const char* name;
    void (*kernel)(const float*, float*, int);
    int blocks;
  };
  const Version versions[] = {{"naive", one_each<Tree::interleaved>, n / THREADS},
                              {"stride", one_each<Tree::strided>, n / THREADS},
                              {"sequential", one_each<Tree::sequential>, n / THREADS},
                              {"first add", first_add, n / THREADS / 2},
                              {"unroll", unrolled, n / THREADS / 2},
                              {"multiple", several_each, 32}};
  int wrong = 0;
  for (const Version& version : versions) {
    version.kernel<<<version.blocks, THREADS>>>(in, out, n);
    cudaMemcpy(output.data(), out, version.blocks * sizeof(float), cudaMemcpyDeviceToHost);
    double sum = 0;
    for (int i = 0; i < version.blocks; ++i) sum += output[i];
    printf("%s: %g\n", version.name, sum);
    wrong += sum != expected;
  }
  for (auto kernel : {transpose_loop, transpose_tile}) {
    kernel<<<dim3(side / 64, side / 64), dim3(64, 4)>>>(in, out, side);
    cudaMemcpy(output.data(), out, n * sizeof(float), cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; ++i) wrong += output[i % side * side + i / side] != input[i];
  }
  printf("%d are wrong\n", wrong);
  cudaFree(in);
  cudaFree(out);
  return wrong != 0;
}
