// Kernels with one bug each, for the tools of compute-sanitizer: a tool that does not find its own is not believed
// where it finds nothing. sanitize.sh runs them.
//
//   sanitizer_controls BUG
#include <cstdio>
#include <map>
#include <string>

#include "ladder/gpu/launch.cuh"

namespace {

constexpr unsigned THREADS = 64;  // two warps

// One element past the end.
__global__ void out_of_bounds(float* out, unsigned) { out[threadIdx.x + 1] = 1; }

// No barrier between the store and the load of another warp's element.
__global__ void missing_barrier(float* out, unsigned) {
  __shared__ float values[THREADS];
  values[threadIdx.x] = threadIdx.x;
  out[threadIdx.x] = values[THREADS - 1 - threadIdx.x];
}

// Nothing was written to `out` before.
__global__ void uninitialized_read(float* out, unsigned) { out[threadIdx.x] += 1; }

// The upper lanes of the second warp do not take the barrier, and go on.
__global__ void barrier_in_branch(float* out, unsigned arrivals) {
  __shared__ float values[THREADS];
  values[threadIdx.x] = threadIdx.x;
  if (threadIdx.x < arrivals) __syncthreads();
  out[threadIdx.x] = values[threadIdx.x];
}

// The last lane of those that wait for the lower half of the warp is not one of them.
__global__ void mask_without_caller(float* out, unsigned) {
  __shared__ float values[THREADS];
  const unsigned lower = __ballot_sync(0xffffffffu, threadIdx.x % 32 < 16);
  if (threadIdx.x % 32 <= 16) {
    values[threadIdx.x] = threadIdx.x;
    __syncwarp(lower);
    out[threadIdx.x] = values[threadIdx.x / 2];
  }
}

using Kernel = void (*)(float*, unsigned);
const std::map<std::string, Kernel> kernels = {{"out_of_bounds", out_of_bounds},
                                               {"missing_barrier", missing_barrier},
                                               {"uninitialized_read", uninitialized_read},
                                               {"barrier_in_branch", barrier_in_branch},
                                               {"mask_without_caller", mask_without_caller}};

void run(Kernel kernel) {
  using namespace ladder::gpu;
  float* out = nullptr;
  check(cudaMalloc(&out, THREADS * sizeof(float)), "cudaMalloc");
  launch(kernel, dim3(1), dim3(THREADS), out, THREADS - 16);
  check(cudaDeviceSynchronize(), "kernel");
  check(cudaFree(out), "cudaFree");
}

}  // namespace

int main(int argc, char** argv) {
  const auto kernel = kernels.find(argc == 2 ? argv[1] : "");
  if (kernel == kernels.end()) {
    std::fputs("usage: sanitizer_controls BUG, one of:\n", stderr);
    for (const auto& [name, unused] : kernels) std::fprintf(stderr, "  %s\n", name.c_str());
    return 2;
  }
  try {
    run(kernel->second);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "error: %s\n", error.what());
    return 1;
  }
}
