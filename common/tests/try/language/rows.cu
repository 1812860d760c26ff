// What takes threads out of a row, that runs one after the other on one fiber where nobody observes the block: each
// kernel's result is the same whether it is observed or not.
#include <cstdio>

constexpr int threads = 96, blocks = 50;

__global__ void late_shuffle(int* out) {  // only the last warp waits for others
  int value = threadIdx.x;
  if (threadIdx.x >= 64) value = __shfl_xor_sync(~0u, value, 1);
  out[blockIdx.x * blockDim.x + threadIdx.x] = value;
}

__global__ void last_lane_votes(int* out) {  // and only its last lane: the others have ended
  if (threadIdx.x != 95) return;
  out[blockIdx.x] = __popc(__activemask()) + __popc(__ballot_sync(1u << 31, true));
}

__global__ void half_way(int* out) {  // a barrier that the first warp has left
  __shared__ int sums[threads];
  sums[threadIdx.x] = threadIdx.x;
  if (threadIdx.x < 32) return;
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = sums[(threadIdx.x - 32 + 1) % 64 + 32];
}

__global__ void last_block(int* sum, unsigned* done, int* out) {
  atomicAdd(sum, int(threadIdx.x));
  __threadfence();
  const unsigned before = atomicAdd(done, 1);
  if (before == gridDim.x * blockDim.x - 1) *out = atomicAdd(sum, 0);
}

__global__ void ends_itself(int* out) {
  if (threadIdx.x % 3 == 1) asm volatile("exit;");
  out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}

__global__ void own_names(int* out, int gridDim) {  // not the register
  const int blockDim = threads;
  out[blockIdx.x * blockDim + threadIdx.x] = gridDim;
}

__device__ unsigned from_a_function() { return blockIdx.x * blockDim.x + threadIdx.x; }
template <typename T>
__device__ T sum_of(T a, T b) {
  return a + b;
}

__global__ void by_functions(int* out) {
  const dim3 size = blockDim;
  auto index = threadIdx.x;
  out[from_a_function()] = int(sum_of(index, size.x)) + int(sum_of(uint3(blockIdx).x, 0u));
}

struct Shape {
  dim3 blockDim;
  int threadIdx;
};
__global__ void own_members(int* out, Shape shape) {
  const Shape* const pointer = &shape;
  out[::blockIdx.x * pointer->blockDim.x + ::threadIdx.x] = shape.threadIdx + int(pointer->blockDim.y);
}

template <typename Kernel, typename... More>
void check(const char* name, Kernel kernel, More... more) {
  static int* out = nullptr;
  static int host[blocks * threads];
  if (out == nullptr) cudaMalloc(&out, sizeof host);
  for (int round = 0; round < 2; ++round) {
    cudaMemset(out, 0, sizeof host);
    kernel<<<blocks, threads>>>(out, more...);
  }
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  unsigned long long hash = 0;
  for (int value : host) hash = hash * 31 + value;
  std::printf("%s %llx\n", name, hash);
}

int main() {
  check("late_shuffle", late_shuffle);
  check("last_lane_votes", last_lane_votes);
  check("half_way", half_way);
  check("ends_itself", ends_itself);
  check("own_names", own_names, 7);
  check("by_functions", by_functions);
  check("own_members", own_members, Shape{dim3(threads), 5});
  int* sum;
  cudaMalloc(&sum, 3 * sizeof(int));
  for (int round = 0; round < 2; ++round) {
    cudaMemset(sum, 0, 3 * sizeof(int));
    last_block<<<blocks, threads>>>(sum, reinterpret_cast<unsigned*>(sum) + 1, sum + 2);
  }
  int total = 0;
  cudaMemcpy(&total, sum + 2, sizeof total, cudaMemcpyDeviceToHost);
  std::printf("last_block %d\n%s\n", total, cudaGetErrorString(cudaGetLastError()));
}
