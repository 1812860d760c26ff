// thrust::cuda::par, with a stream as well.
#pragma once

#include <thrust/detail/allocator_aware_execution_policy.h>
#include <thrust/system/cuda/detail/execution_policy.h>

namespace thrust::system::cuda {
namespace detail {

struct par_on_stream : execution_policy<par_on_stream>,
                       thrust::detail::allocator_aware_execution_policy<cuda::detail::execution_policy> {
  explicit par_on_stream(cudaStream_t stream) : stream(stream) {}
  cudaStream_t stream;
};
inline cudaStream_t stream_of(const par_on_stream& policy) { return policy.stream; }

struct par_t : execution_policy<par_t>,
               thrust::detail::allocator_aware_execution_policy<cuda::detail::execution_policy> {
  constexpr par_t() {}
  par_on_stream on(cudaStream_t stream) const { return par_on_stream(stream); }
};

}  // namespace detail

inline constexpr detail::par_t par, par_nosync;

}  // namespace thrust::system::cuda

namespace thrust::cuda {
using thrust::system::cuda::par;
using thrust::system::cuda::par_nosync;
}  // namespace thrust::cuda
