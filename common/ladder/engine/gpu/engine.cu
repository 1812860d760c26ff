// The GPU engine: the CUDA runtime behind the Engine interface.
#include <cuda_runtime.h>

#include <cstdio>
#include <new>

#include "ladder/engine/engine.hpp"
#include "ladder/engine/gpu/clock.cuh"
#include "ladder/engine/gpu/launch.cuh"
#include "ladder/engine/gpu/profiled_range.cuh"
#include "ladder/engine/gpu/staging.cuh"

namespace ladder {
namespace gpu {
namespace {

std::string version_in_words(int version) {
  return std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
}

std::string describe_gpu() {
  cudaDeviceProp properties{};
  check(cudaGetDeviceProperties(&properties, 0), "cudaGetDeviceProperties");
  int driver = 0, runtime = 0;
  check(cudaDriverGetVersion(&driver), "cudaDriverGetVersion");
  check(cudaRuntimeGetVersion(&runtime), "cudaRuntimeGetVersion");
  return std::string(properties.name) + ", " + std::to_string(properties.multiProcessorCount) +
         " SMs; driver for CUDA " + version_in_words(driver) + ", runtime " + version_in_words(runtime);
}

// Why this build's kernels cannot run on the GPU; nothing where they can.
std::string why_no_kernel_runs() {
  cudaFuncAttributes attributes{};
  const cudaError_t status = cudaFuncGetAttributes(&attributes, read_all);
  if (status == cudaSuccess) return {};
  if (status != cudaErrorNoKernelImageForDevice) {
    return std::string("the GPU cannot be used: ") + cudaGetErrorString(status);
  }
  const int capability =
      10 * attribute(cudaDevAttrComputeCapabilityMajor) + attribute(cudaDevAttrComputeCapabilityMinor);
  return "this build is not for the GPU here: configure with -DCMAKE_CUDA_ARCHITECTURES=" + std::to_string(capability);
}

class Gpu : public Engine {
 public:
  std::string name() const override { return "gpu"; }
  std::string description() const override { return description_; }
  KernelForm kernels() const override { return KernelForm::cuda; }
  Clock* clock() override { return &clock_; }

  std::size_t free_bytes() const override {
    std::size_t free = 0, total = 0;
    check(cudaMemGetInfo(&free, &total), "cudaMemGetInfo");
    const std::size_t reserved = 2 * static_cast<std::size_t>(attribute(cudaDevAttrL2CacheSize)) + (1u << 20);
    return free > reserved ? free - reserved : 0;
  }
  void* allocate(std::size_t bytes, std::size_t, const std::string&) override {
    unsigned char* memory = nullptr;
    const cudaError_t status = cudaMalloc(&memory, bytes + 2 * guard_bytes);
    if (status == cudaErrorMemoryAllocation) {
      cudaGetLastError();  // reported here, and not with the next launch
      throw std::bad_alloc();
    }
    check(status, "cudaMalloc");
    return memory + guard_bytes;
  }
  void release(void* payload) override { cudaFree(static_cast<unsigned char*>(payload) - guard_bytes); }

  void upload(void* to, const void* from, std::size_t bytes) override { staging_.upload(to, from, bytes); }
  void download(void* to, const void* from, std::size_t bytes) const override { staging_.download(to, from, bytes); }
  void poison(void* to, unsigned char value, std::size_t bytes) override {
    check(cudaMemset(to, value, bytes), "cudaMemset");
  }

  std::optional<Observation> execute(const Run& run) override {
    run();
    check(cudaDeviceSynchronize(), "kernel");
    return std::nullopt;
  }
  std::optional<Observation> execute_for_profiler(const Run& run, const std::string& name) override {
    const ProfiledRange range(name);
    return execute(run);
  }

 private:
  // Known from the start: what was measured can be reported even when the GPU is gone.
  const std::string description_ = describe_gpu();
  GpuClock clock_;
  mutable Staging staging_;
};

}  // namespace
}  // namespace gpu

std::unique_ptr<Engine> make_gpu(std::string& why) {
  int devices = 0;
  const cudaError_t status = cudaGetDeviceCount(&devices);
  if (status != cudaSuccess || devices == 0) {
    why = status != cudaSuccess ? std::string("no usable GPU: ") + cudaGetErrorString(status) : "no GPU";
    return nullptr;
  }
  // A first call that needs the device: creates its context, or says what is wrong with it.
  if (const cudaError_t free = cudaFree(nullptr); free != cudaSuccess) {
    why = std::string("the GPU cannot be used: ") + cudaGetErrorString(free);
    return nullptr;
  }
  why = gpu::why_no_kernel_runs();
  if (!why.empty()) return nullptr;
  return std::make_unique<gpu::Gpu>();
}

}  // namespace ladder
