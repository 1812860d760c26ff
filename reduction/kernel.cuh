// The sum of an array: the first six of eight versions. Each changes one thing in the one before it.
//
//   ./learn run reduction
//
// A block sums its part of the array to one float, sums[blockIdx.x]. The same kernel then sums those, until one is
// left. 256 threads meet in a tree: 8 levels, each of which halves the number of sums. The versions differ in who adds
// what.
#pragma once

constexpr unsigned THREADS = 256;
static_assert((THREADS & (THREADS - 1)) == 0, "THREADS is a power of two: the levels halve it down to 1");

// naive: neighbours first. At distance d, threads 0, 2d, 4d, .. add: in every warp a few lanes work, and all wait.
__global__ void sum_naive(const float* in, float* sums, size_t count) {
  __shared__ float s[THREADS];
  const unsigned t = threadIdx.x;
  const size_t i = size_t(blockIdx.x) * THREADS + t;
  s[t] = i < count ? in[i] : 0;
  __syncthreads();
  for (unsigned d = 1; d < THREADS; d *= 2) {
    if (t % (2 * d) == 0) s[t] += s[t + d];
    __syncthreads();
  }
  if (t == 0) sums[blockIdx.x] = s[0];
}

// stride: the first threads do the work, so that whole warps retire. But lane l now reads word 2*d*l, in bank 2*d*l %
// 32: 2, 4, 8 lanes to a bank at d = 1, 2, 4. (At d = 8, 16, .. 128 there are 16, 8, 4, 2, 1 threads: 8, 8, 4, 2, 1.)
__global__ void sum_stride(const float* in, float* sums, size_t count) {
  __shared__ float s[THREADS];
  const unsigned t = threadIdx.x;
  const size_t i = size_t(blockIdx.x) * THREADS + t;
  s[t] = i < count ? in[i] : 0;
  __syncthreads();
#pragma unroll 1  // unrolled, nvcc would load s[2*t] and s[2*t + 1] as one float2, and hide a conflict
  for (unsigned d = 1; d < THREADS; d *= 2) {
    const unsigned j = 2 * d * t;
    if (j < THREADS) s[j] += s[j + d];
    __syncthreads();
  }
  if (t == 0) sums[blockIdx.x] = s[0];
}

// sequential: the far half is added to the near half. Lane l reads words l and l + d: 32 banks, one wavefront.
__global__ void sum_sequential(const float* in, float* sums, size_t count) {
  __shared__ float s[THREADS];
  const unsigned t = threadIdx.x;
  const size_t i = size_t(blockIdx.x) * THREADS + t;
  s[t] = i < count ? in[i] : 0;
  __syncthreads();
  for (unsigned d = THREADS / 2; d > 0; d /= 2) {
    if (t < d) s[t] += s[t + d];
    __syncthreads();
  }
  if (t == 0) sums[blockIdx.x] = s[0];
}

// first_add: half of the threads never added anything. Now each adds two elements as it loads them: half the blocks.
__global__ void sum_first_add(const float* in, float* sums, size_t count) {
  __shared__ float s[THREADS];
  const unsigned t = threadIdx.x;
  const size_t i = size_t(blockIdx.x) * 2 * THREADS + t;
  s[t] = (i < count ? in[i] : 0) + (i + THREADS < count ? in[i + THREADS] : 0);
  __syncthreads();
  for (unsigned d = THREADS / 2; d > 0; d /= 2) {
    if (t < d) s[t] += s[t + d];
    __syncthreads();
  }
  if (t == 0) sums[blockIdx.x] = s[0];
}

// The tree without its loop: BLOCK is known when this is compiled, so that no test of it is left. The last 32 sums are
// one warp's: it needs __syncwarp(), but no barrier of the block. The lanes of a warp are not bound to run
// in step, so each must know that the others have read before it writes, and written before it reads.
template <unsigned BLOCK>
__device__ inline float sum_tree(float* s) {
  static_assert(BLOCK >= 64 && BLOCK <= 1024 && (BLOCK & (BLOCK - 1)) == 0);
  const unsigned t = threadIdx.x;
  if (BLOCK >= 1024) {
    if (t < 512) s[t] += s[t + 512];
    __syncthreads();
  }
  if (BLOCK >= 512) {
    if (t < 256) s[t] += s[t + 256];
    __syncthreads();
  }
  if (BLOCK >= 256) {
    if (t < 128) s[t] += s[t + 128];
    __syncthreads();
  }
  if (BLOCK >= 128) {
    if (t < 64) s[t] += s[t + 64];
    __syncthreads();
  }
  if (t >= 32) return 0;
  float sum = s[t] + s[t + 32];
#pragma unroll
  for (unsigned d = 16; d > 0; d /= 2) {
    __syncwarp();
    s[t] = sum;
    __syncwarp();
    sum += s[t + d];
  }
  return sum;  // of the whole block, in thread 0
}

// unroll: no loop, no barrier for the last warp.
__global__ void sum_unroll(const float* in, float* sums, size_t count) {
  __shared__ float s[THREADS];
  const unsigned t = threadIdx.x;
  const size_t i = size_t(blockIdx.x) * 2 * THREADS + t;
  s[t] = (i < count ? in[i] : 0) + (i + THREADS < count ? in[i + THREADS] : 0);
  __syncthreads();
  const float sum = sum_tree<THREADS>(s);
  if (t == 0) sums[blockIdx.x] = sum;
}

// multiple: a fixed number of blocks, each of which goes through the array in strides of the whole grid. The tree,
// which is the same work for every block, is paid once for many elements per thread.
__global__ void sum_multiple(const float* in, float* sums, size_t count) {
  __shared__ float s[THREADS];
  const unsigned t = threadIdx.x;
  const size_t grid = size_t(gridDim.x) * 2 * THREADS;
  float sum = 0;
  for (size_t i = size_t(blockIdx.x) * 2 * THREADS + t; i < count; i += grid) {
    sum += in[i] + (i + THREADS < count ? in[i + THREADS] : 0);
  }
  s[t] = sum;
  __syncthreads();
  sum = sum_tree<THREADS>(s);
  if (t == 0) sums[blockIdx.x] = sum;
}
