// The devices that programs find. Source of its figures: cudaGetDeviceProperties() on one NVIDIA H200.
#include "ladder/engine/emulator/language/runtime/device.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <vector>

#include "ladder/engine/emulator/language/runtime/peers.hpp"
#include "ladder/engine/emulator/requests/call_site.hpp"
#include "ladder/engine/emulator/runtime/allocations.hpp"
#include "ladder/engine/emulator/runtime/errors.hpp"
#include "ladder/engine/emulator/runtime/mistakes.hpp"
#include "ladder/model/memory_model.hpp"

using ladder::emulator::Devices;
using ladder::emulator::ErrorState;
using ladder::emulator::result;

namespace {

cudaDeviceProp properties_of_h200(int number) {
  cudaDeviceProp device{};
  device.pciBusID = number;
  device.uuid.bytes[0] = static_cast<char>(number);
  std::strcpy(device.name, "NVIDIA H200 (emulated)");
  device.totalGlobalMem = 150'109'880'320;
  device.sharedMemPerBlock = 49'152;
  device.regsPerBlock = device.regsPerMultiprocessor = 65'536;
  device.warpSize = 32;
  device.memPitch = 2'147'483'647;
  device.maxThreadsPerBlock = 1024;
  const int threads[] = {1024, 1024, 64}, blocks[] = {2'147'483'647, 65'535, 65'535};
  std::copy_n(threads, 3, device.maxThreadsDim);
  std::copy_n(blocks, 3, device.maxGridSize);
  device.clockRate = 1'980'000;
  device.totalConstMem = 65'536;
  device.major = 9;
  device.textureAlignment = device.surfaceAlignment = 512;
  device.texturePitchAlignment = 32;
  device.deviceOverlap = device.canMapHostMemory = device.concurrentKernels = device.ECCEnabled = 1;
  device.multiProcessorCount = 132;
  device.asyncEngineCount = 3;
  device.unifiedAddressing = 1;
  device.memoryClockRate = 3'201'000;
  device.memoryBusWidth = 6144;
  device.l2CacheSize = 62'914'560;
  device.maxThreadsPerMultiProcessor = 2048;
  device.streamPrioritiesSupported = device.globalL1CacheSupported = device.localL1CacheSupported = 1;
  device.sharedMemPerMultiprocessor = 233'472;
  device.managedMemory = device.pageableMemoryAccess = device.concurrentManagedAccess = 1;
  device.singleToDoublePrecisionPerfRatio = 2;
  device.computePreemptionSupported = device.cooperativeLaunch = 1;
  device.sharedMemPerBlockOptin = 232'448;
  device.maxBlocksPerMultiProcessor = 32;
  device.reservedSharedMemPerBlock = 1024;
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
  const struct {
    cudaDeviceAttr attribute;
    std::size_t value;
  } values[] = {
      {cudaDevAttrMaxThreadsPerBlock, 1024},
      {cudaDevAttrMaxBlockDimX, 1024},
      {cudaDevAttrMaxBlockDimY, 1024},
      {cudaDevAttrMaxBlockDimZ, 64},
      {cudaDevAttrMaxGridDimX, 2'147'483'647},
      {cudaDevAttrMaxGridDimY, 65'535},
      {cudaDevAttrMaxGridDimZ, 65'535},
      {cudaDevAttrMaxSharedMemoryPerBlock, properties.sharedMemPerBlock},
      {cudaDevAttrTotalConstantMemory, properties.totalConstMem},
      {cudaDevAttrWarpSize, 32},
      {cudaDevAttrMaxPitch, properties.memPitch},
      {cudaDevAttrMaxRegistersPerBlock, 65'536},
      {cudaDevAttrClockRate, 1'980'000},
      {cudaDevAttrTextureAlignment, 512},
      {cudaDevAttrGpuOverlap, 1},
      {cudaDevAttrMultiProcessorCount, 132},
      {cudaDevAttrKernelExecTimeout, 0},
      {cudaDevAttrIntegrated, 0},
      {cudaDevAttrCanMapHostMemory, 1},
      {cudaDevAttrComputeMode, 0},
      {cudaDevAttrConcurrentKernels, 1},
      {cudaDevAttrEccEnabled, 1},
      {cudaDevAttrMemoryClockRate, 3'201'000},
      {cudaDevAttrGlobalMemoryBusWidth, 6144},
      {cudaDevAttrL2CacheSize, 62'914'560},
      {cudaDevAttrMaxThreadsPerMultiProcessor, 2048},
      {cudaDevAttrAsyncEngineCount, 3},
      {cudaDevAttrUnifiedAddressing, 1},
      {cudaDevAttrComputeCapabilityMajor, 9},
      {cudaDevAttrComputeCapabilityMinor, 0},
      {cudaDevAttrMaxSharedMemoryPerMultiprocessor, properties.sharedMemPerMultiprocessor},
      {cudaDevAttrMaxRegistersPerMultiprocessor, 65'536},
      {cudaDevAttrManagedMemory, 1},
      {cudaDevAttrPageableMemoryAccess, 1},
      {cudaDevAttrConcurrentManagedAccess, 1},
      {cudaDevAttrCooperativeLaunch, 1},
      {cudaDevAttrMaxSharedMemoryPerBlockOptin, properties.sharedMemPerBlockOptin},
      {cudaDevAttrMaxBlocksPerMultiprocessor, 32},
  };
  for (const auto& row : values) {
    if (row.attribute != attribute) continue;
    *value = static_cast<int>(row.value);
    return result(cudaSuccess);
  }
  return result(cudaErrorInvalidValue);
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
