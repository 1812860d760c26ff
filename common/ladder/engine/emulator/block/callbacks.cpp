// The functions that instrumented kernels call: once per load or store, before it happens, and once per basic block.
//
// The compiler's -fsanitize=thread and -fsanitize-coverage=trace-pc insert the calls (named in LLVM's tsan_interface.h
// and in Clang's SanitizerCoverage documentation). Kernels are linked without the sanitizers' own libraries: these
// definitions take their place.
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "ladder/engine/emulator/block/block.hpp"

namespace {

using ladder::emulator::Access;
using ladder::emulator::Block;

// Outside a kernel, in host code of the same file, there is nothing to observe.
[[gnu::always_inline]] inline void observe(const void* address, int bytes, Access operation, const void* site) {
  if (Block* block = Block::current()) {
    block->access(reinterpret_cast<std::uintptr_t>(address), bytes, operation, reinterpret_cast<std::uintptr_t>(site));
  }
}

void observe_volatile(const void* address, int bytes, Access operation, const void* site) {
  if (Block* block = Block::current()) {
    block->access_volatile(reinterpret_cast<std::uintptr_t>(address), bytes, operation,
                           reinterpret_cast<std::uintptr_t>(site));
  }
}

// A thread copies a range word by word, as wide as its alignment and length allow, up to 16 bytes.
void observe_range(const void* address, std::size_t bytes, Access operation, const void* site) {
  auto at = reinterpret_cast<std::uintptr_t>(address);
  while (bytes != 0) {
    std::size_t width = 16;
    while (width > bytes || at % width != 0) width /= 2;
    observe(reinterpret_cast<const void*>(at), static_cast<int>(width), operation, site);
    at += width;
    bytes -= width;
  }
}

}  // namespace

#define SITE __builtin_return_address(0)

extern "C" {
void __tsan_init() {}
void __tsan_func_entry(void*) {}
void __tsan_func_exit() {}

void __tsan_read1(void* p) { observe(p, 1, Access::load, SITE); }
void __tsan_read2(void* p) { observe(p, 2, Access::load, SITE); }
void __tsan_read4(void* p) { observe(p, 4, Access::load, SITE); }
void __tsan_read8(void* p) { observe(p, 8, Access::load, SITE); }
void __tsan_read16(void* p) { observe(p, 16, Access::load, SITE); }
void __tsan_write1(void* p) { observe(p, 1, Access::store, SITE); }
void __tsan_write2(void* p) { observe(p, 2, Access::store, SITE); }
void __tsan_write4(void* p) { observe(p, 4, Access::store, SITE); }
void __tsan_write8(void* p) { observe(p, 8, Access::store, SITE); }
void __tsan_write16(void* p) { observe(p, 16, Access::store, SITE); }

// The compiler does not know the alignment; the emulator looks at the address itself.
void __tsan_unaligned_read2(void* p) { observe(p, 2, Access::load, SITE); }
void __tsan_unaligned_read4(void* p) { observe(p, 4, Access::load, SITE); }
void __tsan_unaligned_read8(void* p) { observe(p, 8, Access::load, SITE); }
void __tsan_unaligned_read16(void* p) { observe(p, 16, Access::load, SITE); }
void __tsan_unaligned_write2(void* p) { observe(p, 2, Access::store, SITE); }
void __tsan_unaligned_write4(void* p) { observe(p, 4, Access::store, SITE); }
void __tsan_unaligned_write8(void* p) { observe(p, 8, Access::store, SITE); }
void __tsan_unaligned_write16(void* p) { observe(p, 16, Access::store, SITE); }

void __tsan_volatile_read1(void* p) { observe_volatile(p, 1, Access::load, SITE); }
void __tsan_volatile_read2(void* p) { observe_volatile(p, 2, Access::load, SITE); }
void __tsan_volatile_read4(void* p) { observe_volatile(p, 4, Access::load, SITE); }
void __tsan_volatile_read8(void* p) { observe_volatile(p, 8, Access::load, SITE); }
void __tsan_volatile_read16(void* p) { observe_volatile(p, 16, Access::load, SITE); }
void __tsan_volatile_write1(void* p) { observe_volatile(p, 1, Access::store, SITE); }
void __tsan_volatile_write2(void* p) { observe_volatile(p, 2, Access::store, SITE); }
void __tsan_volatile_write4(void* p) { observe_volatile(p, 4, Access::store, SITE); }
void __tsan_volatile_write8(void* p) { observe_volatile(p, 8, Access::store, SITE); }
void __tsan_volatile_write16(void* p) { observe_volatile(p, 16, Access::store, SITE); }
void __tsan_unaligned_volatile_read2(void* p) { observe_volatile(p, 2, Access::load, SITE); }
void __tsan_unaligned_volatile_read4(void* p) { observe_volatile(p, 4, Access::load, SITE); }
void __tsan_unaligned_volatile_read8(void* p) { observe_volatile(p, 8, Access::load, SITE); }
void __tsan_unaligned_volatile_read16(void* p) { observe_volatile(p, 16, Access::load, SITE); }
void __tsan_unaligned_volatile_write2(void* p) { observe_volatile(p, 2, Access::store, SITE); }
void __tsan_unaligned_volatile_write4(void* p) { observe_volatile(p, 4, Access::store, SITE); }
void __tsan_unaligned_volatile_write8(void* p) { observe_volatile(p, 8, Access::store, SITE); }
void __tsan_unaligned_volatile_write16(void* p) { observe_volatile(p, 16, Access::store, SITE); }

void __sanitizer_cov_trace_pc() {
  if (Block* block = Block::current()) block->enter_block(reinterpret_cast<std::uintptr_t>(SITE));
}

void __tsan_read_range(void* p, std::size_t bytes) { observe_range(p, bytes, Access::load, SITE); }
void __tsan_write_range(void* p, std::size_t bytes) { observe_range(p, bytes, Access::store, SITE); }

// clang++ 16 and later calls these for copies of structs, and leaves the copying to them.
void* __tsan_memcpy(void* to, const void* from, std::size_t bytes) {
  observe_range(from, bytes, Access::load, SITE);
  observe_range(to, bytes, Access::store, SITE);
  return std::memcpy(to, from, bytes);
}
void* __tsan_memmove(void* to, const void* from, std::size_t bytes) {
  observe_range(from, bytes, Access::load, SITE);
  observe_range(to, bytes, Access::store, SITE);
  return std::memmove(to, from, bytes);
}
void* __tsan_memset(void* to, int value, std::size_t bytes) {
  observe_range(to, bytes, Access::store, SITE);
  return std::memset(to, value, bytes);
}
}
