// A bitonic sort, and the prefix sums of one block by a tree. Each has an array of its own in dynamic shared memory.
#include <cstdio>

__device__ inline void swap(unsigned int& a, unsigned int& b) {
  unsigned int tmp = a;
  a = b;
  b = tmp;
}

__global__ static void bitonicSort(unsigned int* values, const unsigned int num) {
  extern __shared__ unsigned int shared[];
  const unsigned int tid = threadIdx.x;
  shared[tid] = values[tid];
  __syncthreads();
  for (unsigned int k = 2; k <= num; k *= 2) {
    for (unsigned int j = k / 2; j > 0; j /= 2) {
      const unsigned int other = tid ^ j;
      if (other > tid) {
        const bool up = (tid & k) == 0;
        if (up == (shared[tid] > shared[other])) swap(shared[tid], shared[other]);
      }
      __syncthreads();
    }
  }
  values[tid] = shared[tid];
}

__global__ void prescan(float* g_odata, const float* g_idata, int n) {
  extern __shared__ float temp[];
  const int thid = threadIdx.x;
  int offset = 1;
  temp[2 * thid] = g_idata[2 * thid];
  temp[2 * thid + 1] = g_idata[2 * thid + 1];
  for (int d = n >> 1; d > 0; d >>= 1) {
    __syncthreads();
    if (thid < d) temp[offset * (2 * thid + 2) - 1] += temp[offset * (2 * thid + 1) - 1];
    offset *= 2;
  }
  if (thid == 0) temp[n - 1] = 0;
  for (int d = 1; d < n; d *= 2) {
    offset >>= 1;
    __syncthreads();
    if (thid < d) {
      const int ai = offset * (2 * thid + 1) - 1, bi = offset * (2 * thid + 2) - 1;
      const float t = temp[ai];
      temp[ai] = temp[bi];
      temp[bi] += t;
    }
  }
  __syncthreads();
  g_odata[2 * thid] = temp[2 * thid];
  g_odata[2 * thid + 1] = temp[2 * thid + 1];
}

int main() {
  const int n = 1024, m = 256;
  unsigned* values;
  float *in, *out;
  cudaMallocManaged(&values, n * sizeof(unsigned));
  cudaMallocManaged(&in, m * sizeof(float));
  cudaMallocManaged(&out, m * sizeof(float));
  for (int i = 0; i < n; ++i) values[i] = i * 2654435761u;
  for (int i = 0; i < m; ++i) in[i] = i % 5;
  bitonicSort<<<1, n, n * sizeof(unsigned)>>>(values, n);
  prescan<<<1, m / 2, m * sizeof(float)>>>(out, in, m);
  cudaDeviceSynchronize();

  int wrong = 0;
  float sum = 0;
  for (int i = 1; i < n; ++i) wrong += values[i - 1] > values[i];
  for (int i = 0; i < m; sum += in[i++]) wrong += out[i] != sum;
  printf("%d elements are wrong\n", wrong);
  cudaFree(values);
  cudaFree(in);
  cudaFree(out);
  return wrong != 0;
}
