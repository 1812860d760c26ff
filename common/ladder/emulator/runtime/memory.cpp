// cudaMalloc(), cudaFree() and their like.
#include "ladder/emulator/cuda/runtime/memory.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <list>
#include <map>
#include <new>
#include <string>

#include "ladder/emulator/cuda/runtime/launch.hpp"
#include "ladder/emulator/debuginfo/call_site.hpp"
#include "ladder/emulator/debuginfo/source_lines.hpp"
#include "ladder/emulator/memory/global_memory.hpp"
#include "ladder/emulator/runtime/copies.hpp"
#include "ladder/emulator/runtime/graphs.hpp"
#include "ladder/emulator/runtime/mistakes.hpp"

struct cudaMemPool {
  int device;
  std::map<cudaMemPoolAttr, std::uint64_t> set{};  // by the program
  std::uint64_t most_used = 0;                     // bytes
};

namespace ladder::emulator {
namespace {

constexpr std::size_t device_bytes = std::size_t{150'109'880'320};  // an H200's
constexpr std::size_t pitch_bytes = 512;  // rows of cudaMallocPitch() begin at multiples of it

thread_local std::string name_of_next;  // of what is allocated next

// Of the current device. Managed memory moves: there may be more of it than a device has.
std::size_t bytes_left() {
  std::size_t left = device_bytes;
  for (const auto& [begin, allocation] : Allocations::instance().all()) {
    const bool is_there = allocation.device == Devices::instance().current() && allocation.kind == MemoryKind::device;
    left -= is_there ? allocation.bytes : 0;
  }
  return left;
}

cudaError_t allocate(MemoryKind kind, void** pointer, std::size_t bytes, std::uintptr_t site,
                     const StreamNumber* in_stream = nullptr) {
  const OneAtATime lock;
  site = site_in_program(site);
  const std::string name = name_of_next.empty() ? "an array" : name_of_next;
  name_of_next.clear();
  if (pointer == nullptr) return result(cudaErrorInvalidValue);
  if (const cudaError_t error = ErrorState::instance().sticky(); error != cudaSuccess) return error;
  *pointer = nullptr;
  if (const auto error = Captures::instance().forbid_memory(in_stream, site)) return *error;
  if (bytes == 0) return cudaSuccess;
  const std::size_t most = kind == MemoryKind::device ? bytes_left() : device_bytes;
  try {
    if (bytes > most) throw std::bad_alloc();
    *pointer = Allocations::instance().make(kind, bytes, name, site);
    MistakeLog::instance().forget(MistakeKind::wrong_call, site);
  } catch (const std::bad_alloc&) {
    const std::string why = bytes > most         ? fmt::format("that is more than there is left, {}", most)
                            : sizeof(void*) == 4 ? "this machine has 32-bit addresses: 1 GB holds all arrays here"
                                                 : "no addresses are left (ulimit -v), or no mappings, of which each "
                                                   "array takes several (vm.max_map_count)";
    return wrong_call(site, fmt::format("{}, {} bytes: {}", name, bytes, why), cudaErrorMemoryAllocation);
  }
  return cudaSuccess;
}

// in_stream: null where the host waits for all that may use it.
cudaError_t release(bool of_host, void* pointer, std::uintptr_t site, const StreamNumber* in_stream = nullptr) {
  const OneAtATime lock;
  if (pointer == nullptr) return result(cudaSuccess);
  site = site_in_program(site);
  if (const auto error = Captures::instance().forbid_memory(in_stream, site)) return *error;
  Allocations& allocations = Allocations::instance();
  Allocation* const allocation = allocations.find(pointer);
  if (in_stream == nullptr && allocations.has(pointer, MemoryKind::device)) {
    Order::instance().wait_for_device(allocation->device);
  } else if (in_stream == nullptr) {
    Order::instance().wait_for_all();
  }
  const auto wrong = [&](MistakeKind kind, const std::string& words) {
    return wrong_call(site, words, cudaErrorInvalidValue, kind);
  };
  if (allocation == nullptr || allocation->kind == MemoryKind::registered) {
    if (const Freed* const freed = allocations.find_freed(pointer)) {
      return wrong(MistakeKind::freed_twice,
                   fmt::format("{} was freed before, at {}", freed->allocation.name, place_of(freed->site)));
    }
    const std::string beside = beside_memory(pointer);
    return wrong(
        MistakeKind::wrong_pointer,
        !beside.empty() ? fmt::format("{}() of a pointer that {}", of_host ? "cudaFreeHost" : "cudaFree", beside)
        : of_host       ? "frees what cudaMallocHost() did not allocate"
                        : "cudaFree() of what cudaMalloc() did not allocate: host memory is freed by free() or delete");
  }
  if (allocation->begin != reinterpret_cast<std::uintptr_t>(pointer))
    return wrong(MistakeKind::wrong_pointer, fmt::format("frees from the middle of {}", in_words(*allocation)));
  if (const bool is_of_host = allocation->kind == MemoryKind::pinned; is_of_host != of_host) {
    return wrong(MistakeKind::wrong_pointer,
                 fmt::format("{} is freed by {}", allocation->name, is_of_host ? "cudaFreeHost()" : "cudaFree()"));
  }
  if (in_stream == nullptr) {
    allocations.free(*allocation, site);
  } else {
    const Work work = Order::instance().begin(*in_stream);
    allocations.free(*allocation, site, &work);
  }
  return result(cudaSuccess);
}

struct Pools : Singleton<Pools> {
  std::list<cudaMemPool> all;
  std::map<int, cudaMemPool_t> at_first, now;  // of each device

  cudaMemPool_t make(int device) { return &all.emplace_back(cudaMemPool{device}); }
  cudaMemPool_t first_of(int device) {
    cudaMemPool_t& pool = at_first[device];
    return pool != nullptr ? pool : pool = make(device);
  }
  bool has(cudaMemPool_t pool) const {
    return std::ranges::any_of(all, [pool](const cudaMemPool& one) { return &one == pool; });
  }
};

cudaError_t give_pool(cudaMemPool_t* pool, int device, bool at_first) {
  const OneAtATime lock;
  if (pool == nullptr || !Devices::instance().has(device)) return result(cudaErrorInvalidValue);
  Pools& pools = Pools::instance();
  const auto now = pools.now.find(device);
  *pool = at_first || now == pools.now.end() ? pools.first_of(device) : now->second;
  return result(cudaSuccess);
}

cudaError_t no_pool(std::uintptr_t site) {
  return wrong_call(site, "the memory pool does not exist", cudaErrorInvalidValue);
}

std::uint64_t used_of(cudaMemPool_t pool) {
  std::uint64_t bytes = 0;
  for (const auto& [begin, allocation] : Allocations::instance().all())
    bytes += allocation.pool == pool ? allocation.bytes : 0;
  return bytes;
}

// In the order of the stream: others may use it only behind that.
cudaError_t allocate_from(cudaMemPool_t pool, cudaStream_t stream, void** pointer, std::size_t bytes,
                          std::uintptr_t site) {
  const OneAtATime lock;
  const StreamNumber* const number = Order::instance().find(stream);
  if (number == nullptr) return no_stream(site);
  const cudaError_t error = allocate(MemoryKind::device, pointer, bytes, site, number);
  if (Allocation* const made = error == cudaSuccess ? Allocations::instance().find(*pointer) : nullptr) {
    Allocations::instance().use(*made, {Order::instance().begin(*number), site, true});
    made->pool = pool;
  }
  pool->most_used = std::max(pool->most_used, used_of(pool));
  return error;
}

// Nothing that is free is reserved here. What may be reused when is allowed unless it is forbidden.
std::uint64_t value_of(cudaMemPoolAttr attribute, cudaMemPool_t pool) {
  if (attribute == cudaMemPoolAttrReservedMemCurrent || attribute == cudaMemPoolAttrUsedMemCurrent)
    return used_of(pool);
  if (attribute > cudaMemPoolAttrReleaseThreshold) return pool->most_used;
  const auto set = pool->set.find(attribute);
  return set != pool->set.end() ? set->second : attribute < cudaMemPoolAttrReleaseThreshold ? 1 : 0;
}

}  // namespace

void name_next(const char* name) { name_of_next = name; }

}  // namespace ladder::emulator

using namespace ladder::emulator;

cudaError_t cudaMalloc(void** pointer, std::size_t bytes) { return allocate(MemoryKind::device, pointer, bytes, SITE); }

cudaError_t cudaMemPoolCreate(cudaMemPool_t* pool, const cudaMemPoolProps* properties) {
  const OneAtATime lock;
  if (pool == nullptr || properties == nullptr || !Devices::instance().has(properties->location.id))
    return wrong_call(SITE, "a memory pool is of a device that is there", cudaErrorInvalidValue);
  *pool = Pools::instance().make(properties->location.id);
  return result(cudaSuccess);
}
cudaError_t cudaMemPoolDestroy(cudaMemPool_t pool) {
  const OneAtATime lock;
  Pools& pools = Pools::instance();
  if (!pools.has(pool)) return no_pool(SITE);
  if (pools.first_of(pool->device) == pool)
    return wrong_call(SITE, "a device's own memory pool cannot be destroyed", cudaErrorInvalidValue);
  std::erase_if(pools.now, [pool](const auto& of_device) { return of_device.second == pool; });
  pools.all.remove_if([pool](const cudaMemPool& one) { return &one == pool; });
  return result(cudaSuccess);
}
cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool, cudaMemPoolAttr attribute, void* value) {
  const OneAtATime lock;
  if (!Pools::instance().has(pool)) return no_pool(SITE);
  const bool is_flag = attribute < cudaMemPoolAttrReleaseThreshold;
  pool->set[attribute] = is_flag ? *static_cast<int*>(value) : *static_cast<std::uint64_t*>(value);
  if (attribute > cudaMemPoolAttrReleaseThreshold) pool->most_used = used_of(pool);  // counted anew
  return result(cudaSuccess);
}
cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t pool, cudaMemPoolAttr attribute, void* value) {
  const OneAtATime lock;
  if (!Pools::instance().has(pool)) return no_pool(SITE);
  const bool is_flag = attribute < cudaMemPoolAttrReleaseThreshold;
  const std::uint64_t found = value_of(attribute, pool);
  is_flag ? *static_cast<int*>(value) = static_cast<int>(found) : *static_cast<std::uint64_t*>(value) = found;
  return result(cudaSuccess);
}
cudaError_t cudaMemPoolTrimTo(cudaMemPool_t pool, std::size_t) {
  return Pools::instance().has(pool) ? result(cudaSuccess) : no_pool(SITE);
}
cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t* pool, int device) { return give_pool(pool, device, true); }
cudaError_t cudaDeviceGetMemPool(cudaMemPool_t* pool, int device) { return give_pool(pool, device, false); }
cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t pool) {
  const OneAtATime lock;
  if (!Pools::instance().has(pool)) return no_pool(SITE);
  Pools::instance().now[device] = pool;
  return result(cudaSuccess);
}
cudaError_t cudaMallocFromPoolAsync(void** pointer, std::size_t bytes, cudaMemPool_t pool, cudaStream_t stream) {
  return Pools::instance().has(pool) ? allocate_from(pool, stream, pointer, bytes, SITE) : no_pool(SITE);
}
cudaError_t cudaMallocAsync(void** pointer, std::size_t bytes, cudaStream_t stream) {
  cudaMemPool_t pool = nullptr;
  give_pool(&pool, Devices::instance().current(), false);
  return allocate_from(pool, stream, pointer, bytes, SITE);
}

cudaError_t cudaMallocManaged(void** pointer, std::size_t bytes, unsigned) {
  return allocate(MemoryKind::managed, pointer, bytes, SITE);
}

cudaError_t cudaMallocPitch(void** pointer, std::size_t* pitch, std::size_t width, std::size_t height) {
  *pitch = (width + pitch_bytes - 1) / pitch_bytes * pitch_bytes;
  return allocate(MemoryKind::device, pointer, *pitch * height, SITE);
}

cudaError_t cudaMalloc3D(cudaPitchedPtr* array, cudaExtent extent) {
  array->pitch = (extent.width + pitch_bytes - 1) / pitch_bytes * pitch_bytes;
  array->xsize = extent.width;
  array->ysize = extent.height;
  const std::size_t bytes = array->pitch * extent.height * extent.depth;
  return allocate(MemoryKind::device, &array->ptr, bytes, SITE);
}

cudaError_t cudaMallocHost(void** pointer, std::size_t bytes, unsigned) {
  return allocate(MemoryKind::pinned, pointer, bytes, SITE);
}

cudaError_t cudaHostAlloc(void** pointer, std::size_t bytes, unsigned) {
  return allocate(MemoryKind::pinned, pointer, bytes, SITE);
}

cudaError_t cudaFree(void* pointer) { return release(false, pointer, SITE); }
cudaError_t cudaFreeAsync(void* pointer, cudaStream_t stream) {
  const OneAtATime lock;
  const StreamNumber* const number = Order::instance().find(stream);
  return number == nullptr ? no_stream(SITE) : release(false, pointer, SITE, number);
}
cudaError_t cudaFreeHost(void* pointer) { return release(true, pointer, SITE); }

cudaError_t cudaMemGetInfo(std::size_t* free, std::size_t* total) {
  *total = device_bytes;
  *free = bytes_left();
  return result(cudaSuccess);
}

cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* attributes, const void* pointer) {
  *attributes = {cudaMemoryTypeUnregistered, -2, nullptr, const_cast<void*>(pointer)};
  if (const Allocation* allocation = Allocations::instance().find(pointer)) {
    const bool device = allocation->kind == MemoryKind::device, managed = allocation->kind == MemoryKind::managed;
    attributes->type = device ? cudaMemoryTypeDevice : managed ? cudaMemoryTypeManaged : cudaMemoryTypeHost;
    attributes->device = allocation->device;
    attributes->devicePointer = const_cast<void*>(pointer);
    attributes->hostPointer = device ? nullptr : const_cast<void*>(pointer);
  }
  return result(cudaSuccess);
}

cudaError_t cudaMemPrefetchAsync(const void* pointer, std::size_t, int device, cudaStream_t) {
  if (device != cudaCpuDeviceId && !Devices::instance().has(device)) return result(cudaErrorInvalidDevice);
  return result(Allocations::instance().has(pointer, MemoryKind::managed) ? cudaSuccess : cudaErrorInvalidValue);
}

cudaError_t cudaMemAdvise(const void* pointer, std::size_t, cudaMemoryAdvise, int) {
  return cudaMemPrefetchAsync(pointer, 0, 0, nullptr);
}
