// Forces between bodies of the form float4 (x, y, z, mass), a block's share at a time in dynamic shared memory.
#include <cstdio>

__device__ float3 interaction(float3 a, float4 bi, float4 bj) {
  float3 r = make_float3(bj.x - bi.x, bj.y - bi.y, bj.z - bi.z);
  float distance = r.x * r.x + r.y * r.y + r.z * r.z + 0.01f;
  float inverse = rsqrtf(distance);
  float s = bj.w * inverse * inverse * inverse;
  a.x += r.x * s;
  a.y += r.y * s;
  a.z += r.z * s;
  return a;
}

__global__ void forces(const float4* positions, float3* acceleration, int n) {
  extern __shared__ float4 shared_positions[];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float4 mine = positions[i];
  float3 a = {0.0f, 0.0f, 0.0f};
  for (int tile = 0; tile < n; tile += blockDim.x) {
    shared_positions[threadIdx.x] = positions[tile + threadIdx.x];
    __syncthreads();
    for (int j = 0; j < blockDim.x; ++j) a = interaction(a, mine, shared_positions[j]);
    __syncthreads();
  }
  acceleration[i] = a;
}

int main() {
  const int n = 512, block = 128;
  float4* bodies;
  float3* acceleration;
  cudaMallocManaged(&bodies, n * sizeof(float4));
  cudaMallocManaged(&acceleration, n * sizeof(float3));
  for (int i = 0; i < n; ++i) bodies[i] = make_float4(i % 8, i / 8 % 8, i / 64, 1);  // a cube of 8 x 8 x 8
  forces<<<n / block, block, block * sizeof(float4)>>>(bodies, acceleration, n);
  cudaDeviceSynchronize();

  // Opposite corners are drawn in opposite directions.
  const float3 first = acceleration[0], last = acceleration[n - 1];
  printf("(%g, %g, %g) and (%g, %g, %g)\n", first.x, first.y, first.z, last.x, last.y, last.z);
  const bool right = first.x > 0 && fabsf(first.x + last.x) < 1e-4f && fabsf(first.y + last.y) < 1e-4f;
  cudaFree(bodies);
  cudaFree(acceleration);
  return right ? 0 : 1;
}
