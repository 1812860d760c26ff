#include "ladder/engine/emulator/mapping.hpp"

#include <sys/mman.h>

#include <new>

namespace ladder::emulator {

Mapping::Mapping(std::size_t bytes, std::size_t gap) {
  const std::size_t address_bytes = bytes + 2 * gap;
  void* addresses = mmap(nullptr, address_bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (addresses == MAP_FAILED) throw std::bad_alloc();
  void* memory = static_cast<std::byte*>(addresses) + gap;
  if (mprotect(memory, bytes, PROT_READ | PROT_WRITE) != 0) {
    munmap(addresses, address_bytes);
    throw std::bad_alloc();
  }
  madvise(memory, bytes, MADV_HUGEPAGE);  // a transpose touches many pages in turn; works without, too
  addresses_ = addresses;
  address_bytes_ = address_bytes;
  begin_ = reinterpret_cast<std::uintptr_t>(memory);
}

void Mapping::use_small_pages() const { madvise(addresses_, address_bytes_, MADV_NOHUGEPAGE); }

Mapping::~Mapping() {
  if (addresses_ != nullptr) munmap(addresses_, address_bytes_);
}

}  // namespace ladder::emulator
