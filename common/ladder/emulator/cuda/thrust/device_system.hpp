// What is Thrust's system `cuda` on the emulator where it is not the system `cpp` under another name: the memory, and
// the streams.
#pragma once

#include <thrust/detail/pointer.h>
#include <thrust/detail/raw_pointer_cast.h>
#include <thrust/iterator/iterator_traits.h>
#include <thrust/mr/memory_resource.h>
#include <thrust/pair.h>
#include <thrust/system/cpp/detail/execution_policy.h>
#include <thrust/system/cuda/detail/execution_policy.h>

#include <cstdlib>
#include <new>
#include <type_traits>
#include <utility>

#include "ladder/emulator/cuda/runtime/device_work.hpp"

namespace thrust::system::cuda::detail {

// Where its vectors have their elements.
struct DeviceMemory : thrust::mr::memory_resource<> {
  void* do_allocate(std::size_t bytes, std::size_t) override {
    void* memory = nullptr;
    if (allocate(&memory, bytes) != cudaSuccess) throw std::bad_alloc();
    return memory;
  }
  void do_deallocate(void* memory, std::size_t, std::size_t) override { cudaFree(memory); }
  virtual cudaError_t allocate(void** memory, std::size_t bytes) { return cudaMalloc(memory, bytes); }
};
struct ManagedMemory final : DeviceMemory {
  cudaError_t allocate(void** memory, std::size_t bytes) override { return cudaMallocManaged(memory, bytes); }
};

template <typename Policy>
void* malloc(execution_policy<Policy>&, std::size_t bytes) {
  void* memory = nullptr;
  cudaMalloc(&memory, bytes);
  return memory;
}
template <typename Policy, typename Pointer>
void free(execution_policy<Policy>&, Pointer pointer) {
  cudaFree(thrust::raw_pointer_cast(pointer));
}

// What an algorithm needs for itself is the host's.
template <typename T, typename Policy>
thrust::pair<thrust::pointer<T, Policy>, std::ptrdiff_t> get_temporary_buffer(execution_policy<Policy>&,
                                                                              std::ptrdiff_t count) {
  return {thrust::pointer<T, Policy>(static_cast<T*>(std::malloc(count * sizeof(T)))), count};
}
template <typename Policy, typename Pointer>
void return_temporary_buffer(execution_policy<Policy>&, Pointer pointer, std::ptrdiff_t) {
  std::free(thrust::raw_pointer_cast(pointer));
}

// An element, by its reference, of which no policy is known. Outside of algorithms it is copied.
template <typename To, typename From>
void assign_element(To& to, From& from) {
  if constexpr (std::is_same_v<To, std::remove_const_t<From>> && std::is_trivially_copyable_v<To>) {
    if (!ladder::emulator::DeviceWork::is_running()) {
      cudaMemcpy(&to, &from, sizeof to, cudaMemcpyDefault);
      return;
    }
  }
  ladder::emulator::DeviceWork work;
  work.begin(nullptr);
  to = from;
}
template <typename Policy, typename Pointer>
typename thrust::iterator_value<Pointer>::type get_value(execution_policy<Policy>&, Pointer from) {
  typename thrust::iterator_value<Pointer>::type value;
  assign_element(value, *thrust::raw_pointer_cast(from));
  return value;
}
template <typename Policy, typename To, typename From>
void assign_value(execution_policy<Policy>&, To to, From from) {
  assign_element(*thrust::raw_pointer_cast(to), *thrust::raw_pointer_cast(from));
}
template <typename Policy, typename A, typename B>
void iter_swap(execution_policy<Policy>&, A a, B b) {
  ladder::emulator::DeviceWork work;
  work.begin(nullptr);
  using std::swap;
  swap(*thrust::raw_pointer_cast(a), *thrust::raw_pointer_cast(b));
}

// Between the host and the device it is work of the device.
template <typename Host, typename Device>
Device& select_system(thrust::system::cpp::detail::execution_policy<Host>&, execution_policy<Device>& device) {
  return static_cast<Device&>(device);
}
template <typename Device, typename Host>
Device& select_system(execution_policy<Device>& device, thrust::system::cpp::detail::execution_policy<Host>&) {
  return static_cast<Device&>(device);
}

}  // namespace thrust::system::cuda::detail
