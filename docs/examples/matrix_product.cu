// c = a * b, with a tile of each in dynamic shared memory.
//
// try: launch n=128 grid=n/16,n/16 block=16,16 shared=2*16*16*sizeof(float)
//   kernel=multiply(const float a[n*n], const float b[n*n], float c[n*n], n)

extern __shared__ float tiles[];

__global__ void multiply(const float* __restrict__ A, const float* __restrict__ B, float* __restrict__ C, int n) {
  float* As = tiles;
  float* Bs = tiles + 16 * 16;
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * 16 + ty, col = blockIdx.x * 16 + tx;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 16) {
    As[ty * 16 + tx] = A[row * n + k + tx];
    Bs[ty * 16 + tx] = B[(k + ty) * n + col];
    __syncthreads();
#pragma unroll
    for (int i = 0; i < 16; ++i) sum += As[ty * 16 + i] * Bs[i * 16 + tx];
    __syncthreads();
  }
  C[row * n + col] = sum;
}
