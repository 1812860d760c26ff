// A tab's memory has no pages that could be closed to the host.
#pragma once

#include <cstddef>
#include <cstdint>

constexpr int PROT_NONE = 0, PROT_READ = 1, PROT_WRITE = 2, MADV_DONTNEED = 4;
inline int mprotect(void*, std::size_t, int) { return 0; }
inline int madvise(void*, std::size_t, int) { return 0; }
// 0: there is memory.
inline int mincore(void* page, std::size_t, unsigned char*) {
  const auto at = reinterpret_cast<std::uintptr_t>(page);
  return at != 0 && at < __builtin_wasm_memory_size(0) * 65536 ? 0 : -1;
}
