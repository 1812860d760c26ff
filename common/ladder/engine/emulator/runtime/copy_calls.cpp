// cudaMemcpy(), cudaMemset() and their like.
#include <fmt/format.h>

#include <cstdint>

#include "ladder/engine/emulator/memory/device_variables.hpp"
#include "ladder/engine/emulator/memory/global_memory.hpp"
#include "ladder/engine/emulator/requests/call_site.hpp"
#include "ladder/engine/emulator/runtime/allocations.hpp"
#include "ladder/engine/emulator/runtime/copies.hpp"

namespace ladder::emulator {
namespace {

// The host waits only where the memory is its own too. (CUDA Runtime API, "API synchronization behavior".)
Copy set(const char* function, void* to, std::size_t pitch, int value, std::size_t width, std::size_t height,
         std::uintptr_t site) {
  const Allocation* const allocation = Allocations::instance().find(to);
  const bool waits = allocation != nullptr && allocation->kind != MemoryKind::device;
  return {function, {static_cast<char*>(to), pitch}, {},      value, width,
          height,   cudaMemcpyHostToDevice,          nullptr, waits, site};
}

Copy set_async(const char* function, void* to, std::size_t pitch, int value, std::size_t width, std::size_t height,
               cudaStream_t stream, std::uintptr_t site) {
  return {function, {static_cast<char*>(to), pitch}, {},     value, width,
          height,   cudaMemcpyHostToDevice,          stream, false, site};
}

Copy copy_of(const char* function, void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch,
             std::size_t width, std::size_t height, cudaMemcpyKind kind, cudaStream_t stream, bool waits,
             std::uintptr_t site) {
  return {function,
          {static_cast<char*>(to), to_pitch},
          {static_cast<const char*>(from), from_pitch},
          {},
          width,
          height,
          kind,
          stream,
          waits,
          site};
}

// The host does not wait.
cudaError_t copy_between(const char* function, void* to, int to_device, const void* from, int from_device,
                         std::size_t bytes, cudaStream_t stream, std::uintptr_t site) {
  Copy copy = copy_of(function, to, bytes, from, bytes, bytes, 1, cudaMemcpyDeviceToDevice, stream, false, site);
  copy.peers = {to_device, from_device};
  return perform(copy);
}

// The part of a pitched array that begins at `at`.
Rows rows_of(const cudaPitchedPtr& array, const cudaPos& at = {}) {
  const std::size_t slice = array.pitch * array.ysize;
  return {static_cast<const char*>(array.ptr) + at.z * slice + at.y * array.pitch + at.x, array.pitch, slice};
}

cudaError_t set_3d(const char* function, const cudaPitchedPtr& array, int value, const cudaExtent& extent,
                   cudaStream_t stream, bool waits, std::uintptr_t site) {
  Copy copy = waits ? set(function, array.ptr, array.pitch, value, extent.width, extent.height, site)
                    : set_async(function, array.ptr, array.pitch, value, extent.width, extent.height, stream, site);
  copy.to = rows_of(array);
  copy.depth = extent.depth;
  return perform(copy);
}

cudaError_t copy_3d(const char* function, const cudaMemcpy3DParms& parameters, cudaStream_t stream, bool waits,
                    std::uintptr_t site) {
  const cudaExtent& extent = parameters.extent;
  return perform({function,
                  rows_of(parameters.dstPtr, parameters.dstPos),
                  rows_of(parameters.srcPtr, parameters.srcPos),
                  {},
                  extent.width,
                  extent.height,
                  parameters.kind,
                  stream,
                  waits,
                  site,
                  extent.depth});
}

// Whether it is a variable of the device; else what is wrong. Text lies in constant memory, too.
cudaError_t check_symbol(const Copy& call, const void* symbol) {
  const auto address = reinterpret_cast<std::uintptr_t>(symbol);
  adopt_device_variables();
  if (GlobalMemory::instance().find(address, 1) != nullptr || distance_to_constant(address) == 0) return cudaSuccess;
  return wrong(call, MistakeKind::wrong_pointer, cudaErrorInvalidSymbol,
               std::string("what it is given is no variable of the device (__device__ or __constant__)") +
                   (in_constant_memory(address, 1) ? "; it takes the variable itself, not its name as text" : ""));
}

cudaError_t copy_symbol(const char* function, const void* to, const void* from, const void* symbol,
                        std::size_t symbol_bytes, std::size_t bytes, std::size_t offset, cudaMemcpyKind kind,
                        cudaStream_t stream, bool waits, std::uintptr_t site) {
  const Copy copy = copy_of(function, const_cast<void*>(to), bytes, from, bytes, bytes, 1, kind, stream, waits, site);
  if (const cudaError_t error = check_symbol(copy, symbol); error != cudaSuccess) return error;
  if (offset + bytes > symbol_bytes) {
    return wrong(copy, MistakeKind::wrong_size, cudaErrorInvalidValue,
                 fmt::format("{} bytes from {} on, but the variable has {}", bytes, offset, symbol_bytes));
  }
  return perform(copy);
}

}  // namespace

[[gnu::noinline]] cudaError_t copy_to_symbol(const void* symbol, std::size_t symbol_bytes, const void* from,
                                             std::size_t bytes, std::size_t offset, cudaStream_t stream, bool waits) {
  return copy_symbol("cudaMemcpyToSymbol", static_cast<const char*>(symbol) + offset, from, symbol, symbol_bytes, bytes,
                     offset, cudaMemcpyHostToDevice, stream, waits,
                     reinterpret_cast<std::uintptr_t>(__builtin_return_address(0)));
}

[[gnu::noinline]] cudaError_t copy_from_symbol(void* to, const void* symbol, std::size_t symbol_bytes,
                                               std::size_t bytes, std::size_t offset, cudaStream_t stream, bool waits) {
  return copy_symbol("cudaMemcpyFromSymbol", to, static_cast<const char*>(symbol) + offset, symbol, symbol_bytes, bytes,
                     offset, cudaMemcpyDeviceToHost, stream, waits,
                     reinterpret_cast<std::uintptr_t>(__builtin_return_address(0)));
}

[[gnu::noinline]] cudaError_t find_symbol(const char* function, const void* symbol) {
  const auto site = reinterpret_cast<std::uintptr_t>(__builtin_return_address(0));
  return check_symbol(copy_of(function, nullptr, 0, nullptr, 0, 0, 1, cudaMemcpyDefault, nullptr, true, site), symbol);
}

}  // namespace ladder::emulator

using ladder::emulator::copy_of;
using ladder::emulator::perform;

cudaError_t cudaMemset(void* to, int value, std::size_t bytes) {
  return perform(ladder::emulator::set("cudaMemset", to, bytes, value, bytes, 1, SITE));
}
cudaError_t cudaMemsetAsync(void* to, int value, std::size_t bytes, cudaStream_t stream) {
  return perform(ladder::emulator::set_async("cudaMemsetAsync", to, bytes, value, bytes, 1, stream, SITE));
}
cudaError_t cudaMemset2D(void* to, std::size_t pitch, int value, std::size_t width, std::size_t height) {
  return perform(ladder::emulator::set("cudaMemset2D", to, pitch, value, width, height, SITE));
}
cudaError_t cudaMemset2DAsync(void* to, std::size_t pitch, int value, std::size_t width, std::size_t height,
                              cudaStream_t stream) {
  return perform(ladder::emulator::set_async("cudaMemset2DAsync", to, pitch, value, width, height, stream, SITE));
}

cudaError_t cudaMemcpy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind) {
  return perform(copy_of("cudaMemcpy", to, bytes, from, bytes, bytes, 1, kind, nullptr, true, SITE));
}
cudaError_t cudaMemcpyAsync(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind, cudaStream_t stream) {
  return perform(copy_of("cudaMemcpyAsync", to, bytes, from, bytes, bytes, 1, kind, stream, false, SITE));
}
cudaError_t cudaMemcpy2D(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch, std::size_t width,
                         std::size_t height, cudaMemcpyKind kind) {
  return perform(copy_of("cudaMemcpy2D", to, to_pitch, from, from_pitch, width, height, kind, nullptr, true, SITE));
}
cudaError_t cudaMemcpy2DAsync(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch,
                              std::size_t width, std::size_t height, cudaMemcpyKind kind, cudaStream_t stream) {
  return perform(
      copy_of("cudaMemcpy2DAsync", to, to_pitch, from, from_pitch, width, height, kind, stream, false, SITE));
}

cudaError_t cudaMemcpyPeer(void* to, int to_device, const void* from, int from_device, std::size_t bytes) {
  return ladder::emulator::copy_between("cudaMemcpyPeer", to, to_device, from, from_device, bytes, nullptr, SITE);
}
cudaError_t cudaMemcpyPeerAsync(void* to, int to_device, const void* from, int from_device, std::size_t bytes,
                                cudaStream_t stream) {
  return ladder::emulator::copy_between("cudaMemcpyPeerAsync", to, to_device, from, from_device, bytes, stream, SITE);
}

cudaError_t cudaMemset3D(cudaPitchedPtr to, int value, cudaExtent extent) {
  return ladder::emulator::set_3d("cudaMemset3D", to, value, extent, nullptr, true, SITE);
}
cudaError_t cudaMemset3DAsync(cudaPitchedPtr to, int value, cudaExtent extent, cudaStream_t stream) {
  return ladder::emulator::set_3d("cudaMemset3DAsync", to, value, extent, stream, false, SITE);
}
cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms* parameters) {
  return ladder::emulator::copy_3d("cudaMemcpy3D", *parameters, nullptr, true, SITE);
}
cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms* parameters, cudaStream_t stream) {
  return ladder::emulator::copy_3d("cudaMemcpy3DAsync", *parameters, stream, false, SITE);
}
