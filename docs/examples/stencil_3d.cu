// Seven points in three dimensions, with coefficients in constant memory.
#include <cstdio>

__device__ __constant__ float coefficients[2] = {0.5f, 0.0833333f};

__global__ void stencil(const float* __restrict__ in, float* out, const int3 size) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x + 1;
  const int y = blockIdx.y * blockDim.y + threadIdx.y + 1;
  const int z = blockIdx.z * blockDim.z + threadIdx.z + 1;
  if (x >= size.x - 1 || y >= size.y - 1 || z >= size.z - 1) return;
  const int row = size.x, plane = size.x * size.y;
  const int i = z * plane + y * row + x;
  float sum = coefficients[0] * __ldg(&in[i]);
  sum += coefficients[1] * (in[i - 1] + in[i + 1]);
  sum += coefficients[1] * (in[i - row] + in[i + row]);
  sum += coefficients[1] * (in[i - plane] + in[i + plane]);
  out[i] = sum;
}

int main() {
  const int n = 34;
  float *in, *out;
  cudaMallocManaged(&in, n * n * n * sizeof(float));
  cudaMallocManaged(&out, n * n * n * sizeof(float));
  for (int i = 0; i < n * n * n; ++i) in[i] = 1;
  stencil<<<dim3(1, 4, 8), dim3(32, 8, 4)>>>(in, out, make_int3(n, n, n));
  cudaDeviceSynchronize();

  const float middle = out[(n / 2 * n + n / 2) * n + n / 2];
  printf("%g\n", middle);
  cudaFree(in);
  cudaFree(out);
  return fabsf(middle - 1) < 1e-5f ? 0 : 1;
}
