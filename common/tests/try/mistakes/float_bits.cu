// Minima and maxima of floats by their bits, wrong ones and right ones. argv[1] chooses one.
#include <cuda_runtime.h>

#include <cstdio>
#include <map>
#include <string>

constexpr int n = 64;

__global__ void signed_maximum(const float* a, float* best) {
  atomicMax(reinterpret_cast<int*>(best), __float_as_int(a[threadIdx.x]));  // signed_maximum
}
__global__ void signed_minimum(const float* a, float* best) {
  float value = a[threadIdx.x];
  atomicMin((int*)best, *(int*)&value);  // signed_minimum
}
__global__ void unsigned_maximum(const float* a, float* best) {
  atomicMax((unsigned*)(best), __float_as_uint(a[threadIdx.x]));  // unsigned_maximum
}
__global__ void of_doubles(const float* a, double* best) {
  atomicMax((long long*)best, __double_as_longlong(a[threadIdx.x]));  // of_doubles
}
// The place is not known to be of floats: what is compared is.
struct Best {
  int unused, bits;
};
struct Holder {
  int* best;
};
__device__ int of_file = 0xff7fffff;  // -FLT_MAX
__global__ void integer_buffer(const float* a, int* best) {
  atomicMax(best, __float_as_int(a[threadIdx.x]));  // integer_buffer
}
__global__ void member(const float* a, Best* best) {
  atomicMax(&best->bits, __float_as_int(a[threadIdx.x]));  // member
}
__global__ void variable(const float* a, int*) {
  atomicMax(&of_file, __float_as_int(a[threadIdx.x]));  // variable
}
__global__ void pointer_in_memory(const float* a, Holder* holder) {
  atomicMax(holder->best, __float_as_int(a[threadIdx.x]));  // pointer_in_memory
}
__global__ void shared_best(const float* a, int* best) {
  __shared__ int s;
  if (threadIdx.x == 0) s = best[0];
  __syncthreads();
  const int bits = __float_as_int(a[threadIdx.x]);
  if (bits < 0) atomicMax(&s, bits);  // shared_best
  __syncthreads();
  if (threadIdx.x == 0) best[0] = s;
}
// As people who know do it.
__global__ void by_sign(const float* a, float* best) {
  const float value = a[threadIdx.x];
  if (value >= 0) {
    atomicMax((int*)best, __float_as_int(value));
  } else {
    atomicMin((unsigned*)best, __float_as_uint(value));
  }
}
__global__ void of_magnitudes(const float* a, float* best) {
  atomicMax((int*)best, __float_as_int(fabsf(a[threadIdx.x])));
}
__global__ void of_integers(const float* a, int* least) { atomicMin(least, static_cast<int>(a[threadIdx.x])); }
__global__ void least_distance(const float* a, unsigned* least) {
  atomicMin(least, __float_as_uint(fabsf(a[threadIdx.x])));
}
__global__ void by_unsigned_keys(const float* a, unsigned* best) {
  const unsigned bits = __float_as_uint(a[threadIdx.x]);
  atomicMax(best, bits >> 31 ? ~bits : bits | 0x80000000);
}
__global__ void by_keys(const float* a, int* best) {
  const int bits = __float_as_int(a[threadIdx.x]);
  atomicMax(best, bits ^ (bits >> 31 & 0x7fffffff));
}

template <typename T>
int run(void (*kernel)(const float*, T*), T first) {
  float a[n], *in;
  for (int i = 0; i < n; ++i) a[i] = i % 2 == 0 ? -3.f - i : 2.f + i;
  T* best;
  cudaMalloc(&in, sizeof a);
  cudaMalloc(&best, sizeof first);
  cudaMemcpy(in, a, sizeof a, cudaMemcpyHostToDevice);
  cudaMemcpy(best, &first, sizeof first, cudaMemcpyHostToDevice);
  kernel<<<1, n>>>(in, best);
  cudaFree(in);
  cudaFree(best);
  return 0;
}

int main(int, char** argv) {
  const std::map<std::string, int (*)()> programs{
      {"signed_maximum", [] { return run(signed_maximum, -1e30f); }},
      {"signed_minimum", [] { return run(signed_minimum, 1e30f); }},
      {"unsigned_maximum", [] { return run(unsigned_maximum, -1e30f); }},
      {"of_doubles", [] { return run(of_doubles, -1e30); }},
      {"integer_buffer", [] { return run(integer_buffer, int(0xff7fffff)); }},
      {"member",
       [] {
         return run(member, Best{0, int(0xff7fffff)});
       }},
      {"variable", [] { return run(variable, 0); }},
      {"pointer_in_memory",
       [] {
         int* best;
         cudaMalloc(&best, 64);
         cudaMemset(best, 0xf0, 64);
         run(pointer_in_memory, Holder{best});
         return int(cudaFree(best));
       }},
      {"shared_best", [] { return run(shared_best, int(0xff7fffff)); }},
      {"least_distance", [] { return run(least_distance, ~0u); }},
      {"by_unsigned_keys", [] { return run(by_unsigned_keys, 0u); }},
      {"by_sign", [] { return run(by_sign, -1e30f); }},
      {"of_magnitudes", [] { return run(of_magnitudes, 0.f); }},
      {"of_integers", [] { return run(of_integers, 1 << 30); }},
      {"by_keys", [] { return run(by_keys, -(1 << 30)); }},
  };
  return programs.at(argv[1])();
}
