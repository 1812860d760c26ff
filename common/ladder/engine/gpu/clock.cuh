// The GPU's clock: CUDA events around a run, and a way to empty the L2 cache before it.
#pragma once

#include <cuda_runtime.h>

#include <optional>

#include "ladder/engine/engine.hpp"
#include "ladder/engine/gpu/launch.cuh"

namespace ladder::gpu {
namespace {

int attribute(cudaDeviceAttr name) {
  int value = 0;
  check(cudaDeviceGetAttribute(&value, name, 0), "cudaDeviceGetAttribute");
  return value;
}

class Event {
 public:
  Event() { check(cudaEventCreate(&event_), "cudaEventCreate"); }
  ~Event() { cudaEventDestroy(event_); }
  Event(const Event&) = delete;
  Event& operator=(const Event&) = delete;

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
  CacheFlush(const CacheFlush&) = delete;
  CacheFlush& operator=(const CacheFlush&) = delete;

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
  static DeviceLimits find_limits() {
    // Two transfers a clock; the clock in kHz, the bus in bits.
    const double peak = 2e3 * attribute(cudaDevAttrMemoryClockRate) * attribute(cudaDevAttrGlobalMemoryBusWidth) / 8;
    return {static_cast<std::size_t>(attribute(cudaDevAttrL2CacheSize)), peak};
  }

  const DeviceLimits limits_ = find_limits();  // known from the start, and so even when the GPU is gone
  std::optional<CacheFlush> cache_;
};

}  // namespace
}  // namespace ladder::gpu
