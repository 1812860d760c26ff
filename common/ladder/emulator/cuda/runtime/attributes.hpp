// Attributes of streams and of launches. (CUDA Runtime API, "Stream Management", "Execution Control".) Those that are
// here change nothing on the emulator, but for cudaLaunchAttributeCooperative.
#pragma once

#include <cstddef>

#include "ladder/emulator/cuda/runtime/launch.hpp"

enum cudaAccessProperty { cudaAccessPropertyNormal, cudaAccessPropertyStreaming, cudaAccessPropertyPersisting };
struct cudaAccessPolicyWindow {
  void* base_ptr;
  std::size_t num_bytes;
  float hitRatio;
  cudaAccessProperty hitProp, missProp;
};
enum cudaLaunchAttributeID {
  cudaLaunchAttributeIgnore = 0,
  cudaLaunchAttributeAccessPolicyWindow = 1,
  cudaLaunchAttributeCooperative = 2,
  cudaLaunchAttributePriority = 8
};
union cudaLaunchAttributeValue {
  char pad[64];
  cudaAccessPolicyWindow accessPolicyWindow;
  int cooperative;
  int priority;
};
struct cudaLaunchAttribute {
  cudaLaunchAttributeID id;
  cudaLaunchAttributeValue val;
};
struct cudaLaunchConfig_t {
  dim3 gridDim, blockDim;
  std::size_t dynamicSmemBytes;
  cudaStream_t stream;
  cudaLaunchAttribute* attrs;
  unsigned numAttrs;
};

using cudaStreamAttrID = cudaLaunchAttributeID;
using cudaStreamAttrValue = cudaLaunchAttributeValue;
inline constexpr cudaStreamAttrID cudaStreamAttributeAccessPolicyWindow = cudaLaunchAttributeAccessPolicyWindow,
                                  cudaStreamAttributePriority = cudaLaunchAttributePriority;

cudaError_t cudaStreamSetAttribute(cudaStream_t stream, cudaStreamAttrID attribute, const cudaStreamAttrValue* value);
cudaError_t cudaStreamGetAttribute(cudaStream_t stream, cudaStreamAttrID attribute, cudaStreamAttrValue* value);
cudaError_t cudaCtxResetPersistingL2Cache();

cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t* configuration, ladder::emulator::KernelFunction kernel,
                                void** arguments);
namespace ladder::emulator {
// Launches what was handed over.
cudaError_t launch(const cudaLaunchConfig_t& configuration);
}  // namespace ladder::emulator
// Inlined, so that the launch is told to be where the host code calls this.
template <typename... Parameters, typename... Arguments>
LADDER_DEVICE cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t* configuration, void (*kernel)(Parameters...),
                                             Arguments&&... arguments) {
  kernel(std::forward<Arguments>(arguments)...);
  return ladder::emulator::launch(*configuration);
}
