// cudaMemcpy(), cudaMemset() and their like.
#include <fmt/format.h>

#include <cstdint>
#include <cstring>
#include <optional>
#include <string>

#include "ladder/engine/emulator/language/runtime/memory.hpp"
#include "ladder/engine/emulator/memory/device_variables.hpp"
#include "ladder/engine/emulator/memory/global_memory.hpp"
#include "ladder/engine/emulator/runtime/allocations.hpp"
#include "ladder/engine/emulator/runtime/errors.hpp"
#include "ladder/engine/emulator/runtime/mistakes.hpp"

namespace ladder::emulator {
namespace {

// Rows of bytes, `pitch` apart.
struct Rows {
  const char* begin;
  std::size_t pitch;
};

struct Copy {
  const char* function;  // that the program calls
  Rows to, from;
  std::optional<int> value;  // that is set: nothing is copied from anywhere
  std::size_t width, height;
  cudaMemcpyKind kind;
  cudaStream_t stream;
  bool waits;  // the host does, until it is done
  std::uintptr_t site;

  std::size_t reach(const Rows& rows) const { return height == 0 ? 0 : (height - 1) * rows.pitch + width; }
};

cudaError_t wrong(const Copy& copy, MistakeKind kind, cudaError_t error, const std::string& words) {
  MistakeLog::instance().add(kind, copy.site, fmt::format("{}(): {}", copy.function, words));
  return ErrorState::instance().result(error);
}

const char* name_of(cudaMemcpyKind kind) {
  static constexpr const char* names[] = {"cudaMemcpyHostToHost", "cudaMemcpyHostToDevice", "cudaMemcpyDeviceToHost",
                                          "cudaMemcpyDeviceToDevice", "cudaMemcpyDefault"};
  return names[kind];
}

// One side of a copy: cudaSuccess, or what is wrong with it.
cudaError_t check_side(const Copy& copy, const Rows& rows, const char* side, bool on_device) {
  const Allocation* const allocation = Allocations::instance().find(rows.begin);
  if (allocation == nullptr) {
    if (const Freed* freed = Allocations::instance().find_freed(rows.begin)) {
      return wrong(
          copy, MistakeKind::use_after_free, cudaErrorInvalidValue,
          fmt::format("its {} is {}, which was freed at {}", side, freed->allocation.name, place_of(freed->site)));
    }
    const bool variable = GlobalMemory::instance().find(reinterpret_cast<std::uintptr_t>(rows.begin), 1) != nullptr ||
                          in_constant_memory(reinterpret_cast<std::uintptr_t>(rows.begin), 1);
    if (on_device && !variable && copy.kind != cudaMemcpyDefault) {
      return wrong(copy, MistakeKind::wrong_pointer, cudaErrorInvalidValue,
                   fmt::format("its {} is to be on the device ({}), but the pointer is {}", side, name_of(copy.kind),
                               rows.begin == nullptr ? "null" : "of host memory"));
    }
    if (rows.begin == nullptr) {
      return wrong(copy, MistakeKind::wrong_pointer, cudaErrorInvalidValue, fmt::format("its {} is null", side));
    }
    return cudaSuccess;
  }
  if (!on_device && allocation->kind == MemoryKind::device && copy.kind != cudaMemcpyDefault) {
    return wrong(
        copy, MistakeKind::wrong_pointer, cudaErrorInvalidValue,
        fmt::format("its {} is to be on the host ({}), but it is {}", side, name_of(copy.kind), in_words(*allocation)));
  }
  const std::size_t left = allocation->begin + allocation->bytes - reinterpret_cast<std::uintptr_t>(rows.begin);
  if (copy.reach(rows) > left) {
    return wrong(
        copy, MistakeKind::wrong_size, cudaErrorInvalidValue,
        fmt::format("{} bytes, but its {} has {} left: {}", copy.reach(rows), side, left, in_words(*allocation)));
  }
  return cudaSuccess;
}

bool device_side(cudaMemcpyKind kind, bool source) {
  return kind == cudaMemcpyDeviceToDevice || kind == (source ? cudaMemcpyDeviceToHost : cudaMemcpyHostToDevice);
}

// Notes that the work uses what it touches. Pageable memory of the host is copied before the call returns.
bool note_use(const Copy& copy, const Work& work, const Rows& rows, bool writes) {
  Allocation* const allocation = Allocations::instance().find(rows.begin);
  if (allocation == nullptr) return false;
  Use use{work, copy.site, writes, {}, {}};
  if (Order::instance().several_streams()) {
    const TouchedSectors touched(allocation->begin, allocation->bytes);
    for (std::size_t row = 0; row < copy.height; ++row) {
      const auto first = reinterpret_cast<std::uintptr_t>(rows.begin) + row * rows.pitch;
      touched.touch(first, first + copy.width - 1);
    }
    (writes ? use.stored : use.loaded) = touched.bits();
  }
  Allocations::instance().use(*allocation, std::move(use));
  return true;
}

// To the host, of device memory that nothing has written: a kernel may have left out what the program looks at.
void note_what_nothing_wrote(const Copy& copy) {
  const Allocation* const from = Allocations::instance().find(copy.from.begin);
  if (copy.value || from == nullptr || Allocations::instance().find(copy.to.begin) != nullptr) return;
  std::size_t bytes = 0;
  for (std::size_t row = 0; row < copy.height; ++row) {
    bytes += GlobalMemory::instance().never_written_bytes(copy.from.begin + row * copy.from.pitch, copy.width);
  }
  if (bytes == 0) return;
  MistakeLog::instance().add(MistakeKind::copies_nothing, copy.site,
                             fmt::format("{}(): of the {} bytes that it copies from {}, nothing wrote {}",
                                         copy.function, copy.width * copy.height, from->name, bytes));
}

void note_what_is_left(const Copy& copy) {
  Allocation* const to = Allocations::instance().find(copy.to.begin);
  if (to == nullptr || copy.value || Allocations::instance().find(copy.from.begin) != nullptr) return;
  const std::size_t bytes = copy.width * copy.height;
  to->partly_filled = bytes < to->bytes ? copy.site : 0;
  to->filled_bytes = bytes;
}

void move_bytes(const Copy& copy) {
  for (std::size_t row = 0; row < copy.height; ++row) {
    char* to = const_cast<char*>(copy.to.begin) + row * copy.to.pitch;
    if (copy.value) {
      std::memset(to, *copy.value, copy.width);
      GlobalMemory::instance().mark(to, copy.width, written_before_the_launch);
    } else {
      const char* from = copy.from.begin + row * copy.from.pitch;
      std::memmove(to, from, copy.width);
      if (GlobalMemory::instance().find(reinterpret_cast<std::uintptr_t>(to), copy.width) != nullptr) {
        GlobalMemory::instance().copy_marks(to, from, copy.width);
      }
    }
  }
}

cudaError_t perform(const Copy& copy) {
  const OneAtATime lock;
  ErrorState& errors = ErrorState::instance();
  if (errors.sticky() != cudaSuccess) return errors.sticky();
  if (copy.width == 0 || copy.height == 0) return cudaSuccess;
  adopt_device_variables();
  const StreamNumber* const stream = Order::instance().find(copy.stream);
  if (stream == nullptr) {
    return wrong(copy, MistakeKind::wrong_call, cudaErrorInvalidResourceHandle, "its stream does not exist");
  }
  if (copy.kind < cudaMemcpyHostToHost || copy.kind > cudaMemcpyDefault) {
    return wrong(copy, MistakeKind::wrong_call, cudaErrorInvalidMemcpyDirection, "there is no such direction");
  }
  if (copy.to.pitch < copy.width || (!copy.value && copy.from.pitch < copy.width)) {
    return wrong(copy, MistakeKind::wrong_size, cudaErrorInvalidPitchValue, "a row is wider than its pitch");
  }
  if (const cudaError_t error = check_side(copy, copy.to, "destination", device_side(copy.kind, false))) return error;
  if (!copy.value) {
    if (const cudaError_t error = check_side(copy, copy.from, "source", device_side(copy.kind, true))) return error;
  }
  const Work work = Order::instance().begin(*stream);
  Allocations::instance().open();
  const bool into_own = note_use(copy, work, copy.to, true);
  const bool out_of_own = copy.value || note_use(copy, work, copy.from, false);
  note_what_nothing_wrote(copy);
  note_what_is_left(copy);
  move_bytes(copy);
  if (copy.waits || !into_own || !out_of_own) Order::instance().wait_for(*stream);
  Allocations::instance().close();
  return cudaSuccess;
}

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

cudaError_t copy_symbol(const char* function, const void* to, const void* from, const void* symbol,
                        std::size_t symbol_bytes, std::size_t bytes, std::size_t offset, cudaMemcpyKind kind,
                        cudaStream_t stream, bool waits, std::uintptr_t site) {
  const Copy copy = copy_of(function, const_cast<void*>(to), bytes, from, bytes, bytes, 1, kind, stream, waits, site);
  const auto address = reinterpret_cast<std::uintptr_t>(symbol);
  adopt_device_variables();
  if (GlobalMemory::instance().find(address, 1) == nullptr && !in_constant_memory(address, 1)) {
    return wrong(copy, MistakeKind::wrong_pointer, cudaErrorInvalidSymbol,
                 "what it is given is no variable of the device (__device__ or __constant__)");
  }
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

}  // namespace ladder::emulator

using ladder::emulator::copy_of;
using ladder::emulator::perform;

#define SITE reinterpret_cast<std::uintptr_t>(__builtin_return_address(0))

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
