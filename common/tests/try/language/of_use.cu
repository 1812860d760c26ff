// Kernels that use a part of the sectors that they touch, and twins that use all of them.
#include <cuda_runtime.h>

struct Body {
  float x, y, z, u, v, w, mass;
};
struct Row {
  double a[4];
};
__device__ unsigned index() { return blockIdx.x * blockDim.x + threadIdx.x; }
__global__ void one_member(Body* b) { b[index()].x += b[index()].u; }
__global__ void every_eighth(float* a) { a[8 * index()] *= 2; }
__global__ void one_of_a_row(Row* r) { r[index()].a[1] += 1; }
__global__ void all_members(Body* b) {
  Body& mine = b[index()];
  mine = {mine.x + 1, mine.y + 1, mine.z + 1, mine.u + 1, mine.v + 1, mine.w + 1, mine.mass + 1};
}
__global__ void in_order(float* a) { a[index()] *= 2; }
__global__ void by_float4(float4* a) {
  float4 four = a[index()];
  four.x += four.y;
  a[index()] = four;
}

int main() {
  constexpr int n = 1 << 19, threads = 256;
  void* memory;
  cudaMalloc(&memory, n * sizeof(Row));
  cudaMemset(memory, 0, n * sizeof(Row));
  one_member<<<n / threads, threads>>>(static_cast<Body*>(memory));
  every_eighth<<<n / threads, threads>>>(static_cast<float*>(memory));
  one_of_a_row<<<n / threads, threads>>>(static_cast<Row*>(memory));
  all_members<<<n / threads, threads>>>(static_cast<Body*>(memory));
  in_order<<<n / threads, threads>>>(static_cast<float*>(memory));
  by_float4<<<n / threads, threads>>>(static_cast<float4*>(memory));
  return cudaDeviceSynchronize() == cudaSuccess && cudaFree(memory) == cudaSuccess ? 0 : 1;
}
