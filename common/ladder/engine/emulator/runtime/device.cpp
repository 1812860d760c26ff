// The devices that programs find. Source of the figures that the architecture does not have:
// cudaGetDeviceProperties() on one NVIDIA H200.
#include "ladder/engine/emulator/language/runtime/device.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "ladder/engine/emulator/language/runtime/peers.hpp"
#include "ladder/engine/emulator/requests/call_site.hpp"
#include "ladder/engine/emulator/runtime/allocations.hpp"
#include "ladder/engine/emulator/runtime/errors.hpp"
#include "ladder/engine/emulator/runtime/mistakes.hpp"
#include "ladder/model/architecture.hpp"

using ladder::emulator::Devices;
using ladder::emulator::ErrorState;
using ladder::emulator::result;

namespace {

cudaDeviceProp properties_of_h200(int number) {
  constexpr const memory_model::Architecture& h200 = memory_model::architecture;
  cudaDeviceProp device{};
  device.pciBusID = number;
  device.uuid.bytes[0] = static_cast<char>(number);
  std::strcpy(device.name, "NVIDIA H200 (emulated)");
  device.totalGlobalMem = 150'109'880'320;
  device.sharedMemPerBlock = h200.most_static_shared_bytes;
  device.regsPerBlock = device.regsPerMultiprocessor = 65'536;
  device.warpSize = h200.warp_lanes;
  device.memPitch = 2'147'483'647;
  device.maxThreadsPerBlock = static_cast<int>(h200.most_threads);
  std::copy_n(h200.most_threads_along.begin(), 3, device.maxThreadsDim);
  std::copy_n(h200.most_blocks.begin(), 3, device.maxGridSize);
  device.clockRate = 1'980'000;
  device.totalConstMem = 65'536;
  device.major = 9;
  device.textureAlignment = device.surfaceAlignment = 512;
  device.texturePitchAlignment = 32;
  device.deviceOverlap = device.canMapHostMemory = device.concurrentKernels = device.ECCEnabled = 1;
  device.multiProcessorCount = static_cast<int>(h200.multiprocessors);
  device.asyncEngineCount = 3;
  device.unifiedAddressing = 1;
  device.memoryClockRate = 3'201'000;
  device.memoryBusWidth = 6144;
  device.l2CacheSize = 62'914'560;
  device.maxThreadsPerMultiProcessor = static_cast<int>(h200.most_resident_threads);
  device.streamPrioritiesSupported = device.globalL1CacheSupported = device.localL1CacheSupported = 1;
  device.sharedMemPerMultiprocessor = h200.resident_shared_bytes;
  device.managedMemory = device.pageableMemoryAccess = device.concurrentManagedAccess = 1;
  device.singleToDoublePrecisionPerfRatio = 2;
  device.computePreemptionSupported = device.cooperativeLaunch = 1;
  device.sharedMemPerBlockOptin = h200.most_shared_bytes;
  device.maxBlocksPerMultiProcessor = static_cast<int>(h200.most_resident_blocks);
  device.reservedSharedMemPerBlock = h200.reserved_shared_bytes;
  return device;
}

}  // namespace

cudaError_t cudaGetDeviceCount(int* count) {
  *count = Devices::instance().count();
  return result(cudaSuccess);
}

cudaError_t cudaChooseDevice(int* device, const cudaDeviceProp*) { return cudaGetDevice(device); }

cudaError_t cudaSetDevice(int device) {
  if (Devices::instance().has(device)) {
    Devices::instance().choose(device);
    return result(cudaSuccess);
  }
  ladder::emulator::MistakeLog::instance().add(ladder::emulator::MistakeKind::wrong_call, SITE,
                                               ladder::emulator::no_device(device));
  return result(cudaErrorInvalidDevice);
}

cudaError_t cudaGetDevice(int* device) {
  *device = Devices::instance().current();
  return result(cudaSuccess);
}

cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int device) {
  if (!Devices::instance().has(device)) return result(cudaErrorInvalidDevice);
  *properties = properties_of_h200(device);
  return result(cudaSuccess);
}

cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attribute, int device) {
  if (!Devices::instance().has(device)) return result(cudaErrorInvalidDevice);
  const cudaDeviceProp properties = properties_of_h200(device);
  switch (attribute) {
    case cudaDevAttrMaxThreadsPerBlock: *value = properties.maxThreadsPerBlock; break;
    case cudaDevAttrMaxBlockDimX: *value = properties.maxThreadsDim[0]; break;
    case cudaDevAttrMaxBlockDimY: *value = properties.maxThreadsDim[1]; break;
    case cudaDevAttrMaxBlockDimZ: *value = properties.maxThreadsDim[2]; break;
    case cudaDevAttrMaxGridDimX: *value = properties.maxGridSize[0]; break;
    case cudaDevAttrMaxGridDimY: *value = properties.maxGridSize[1]; break;
    case cudaDevAttrMaxGridDimZ: *value = properties.maxGridSize[2]; break;
    case cudaDevAttrMaxSharedMemoryPerBlock: *value = static_cast<int>(properties.sharedMemPerBlock); break;
    case cudaDevAttrTotalConstantMemory: *value = static_cast<int>(properties.totalConstMem); break;
    case cudaDevAttrWarpSize: *value = properties.warpSize; break;
    case cudaDevAttrMaxPitch: *value = static_cast<int>(properties.memPitch); break;
    case cudaDevAttrMaxRegistersPerBlock: *value = properties.regsPerBlock; break;
    case cudaDevAttrClockRate: *value = properties.clockRate; break;
    case cudaDevAttrTextureAlignment: *value = static_cast<int>(properties.textureAlignment); break;
    case cudaDevAttrGpuOverlap: *value = properties.deviceOverlap; break;
    case cudaDevAttrMultiProcessorCount: *value = properties.multiProcessorCount; break;
    case cudaDevAttrKernelExecTimeout: *value = properties.kernelExecTimeoutEnabled; break;
    case cudaDevAttrIntegrated: *value = properties.integrated; break;
    case cudaDevAttrCanMapHostMemory: *value = properties.canMapHostMemory; break;
    case cudaDevAttrComputeMode: *value = properties.computeMode; break;
    case cudaDevAttrConcurrentKernels: *value = properties.concurrentKernels; break;
    case cudaDevAttrEccEnabled: *value = properties.ECCEnabled; break;
    case cudaDevAttrMemoryClockRate: *value = properties.memoryClockRate; break;
    case cudaDevAttrGlobalMemoryBusWidth: *value = properties.memoryBusWidth; break;
    case cudaDevAttrL2CacheSize: *value = properties.l2CacheSize; break;
    case cudaDevAttrMaxThreadsPerMultiProcessor: *value = properties.maxThreadsPerMultiProcessor; break;
    case cudaDevAttrAsyncEngineCount: *value = properties.asyncEngineCount; break;
    case cudaDevAttrUnifiedAddressing: *value = properties.unifiedAddressing; break;
    case cudaDevAttrComputeCapabilityMajor: *value = properties.major; break;
    case cudaDevAttrComputeCapabilityMinor: *value = properties.minor; break;
    case cudaDevAttrMaxSharedMemoryPerMultiprocessor:
      *value = static_cast<int>(properties.sharedMemPerMultiprocessor);
      break;
    case cudaDevAttrMaxRegistersPerMultiprocessor: *value = properties.regsPerMultiprocessor; break;
    case cudaDevAttrManagedMemory: *value = properties.managedMemory; break;
    case cudaDevAttrPageableMemoryAccess: *value = properties.pageableMemoryAccess; break;
    case cudaDevAttrConcurrentManagedAccess: *value = properties.concurrentManagedAccess; break;
    case cudaDevAttrCooperativeLaunch: *value = properties.cooperativeLaunch; break;
    case cudaDevAttrMaxSharedMemoryPerBlockOptin: *value = static_cast<int>(properties.sharedMemPerBlockOptin); break;
    case cudaDevAttrMaxBlocksPerMultiprocessor: *value = properties.maxBlocksPerMultiProcessor; break;
    default: return result(cudaErrorInvalidValue);
  }
  return result(cudaSuccess);
}

// What the program has allocated there goes with the device.
cudaError_t cudaDeviceReset() {
  auto& allocations = ladder::emulator::Allocations::instance();
  const int device = Devices::instance().current();
  ladder::emulator::Order::instance().wait_for_device(device);
  for (auto next = allocations.all().begin(); next != allocations.all().end();) {
    ladder::emulator::Allocation& allocation = (next++)->second;
    if (allocation.device == device) allocations.free(allocation, SITE);
  }
  Devices::instance().forget_peers(device);
  ErrorState::instance().reset();
  return cudaSuccess;
}
cudaError_t cudaThreadExit() { return cudaDeviceReset(); }

cudaError_t cudaSetDeviceFlags(unsigned) { return result(cudaSuccess); }
cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache) { return result(cudaSuccess); }
cudaError_t cudaDeviceSetSharedMemConfig(cudaSharedMemConfig) { return result(cudaSuccess); }
cudaError_t cudaDeviceSetLimit(cudaLimit, std::size_t) { return result(cudaSuccess); }
cudaError_t cudaDeviceGetLimit(std::size_t* value, cudaLimit limit) {
  *value = limit == cudaLimitStackSize ? 1024 : limit == cudaLimitPrintfFifoSize ? 1 << 20 : 8 << 20;
  return result(cudaSuccess);
}
cudaError_t cudaGetDeviceFlags(unsigned* flags) {
  *flags = cudaDeviceMapHost;
  return result(cudaSuccess);
}
cudaError_t cudaDeviceGetPCIBusId(char* id, int length, int device) {
  if (!Devices::instance().has(device)) return result(cudaErrorInvalidDevice);
  std::strncpy(id, fmt::format("0000:{:02x}:00.0", device).c_str(), static_cast<std::size_t>(length));
  return result(cudaSuccess);
}
cudaError_t cudaDeviceGetCacheConfig(cudaFuncCache* config) {
  *config = cudaFuncCachePreferNone;
  return result(cudaSuccess);
}
cudaError_t cudaDeviceGetSharedMemConfig(cudaSharedMemConfig* config) {
  *config = cudaSharedMemBankSizeFourByte;
  return result(cudaSuccess);
}
cudaError_t cudaDeviceGetStreamPriorityRange(int* least, int* greatest) {
  *least = 0;
  *greatest = -5;
  return result(cudaSuccess);
}
cudaError_t cudaDriverGetVersion(int* version) {
  *version = 12080;
  return result(cudaSuccess);
}
cudaError_t cudaRuntimeGetVersion(int* version) {
  *version = 12080;
  return result(cudaSuccess);
}
