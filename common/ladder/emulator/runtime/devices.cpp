// The devices that programs find. Source of the figures that the architecture does not have:
// cudaGetDeviceProperties() on one NVIDIA H200.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "ladder/emulator/cuda/runtime/device.hpp"
#include "ladder/emulator/debuginfo/call_site.hpp"
#include "ladder/emulator/memory/device_variables.hpp"
#include "ladder/emulator/runtime/allocations.hpp"
#include "ladder/emulator/runtime/mistakes.hpp"
#include "ladder/emulator/runtime/repeats.hpp"
#include "ladder/model/architecture.hpp"

namespace ladder::emulator {

std::string no_device(int device) {
  const int count = Devices::instance().count();
  const std::string those = count == 1 ? "one, number 0" : fmt::format("{}, numbers 0 to {}", count, count - 1);
  return fmt::format("there is no device {}: the emulator has {}; ./learn try --gpus P gives it P", device, those);
}

void Links::add(int device, const RemoteSectors& sectors) {
  for (const auto& [other, sums] : sectors.by_device) {
    if (sums.loaded != 0) from_to(other, device).loaded += sums.loaded;
    if (sums.stored != 0) from_to(device, other).stored += sums.stored;
  }
}

void Variables::begin(int devices) {
  variables_ = variables_of_each_device();
  used_ = 0;
  values_.resize(static_cast<std::size_t>(devices));
  for (std::vector<std::byte>& values : values_) put_away(values);
}

void Variables::use(int device) {
  if (device == used_) return;
  put_away(values_.at(static_cast<std::size_t>(used_)));
  used_ = device;
  const std::byte* from = values_.at(static_cast<std::size_t>(device)).data();
  for (const Segment& variable : variables_) {
    std::memcpy(reinterpret_cast<void*>(variable.begin), from, variable.bytes);
    from += variable.bytes;
  }
}

void Variables::put_away(std::vector<std::byte>& values) const {
  values.clear();
  for (const Segment& variable : variables_) {
    const auto* const begin = reinterpret_cast<const std::byte*>(variable.begin);
    values.insert(values.end(), begin, begin + variable.bytes);
  }
}

}  // namespace ladder::emulator

using namespace ladder::emulator;

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
  device.persistingL2CacheMaxSize = 39'321'600;
  device.accessPolicyMaxWindowSize = 134'217'728;
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

// What a call is asked for; it succeeds.
template <typename Asked>
cudaError_t answer(Asked* asked, Asked value) {
  *asked = value;
  return result(cudaSuccess);
}

}  // namespace

cudaError_t cudaGetDeviceCount(int* count) { return answer(count, Devices::instance().count()); }

cudaError_t cudaChooseDevice(int* device, const cudaDeviceProp*) { return cudaGetDevice(device); }

cudaError_t cudaSetDevice(int device) {
  if (!Devices::instance().has(device)) return wrong_call(SITE, no_device(device), cudaErrorInvalidDevice);
  Devices::instance().choose(device);
  return result(cudaSuccess);
}

cudaError_t cudaGetDevice(int* device) { return answer(device, Devices::instance().current()); }

cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int device) {
  if (!Devices::instance().has(device)) return result(cudaErrorInvalidDevice);
  return answer(properties, properties_of_h200(device));
}

cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attribute, int device) {
  if (!Devices::instance().has(device)) return result(cudaErrorInvalidDevice);
  const cudaDeviceProp properties = properties_of_h200(device);
  switch (attribute) {
#define LADDER_ROW(name, number, member) \
  case name: return answer(value, static_cast<int>(properties.member));
    LADDER_DEVICE_ATTRIBUTES(LADDER_ROW)
#undef LADDER_ROW
    default: return result(cudaErrorInvalidValue);
  }
}

// What the program has allocated there goes with the device.
cudaError_t cudaDeviceReset() {
  auto& allocations = Allocations::instance();
  const int device = Devices::instance().current();
  Order::instance().wait_for_device(device);
  for (auto next = allocations.all().begin(); next != allocations.all().end();) {
    Allocation& allocation = (next++)->second;
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
cudaError_t cudaDeviceSetLimit(cudaLimit limit, std::size_t value) {
  const OneAtATime lock;
  Devices::instance().limits()[limit] = value;
  return result(cudaSuccess);
}
cudaError_t cudaDeviceGetLimit(std::size_t* value, cudaLimit limit) {
  const OneAtATime lock;
  const auto& limits = Devices::instance().limits();
  const auto set = limits.find(limit);
  return answer<std::size_t>(value, set != limits.end()                       ? set->second
                                    : limit == cudaLimitStackSize             ? 1024
                                    : limit == cudaLimitPrintfFifoSize        ? 1 << 20
                                    : limit == cudaLimitPersistingL2CacheSize ? 0
                                                                              : 8 << 20);
}
cudaError_t cudaGetDeviceFlags(unsigned* flags) { return answer(flags, cudaDeviceMapHost); }
cudaError_t cudaDeviceGetPCIBusId(char* id, int length, int device) {
  if (!Devices::instance().has(device)) return result(cudaErrorInvalidDevice);
  std::strncpy(id, fmt::format("0000:{:02x}:00.0", device).c_str(), static_cast<std::size_t>(length));
  return result(cudaSuccess);
}
cudaError_t cudaDeviceGetCacheConfig(cudaFuncCache* config) { return answer(config, cudaFuncCachePreferNone); }
cudaError_t cudaDeviceGetSharedMemConfig(cudaSharedMemConfig* config) {
  return answer(config, cudaSharedMemBankSizeFourByte);
}
cudaError_t cudaDeviceGetStreamPriorityRange(int* least, int* greatest) {
  *least = 0;
  *greatest = -5;
  return result(cudaSuccess);
}
cudaError_t cudaDriverGetVersion(int* version) { return answer(version, 12080); }
cudaError_t cudaRuntimeGetVersion(int* version) { return answer(version, 12080); }

// All pairs of devices are joined by links.
cudaError_t cudaDeviceCanAccessPeer(int* can, int device, int peer) {
  const Devices& devices = Devices::instance();
  if (!devices.has(device) || !devices.has(peer)) return result(cudaErrorInvalidDevice);
  return answer(can, int{device != peer});
}

cudaError_t cudaDeviceGetP2PAttribute(int* value, cudaDeviceP2PAttr attribute, int device, int peer) {
  const Devices& devices = Devices::instance();
  if (!devices.has(device) || !devices.has(peer) || device == peer) return result(cudaErrorInvalidDevice);
  return answer(value, int{attribute != cudaDevP2PAttrPerformanceRank});
}

cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned flags) {
  const OneAtATime lock;
  Devices& devices = Devices::instance();
  if (flags != 0) return result(cudaErrorInvalidValue);
  if (!devices.has(peer) || peer == devices.current()) return result(cudaErrorInvalidDevice);
  Repeats::instance().note_change();
  return result(devices.enable(devices.current(), peer) ? cudaSuccess : cudaErrorPeerAccessAlreadyEnabled);
}

cudaError_t cudaDeviceDisablePeerAccess(int peer) {
  const OneAtATime lock;
  Devices& devices = Devices::instance();
  if (!devices.has(peer)) return result(cudaErrorInvalidDevice);
  Repeats::instance().note_change();
  return result(devices.disable(devices.current(), peer) ? cudaSuccess : cudaErrorPeerAccessNotEnabled);
}
