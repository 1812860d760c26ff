// The GPU engine: the CUDA runtime behind the Engine interface. Its clock: CUDA events around a run, and a way to empty
// the L2 cache before it.
#include <cuda_runtime.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <mutex>
#include <new>
#include <optional>
#include <utility>
#include <vector>

#include "ladder/engine/engine.hpp"
#include "ladder/gpu/launch.cuh"
#include "ladder/gpu/profiled_range.cuh"

namespace ladder {
namespace gpu {
namespace {

class Event {
 public:
  Event() { check(cudaEventCreate(&event_), "cudaEventCreate"); }
  ~Event() { cudaEventDestroy(event_); }
  Event(Event&&) = delete;

  void record() { check(cudaEventRecord(event_), "cudaEventRecord"); }
  double seconds_since(const Event& start) const {
    check(cudaEventSynchronize(event_), "cudaEventSynchronize");
    float milliseconds = 0;
    check(cudaEventElapsedTime(&milliseconds, start.event_, event_), "cudaEventElapsedTime");
    return milliseconds / 1e3;
  }

 private:
  cudaEvent_t event_ = nullptr;
};

__global__ void read_all(const uint4* words, std::size_t count, unsigned* never) {
  unsigned seen = 0;
  for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) {
    seen |= words[i].x | words[i].y | words[i].z | words[i].w;
  }
  if (seen != 0) *never = seen;  // the words are 0; without this line nvcc would leave the loads out
}

// Memory of twice the L2's size. Writing it pushes everything else out of the cache. But then half of what was written
// still has to go to memory, which would slow down what is timed next. So it is read again: then the cache has nothing
// left to write.
class CacheFlush {
 public:
  CacheFlush() : bytes_(2 * static_cast<std::size_t>(attribute(cudaDevAttrL2CacheSize))) {
    check(cudaMalloc(&memory_, bytes_), "memory to flush the L2 cache");
  }
  ~CacheFlush() { cudaFree(memory_); }
  CacheFlush(CacheFlush&&) = delete;

  void flush() {
    check(cudaMemsetAsync(memory_, 0, bytes_), "cudaMemsetAsync");
    launch(read_all, dim3(4 * multiprocessors()), dim3(512), static_cast<const uint4*>(memory_), bytes_ / sizeof(uint4),
           static_cast<unsigned*>(memory_));
  }

 private:
  std::size_t bytes_;
  void* memory_ = nullptr;
};

class GpuClock : public Clock {
 public:
  void empty_cache() override {
    if (!cache_) cache_.emplace();
    cache_->flush();
  }
  double seconds_of(const Run& run) override {
    Event start, end;
    start.record();
    run();
    end.record();
    return end.seconds_since(start);
  }
  DeviceLimits limits() const override { return limits_; }

 private:
  // Known from the start, and so even when the GPU is gone. Two transfers a clock; the clock in kHz, the bus in bits.
  const DeviceLimits limits_{
      static_cast<std::size_t>(attribute(cudaDevAttrL2CacheSize)),
      2e3 * attribute(cudaDevAttrMemoryClockRate) * attribute(cudaDevAttrGlobalMemoryBusWidth) / 8};
  std::optional<CacheFlush> cache_;
};

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

// Copies between ordinary host memory and a GPU, through page-locked memory: the bus then runs at its full speed.
// Page-locked pieces, one for each thread that copies at the same time; kept, since locking pages is slow.
class Staging {
 public:
  void upload(void* to, const void* from, std::size_t bytes) {
    in_pieces(bytes, [&](void* piece, std::size_t offset, std::size_t size) {
      std::memcpy(piece, static_cast<const char*>(from) + offset, size);
      check(cudaMemcpy(static_cast<char*>(to) + offset, piece, size, cudaMemcpyHostToDevice),
            "cudaMemcpy to the device");
    });
  }
  void download(void* to, const void* from, std::size_t bytes) {
    in_pieces(bytes, [&](void* piece, std::size_t offset, std::size_t size) {
      check(cudaMemcpy(piece, static_cast<const char*>(from) + offset, size, cudaMemcpyDeviceToHost),
            "cudaMemcpy to the host");
      std::memcpy(static_cast<char*>(to) + offset, piece, size);
    });
  }

 private:
  static constexpr std::size_t piece_bytes = std::size_t{4} << 20;

  struct Release {
    void operator()(void* memory) const { cudaFreeHost(memory); }
  };
  using Piece = std::unique_ptr<void, Release>;

  // Calls copy(piece, offset, size) for one part of the `bytes` after the other.
  template <typename Copy>
  void in_pieces(std::size_t bytes, const Copy& copy) {
    Piece piece = take();
    for (std::size_t offset = 0; offset < bytes; offset += piece_bytes) {
      copy(piece.get(), offset, std::min(piece_bytes, bytes - offset));
    }
    const std::lock_guard lock(mutex_);
    free_.push_back(std::move(piece));
  }

  Piece take() {
    {
      const std::lock_guard lock(mutex_);
      if (!free_.empty()) {
        Piece piece = std::move(free_.back());
        free_.pop_back();
        return piece;
      }
    }
    void* memory = nullptr;
    check(cudaMallocHost(&memory, piece_bytes), "cudaMallocHost");
    return Piece(memory);
  }

  std::mutex mutex_;
  std::vector<Piece> free_;
};

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
