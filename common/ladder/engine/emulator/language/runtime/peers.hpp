// What programs for several GPUs call, as it is where there is one: number 0. (CUDA Runtime API, "Peer Device Memory
// Access".)
#pragma once

#include <cstddef>

#include "ladder/engine/emulator/language/runtime/device.hpp"
#include "ladder/engine/emulator/language/runtime/memory.hpp"

cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned flags);
cudaError_t cudaDeviceDisablePeerAccess(int peer);

inline __attribute__((always_inline)) cudaError_t cudaMemcpyPeer(void* to, int to_device, const void* from,
                                                                 int from_device, std::size_t bytes) {
  if (to_device != 0 || from_device != 0) return cudaSetDevice(to_device != 0 ? to_device : from_device);
  return cudaMemcpy(to, from, bytes, cudaMemcpyDeviceToDevice);
}
inline __attribute__((always_inline)) cudaError_t cudaMemcpyPeerAsync(void* to, int to_device, const void* from,
                                                                      int from_device, std::size_t bytes,
                                                                      cudaStream_t stream = nullptr) {
  if (to_device != 0 || from_device != 0) return cudaSetDevice(to_device != 0 ? to_device : from_device);
  return cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToDevice, stream);
}
