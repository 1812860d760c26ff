// cudaHostRegister() and its like: memory of the host's own that kernels may use.
#include <sys/mman.h>

#include <cstddef>
#include <string>

#include "ladder/emulator/cuda/runtime/memory.hpp"
#include "ladder/emulator/debuginfo/call_site.hpp"
#include "ladder/emulator/memory/global_memory.hpp"
#include "ladder/emulator/runtime/allocations.hpp"
#include "ladder/emulator/runtime/mistakes.hpp"
#include "ladder/emulator/runtime/repeats.hpp"

using namespace ladder::emulator;

cudaError_t cudaHostGetDevicePointer(void** on_device, void* on_host, unsigned) {
  const OneAtATime lock;
  const Allocation* const allocation = Allocations::instance().find(on_host);
  if (allocation == nullptr || !is_of_host(*allocation))
    return wrong_call(SITE, "not memory of cudaHostAlloc() or cudaHostRegister()", cudaErrorInvalidValue);
  *on_device = on_host;
  return result(cudaSuccess);
}

cudaError_t cudaHostRegister(void* pointer, std::size_t bytes, unsigned) {
  const OneAtATime lock;
  if (pointer == nullptr || bytes == 0) return result(cudaErrorInvalidValue);
  auto& all = Allocations::instance().all();
  const auto begin = reinterpret_cast<std::uintptr_t>(pointer);
  const auto next = all.lower_bound(begin);
  const bool meets_next = next != all.end() && next->first - begin < bytes;
  if (const Allocation* const known = meets_next ? &next->second : Allocations::instance().find(pointer))
    return wrong_call(SITE, "kernels may use this already: " + in_words(*known), cudaErrorHostMemoryAlreadyRegistered);
  const std::string name = "memory of the host";
  GlobalMemory::instance().adopt(begin, bytes, name, {});
  GlobalMemory::instance().note_origin(pointer, "registered at " + place_of(SITE));
  Repeats::instance().note_change();
  all[begin] = {.kind = MemoryKind::registered,
                .device = Devices::instance().current(),
                .name = name,
                .begin = begin,
                .bytes = bytes,
                .site = SITE,
                .uses = {},
                .open_to_host = PROT_READ | PROT_WRITE};
  return result(cudaSuccess);
}

cudaError_t cudaHostUnregister(void* pointer) {
  const OneAtATime lock;
  const Allocation* const known = Allocations::instance().find(pointer);
  if (known == nullptr || known->kind != MemoryKind::registered ||
      known->begin != reinterpret_cast<std::uintptr_t>(pointer))
    return wrong_call(SITE, "not where something begins that cudaHostRegister() was given",
                      cudaErrorHostMemoryNotRegistered);
  Repeats::instance().note_change();
  GlobalMemory::instance().release(pointer);
  Allocations::instance().all().erase(known->begin);
  return result(cudaSuccess);
}
