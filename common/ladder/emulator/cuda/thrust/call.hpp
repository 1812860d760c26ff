// A call of one of Thrust's algorithms: work of the device where its policy is one of the system `cuda`.
#pragma once

#include <type_traits>

#include "ladder/emulator/cuda/runtime/device_work.hpp"

namespace thrust::system::cuda::detail {

template <typename>
struct execution_policy;
template <typename Policy>
cudaStream_t stream_of(const execution_policy<Policy>&) {
  return nullptr;
}

}  // namespace thrust::system::cuda::detail

namespace ladder::emulator {

struct ThrustCall {
  template <typename Policy>
  void begin(const Policy& policy) {
    if constexpr (std::is_base_of_v<thrust::system::cuda::detail::execution_policy<Policy>, Policy>)
      work.begin(stream_of(policy));
  }
  DeviceWork work;
};

}  // namespace ladder::emulator
