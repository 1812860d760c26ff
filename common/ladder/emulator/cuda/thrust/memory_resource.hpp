// Where Thrust's vectors have their memory.
#pragma once

#include <thrust/mr/memory_resource.h>
#include <thrust/system/cuda/pointer.h>
#include <thrust/system/detail/bad_alloc.h>

namespace thrust::system::cuda {
namespace detail {

template <auto allocate, auto release, typename Pointer>
struct Resource final : thrust::mr::memory_resource<Pointer> {
  Pointer do_allocate(std::size_t bytes, std::size_t) override {
    void* memory = nullptr;
    if (const cudaError_t error = allocate(&memory, bytes); error != cudaSuccess)
      throw thrust::system::detail::bad_alloc(cudaGetErrorString(error));
    return Pointer(memory);
  }
  void do_deallocate(Pointer pointer, std::size_t, std::size_t) override {
    release(thrust::detail::pointer_traits<Pointer>::get(pointer));
  }
};
inline cudaError_t allocate(void** pointer, std::size_t bytes) { return cudaMalloc(pointer, bytes); }
inline cudaError_t allocate_managed(void** pointer, std::size_t bytes) { return cudaMallocManaged(pointer, bytes); }
inline cudaError_t allocate_pinned(void** pointer, std::size_t bytes) { return cudaMallocHost(pointer, bytes); }

}  // namespace detail

using memory_resource = detail::Resource<detail::allocate, cudaFree, pointer<void>>;
using universal_memory_resource = detail::Resource<detail::allocate_managed, cudaFree, universal_pointer<void>>;
using universal_host_pinned_memory_resource =
    detail::Resource<detail::allocate_pinned, cudaFreeHost, universal_pointer<void>>;

}  // namespace thrust::system::cuda

namespace thrust::cuda {
using thrust::system::cuda::memory_resource;
using thrust::system::cuda::universal_host_pinned_memory_resource;
using thrust::system::cuda::universal_memory_resource;
}  // namespace thrust::cuda
