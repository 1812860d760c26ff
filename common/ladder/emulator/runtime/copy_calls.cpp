// cudaMemcpy(), cudaMemset() and their like.
#include <fmt/format.h>

#include <cstdint>
#include <cstring>

#include "ladder/emulator/debuginfo/call_site.hpp"
#include "ladder/emulator/debuginfo/source_lines.hpp"
#include "ladder/emulator/memory/device_variables.hpp"
#include "ladder/emulator/memory/global_memory.hpp"
#include "ladder/emulator/runtime/allocations.hpp"
#include "ladder/emulator/runtime/copies.hpp"

namespace ladder::emulator {
namespace {

Rows rows_at(const void* begin, std::size_t pitch) { return {static_cast<const char*>(begin), pitch}; }
// The part of a pitched array that begins at `at`.
Rows rows_of(const cudaPitchedPtr& array, const cudaPos& at = {}) {
  const std::size_t slice = array.pitch * array.ysize;
  return {static_cast<const char*>(array.ptr) + at.z * slice + at.y * array.pitch + at.x, array.pitch, slice};
}

// The host waits only where the memory is its own too. (CUDA Runtime API, "API synchronization behavior".)
cudaError_t set_rows(CopyCall call, const Rows& to, int value, const cudaExtent& size) {
  const Allocation* const allocation = Allocations::instance().find(to.begin);
  call.waits = call.waits && allocation != nullptr && allocation->kind != MemoryKind::device;
  return perform({call, to, {}, size, cudaMemcpyHostToDevice, value});
}

cudaError_t copy_between(const CopyCall& call, void* to, int to_device, const void* from, int from_device,
                         std::size_t bytes) {
  Copy copy{call, rows_at(to, bytes), rows_at(from, bytes), {bytes, 1, 1}, cudaMemcpyDeviceToDevice};
  copy.peers = {to_device, from_device};
  return perform(copy);
}

// Whether it is a variable of the device; else what is wrong. Text lies in constant memory, too.
cudaError_t check_symbol(const Copy& copy, const void* symbol) {
  const auto address = reinterpret_cast<std::uintptr_t>(symbol);
  adopt_device_variables();
  if (GlobalMemory::instance().find(address, 1) != nullptr || distance_to_constant(address) == 0) return cudaSuccess;
  return wrong(copy, MistakeKind::wrong_pointer,
               std::string("what it is given is no variable of the device (__device__ or __constant__)") +
                   (in_constant_memory(address, 1) ? "; it takes the variable itself, not its name as text" : ""),
               cudaErrorInvalidSymbol);
}

// Between the part of the variable that begins at the offset and memory of the host.
cudaError_t copy_symbol(const CopyCall& call, const DeviceSymbol& symbol, const void* host, cudaMemcpyKind kind,
                        std::size_t bytes, std::size_t offset) {
  const Rows part = rows_at(static_cast<const char*>(symbol.begin) + offset, bytes), other = rows_at(host, bytes);
  const bool is_to_symbol = kind == cudaMemcpyHostToDevice;
  const Copy copy{call, is_to_symbol ? part : other, is_to_symbol ? other : part, {bytes, 1, 1}, kind};
  if (const cudaError_t error = check_symbol(copy, symbol.begin); error != cudaSuccess) return error;
  if (offset + bytes > symbol.bytes) {
    return wrong(copy, MistakeKind::wrong_size,
                 fmt::format("{} bytes from {} on, but the variable has {}", bytes, offset, symbol.bytes));
  }
  return perform(copy);
}

cudaError_t find_symbol(const CopyCall& call, const DeviceSymbol& symbol) {
  return check_symbol({call, {}, {}, {}, cudaMemcpyDefault}, symbol.begin);
}

}  // namespace

Copy copy_of_bytes(const CopyCall& call, void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind) {
  CopyCall by_program = call;
  by_program.site = site_in_program(call.site);
  return {by_program, rows_at(to, bytes), rows_at(from, bytes), {bytes, 1, 1}, kind};
}

Copy copy_of_arrays(const CopyCall& call, const cudaMemcpy3DParms& all) {
  return {call, rows_of(all.dstPtr, all.dstPos), rows_of(all.srcPtr, all.srcPos), all.extent, all.kind};
}

void Copy::fill(char* row) const {
  if (element_bytes == 1) std::memset(row, *value, size.width);
  for (std::size_t i = 0; element_bytes != 1 && i < size.width; i += element_bytes)
    std::memcpy(row + i, &*value, element_bytes);
}

NodeWork copy_work(const Copy& copy) {
  return [copy](cudaStream_t stream) {
    Copy now = copy;
    now.call.stream = stream;
    now.call.in_graph = true;
    return perform(now);
  };
}

std::optional<cudaError_t> capture(const Copy& copy, StreamNumber stream) {
  const auto type = copy.value ? cudaGraphNodeTypeMemset : cudaGraphNodeTypeMemcpy;
  return Captures::instance().take(stream, copy.call.site, type, copy_work(copy));
}

}  // namespace ladder::emulator

using namespace ladder::emulator;

cudaError_t cudaMemset(void* to, int value, std::size_t bytes) {
  return set_rows({"cudaMemset", SITE}, rows_at(to, bytes), value, {bytes, 1, 1});
}
cudaError_t cudaMemsetAsync(void* to, int value, std::size_t bytes, cudaStream_t stream) {
  return set_rows({"cudaMemsetAsync", SITE, false, stream}, rows_at(to, bytes), value, {bytes, 1, 1});
}
cudaError_t cudaMemset2D(void* to, std::size_t pitch, int value, std::size_t width, std::size_t height) {
  return set_rows({"cudaMemset2D", SITE}, rows_at(to, pitch), value, {width, height, 1});
}
cudaError_t cudaMemset2DAsync(void* to, std::size_t pitch, int value, std::size_t width, std::size_t height,
                              cudaStream_t stream) {
  return set_rows({"cudaMemset2DAsync", SITE, false, stream}, rows_at(to, pitch), value, {width, height, 1});
}
cudaError_t cudaMemset3D(cudaPitchedPtr to, int value, cudaExtent extent) {
  return set_rows({"cudaMemset3D", SITE}, rows_of(to), value, extent);
}
cudaError_t cudaMemset3DAsync(cudaPitchedPtr to, int value, cudaExtent extent, cudaStream_t stream) {
  return set_rows({"cudaMemset3DAsync", SITE, false, stream}, rows_of(to), value, extent);
}

cudaError_t cudaMemcpy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind) {
  return perform(copy_of_bytes({"cudaMemcpy", SITE}, to, from, bytes, kind));
}
cudaError_t cudaMemcpyAsync(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind, cudaStream_t stream) {
  return perform(copy_of_bytes({"cudaMemcpyAsync", SITE, false, stream}, to, from, bytes, kind));
}
cudaError_t cudaMemcpy2D(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch, std::size_t width,
                         std::size_t height, cudaMemcpyKind kind) {
  return perform({{"cudaMemcpy2D", SITE}, rows_at(to, to_pitch), rows_at(from, from_pitch), {width, height, 1}, kind});
}
cudaError_t cudaMemcpy2DAsync(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch,
                              std::size_t width, std::size_t height, cudaMemcpyKind kind, cudaStream_t stream) {
  const CopyCall call{"cudaMemcpy2DAsync", SITE, false, stream};
  return perform({call, rows_at(to, to_pitch), rows_at(from, from_pitch), {width, height, 1}, kind});
}
cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms* parameters) {
  return perform(copy_of_arrays({"cudaMemcpy3D", SITE}, *parameters));
}
cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms* parameters, cudaStream_t stream) {
  return perform(copy_of_arrays({"cudaMemcpy3DAsync", SITE, false, stream}, *parameters));
}
// The host does not wait.
cudaError_t cudaMemcpyPeer(void* to, int to_device, const void* from, int from_device, std::size_t bytes) {
  return copy_between({"cudaMemcpyPeer", SITE, false}, to, to_device, from, from_device, bytes);
}
cudaError_t cudaMemcpyPeerAsync(void* to, int to_device, const void* from, int from_device, std::size_t bytes,
                                cudaStream_t stream) {
  return copy_between({"cudaMemcpyPeerAsync", SITE, false, stream}, to, to_device, from, from_device, bytes);
}

cudaError_t cudaMemcpyToSymbol(DeviceSymbol symbol, const void* from, std::size_t bytes, std::size_t offset,
                               cudaMemcpyKind) {
  return copy_symbol({"cudaMemcpyToSymbol", SITE}, symbol, from, cudaMemcpyHostToDevice, bytes, offset);
}
cudaError_t cudaMemcpyToSymbolAsync(DeviceSymbol symbol, const void* from, std::size_t bytes, std::size_t offset,
                                    cudaMemcpyKind, cudaStream_t stream) {
  return copy_symbol({"cudaMemcpyToSymbol", SITE, false, stream}, symbol, from, cudaMemcpyHostToDevice, bytes, offset);
}
cudaError_t cudaMemcpyFromSymbol(void* to, DeviceSymbol symbol, std::size_t bytes, std::size_t offset, cudaMemcpyKind) {
  return copy_symbol({"cudaMemcpyFromSymbol", SITE}, symbol, to, cudaMemcpyDeviceToHost, bytes, offset);
}
cudaError_t cudaMemcpyFromSymbolAsync(void* to, DeviceSymbol symbol, std::size_t bytes, std::size_t offset,
                                      cudaMemcpyKind, cudaStream_t stream) {
  return copy_symbol({"cudaMemcpyFromSymbol", SITE, false, stream}, symbol, to, cudaMemcpyDeviceToHost, bytes, offset);
}
cudaError_t cudaGetSymbolAddress(void** pointer, DeviceSymbol symbol) {
  const cudaError_t error = find_symbol({"cudaGetSymbolAddress", SITE}, symbol);
  if (error == cudaSuccess) *pointer = const_cast<void*>(symbol.begin);
  return error;
}
cudaError_t cudaGetSymbolSize(std::size_t* bytes, DeviceSymbol symbol) {
  const cudaError_t error = find_symbol({"cudaGetSymbolSize", SITE}, symbol);
  if (error == cudaSuccess) *bytes = symbol.bytes;
  return error;
}
