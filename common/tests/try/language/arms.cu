// What both arms of a branch access, which nvcc 13.0 makes one access on one line, and not on another that looks alike;
// what stands behind a line is what a check expects of the report.
#include <cstdio>

constexpr int threads = 64;

__global__ void loaded_in_both(float* data, float* out) {
  const int t = threadIdx.x;
  float value;
  if (t % 2 == 0) {
    value = data[t] + 1;  // 2 requests, 8 sectors
  } else {
    value = data[t] * 2;  // none
  }
  out[t] = value;
}

__global__ void stored_in_both(float* data, float* out) {
  const int t = threadIdx.x;
  const float value = data[t];
  if (t % 3 == 0) {
    out[t] = value;  // 2 requests, 8 sectors
  } else {
    out[t] = value * value;  // none
  }
}

// Rows of 16 threads.
__global__ void in_rows(float* data, float* out) {
  const int x = threadIdx.x % 16, y = threadIdx.x / 16;
  float value;
  if (x > y) {
    value = data[y * 40 + x] + 1;  // 2 requests, 8 sectors
  } else {
    value = data[y * 40 + x] * 2;  // none
  }
  out[threadIdx.x] = value;
}

// The prefix sums of Hillis and Steele.
__global__ void scan(float* data, float* out) {
  __shared__ float sums[2][threads];
  const int t = threadIdx.x;
  int now = 0;
  sums[now][t] = data[t];
  __syncthreads();
  for (int d = 1; d < threads; d *= 2) {
    const int then = now;
    now = 1 - now;
    if (t >= d)
      sums[now][t] = sums[then][t] + sums[then][t - d];  // 22 requests, 22 wavefronts; 11 requests, 11 wavefronts
    else
      sums[now][t] = sums[then][t];  // 1 request, 1 wavefront; 1 request, 1 wavefront
    __syncthreads();
  }
  out[t] = sums[now][t];
}

__device__ void exchange(float& a, float& b) {
  const float value = a;
  a = b;
  b = value;
}
__global__ void bitonic_sort(float* data, float* out) {
  __shared__ float values[threads];
  const int t = threadIdx.x;
  values[t] = data[t];
  __syncthreads();
  for (int k = 2; k <= threads; k *= 2) {
    for (int j = k / 2; j > 0; j /= 2) {
      const int other = t ^ j;
      if (other > t) {
        if ((t & k) == 0) {
          if (values[t] > values[other]) exchange(values[t], values[other]);  // 72 requests, 72 wavefronts
        } else {
          if (values[t] < values[other]) exchange(values[t], values[other]);  // 10 requests, 10 wavefronts
        }
      }
      __syncthreads();
    }
  }
  out[t] = values[t];
}

__global__ void apart_places(float* data, float* out) {
  const int t = threadIdx.x;
  float value;
  if (t % 2 == 0) {
    value = data[t] + 1;  // apart
  } else {
    value = data[threads - t] * 2;  // apart
  }
  out[t] = value;
}

__global__ void volatile_too(float* data, float* out) {
  const volatile float* const values = data;
  const int t = threadIdx.x;
  float value;
  if (t % 2 == 0) {
    value = values[t] + 1;  // 2 requests, 8 sectors
  } else {
    value = values[t] * 2;  // none
  }
  out[t] = value;
}

// A store of the arm may be to where it loads.
__global__ void apart_store(float* data, float* out) {
  const int t = threadIdx.x;
  float value;
  if (t % 2 == 0) {
    value = data[t] + 1;  // apart
  } else {
    out[t + threads] = 1;
    value = data[t] * 2;  // apart
  }
  out[t] = value;
}

// Between the two all threads are together.
__global__ void apart_branches(float* data, float* out) {
  const int t = threadIdx.x;
  if (t % 2 == 0) out[t] = data[t];  // apart (g++)
  out[t + threads] = 1;
  if (t % 2 != 0) out[t] = data[t];  // apart (g++)
}

// nvcc chooses the address, and loads once. (So does clang++.)
__global__ void chosen_places(float* data, float* out) {
  __shared__ float values[threads];
  const int t = threadIdx.x, i = t * 7 % threads, j = t * 13 % threads;
  values[t] = data[t];
  __syncthreads();
  out[t] = t % 2 == 0 ? values[i] : values[j];  // 2 requests, 2 wavefronts (g++)
}

int main() {
  float *data, *out;
  cudaMallocManaged(&data, 4 * threads * sizeof(float));
  cudaMallocManaged(&out, 2 * threads * sizeof(float));
  for (int i = 0; i < 4 * threads; ++i) data[i] = static_cast<float>(i * 37 % 64);
  using Kernel = void(float*, float*);
  for (Kernel* kernel : {loaded_in_both, stored_in_both, in_rows, scan, bitonic_sort, apart_places, volatile_too,
                         apart_store, apart_branches, chosen_places}) {
    kernel<<<1, threads>>>(data, out);
  }
  cudaDeviceSynchronize();
  std::printf("%s\n", cudaGetErrorString(cudaGetLastError()));
  cudaFree(data);
  cudaFree(out);
}
