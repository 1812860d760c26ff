// A shared array that is aligned to more than a page: its two halves lie one bit of the address apart.
#include <cstdio>

constexpr unsigned half = 8 * 1024, threads = 64;

__global__ void halves(unsigned* out) {
  __shared__ __align__(16 * 1024) char memory[2 * half];
  const auto first = static_cast<unsigned>(__cvta_generic_to_shared(memory)) + 4 * threadIdx.x;
  const unsigned second = first ^ half;
  asm volatile("st.shared.u32 [%0], %1;" ::"r"(first), "r"(threadIdx.x) : "memory");
  asm volatile("st.shared.u32 [%0], %1;" ::"r"(second), "r"(threadIdx.x + 1000) : "memory");
  __syncthreads();
  out[threadIdx.x] = reinterpret_cast<const unsigned*>(memory + half)[threads - 1 - threadIdx.x] -
                     reinterpret_cast<const unsigned*>(memory)[threadIdx.x];
}

int main() {
  unsigned* out;
  cudaMallocManaged(&out, threads * sizeof(unsigned));
  halves<<<1, threads>>>(out);
  bool right = cudaDeviceSynchronize() == cudaSuccess;
  for (unsigned i = 0; i < threads; ++i) right = right && out[i] == 1000 + threads - 1 - 2 * i;
  cudaFree(out);
  std::printf("%s\n", right ? "right" : "wrong");
  return right ? 0 : 1;
}
