// Whose memory kernels may use. All pairs of devices are joined by links.
#include "ladder/engine/emulator/language/runtime/peers.hpp"

#include "ladder/engine/emulator/runtime/devices.hpp"
#include "ladder/engine/emulator/runtime/errors.hpp"

using ladder::emulator::Devices;
using ladder::emulator::OneAtATime;
using ladder::emulator::result;

cudaError_t cudaDeviceCanAccessPeer(int* can, int device, int peer) {
  const Devices& devices = Devices::instance();
  if (!devices.has(device) || !devices.has(peer)) return result(cudaErrorInvalidDevice);
  *can = device != peer;
  return result(cudaSuccess);
}

cudaError_t cudaDeviceGetP2PAttribute(int* value, cudaDeviceP2PAttr attribute, int device, int peer) {
  const Devices& devices = Devices::instance();
  if (!devices.has(device) || !devices.has(peer) || device == peer) return result(cudaErrorInvalidDevice);
  *value = attribute != cudaDevP2PAttrPerformanceRank;
  return result(cudaSuccess);
}

cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned flags) {
  const OneAtATime lock;
  Devices& devices = Devices::instance();
  if (flags != 0) return result(cudaErrorInvalidValue);
  if (!devices.has(peer) || peer == devices.current()) return result(cudaErrorInvalidDevice);
  return result(devices.enable(devices.current(), peer) ? cudaSuccess : cudaErrorPeerAccessAlreadyEnabled);
}

cudaError_t cudaDeviceDisablePeerAccess(int peer) {
  const OneAtATime lock;
  Devices& devices = Devices::instance();
  if (!devices.has(peer)) return result(cudaErrorInvalidDevice);
  return result(devices.disable(devices.current(), peer) ? cudaSuccess : cudaErrorPeerAccessNotEnabled);
}
