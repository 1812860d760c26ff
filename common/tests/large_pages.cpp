// Preloaded (LD_PRELOAD): lets a program find a system with pages of LARGE_PAGES bytes. The system says so, what it
// maps begins at a page, and it refuses addresses that do not.
#include <dlfcn.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstdlib>

namespace {

std::uintptr_t page() {
  static const std::uintptr_t bytes = std::strtoul(std::getenv("LARGE_PAGES"), nullptr, 10);
  return bytes;
}

bool begins_a_page(void* address) {
  if (reinterpret_cast<std::uintptr_t>(address) % page() == 0) return true;
  errno = EINVAL;
  return false;
}

// The C library's own function of this name.
template <typename Function>
Function* next(const char* name) {
  return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

}  // namespace

extern "C" {

long sysconf(int name) noexcept {
  static const auto truth = next<long(int)>("sysconf");
  return name == _SC_PAGESIZE ? static_cast<long>(page()) : truth(name);
}

void* mmap(void* address, std::size_t bytes, int protection, int flags, int file, off_t offset) noexcept {
  static const auto truth = next<void*(void*, std::size_t, int, int, int, off_t)>("mmap");
  if (address != nullptr || (flags & MAP_ANONYMOUS) == 0) return truth(address, bytes, protection, flags, file, offset);
  void* const mapped = truth(nullptr, bytes + page(), protection, flags, file, offset);
  if (mapped == MAP_FAILED) return mapped;
  return reinterpret_cast<void*>((reinterpret_cast<std::uintptr_t>(mapped) + page() - 1) / page() * page());
}

int mprotect(void* address, std::size_t bytes, int protection) noexcept {
  static const auto truth = next<int(void*, std::size_t, int)>("mprotect");
  return begins_a_page(address) ? truth(address, bytes, protection) : -1;
}

int mincore(void* address, std::size_t bytes, unsigned char* resident) noexcept {
  static const auto truth = next<int(void*, std::size_t, unsigned char*)>("mincore");
  return begins_a_page(address) ? truth(address, bytes, resident) : -1;
}

}  // extern "C"
