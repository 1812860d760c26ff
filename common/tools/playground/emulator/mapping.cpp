// Memory of the tab: there is nothing to be mapped, and no page is refused.
#include "ladder/platform/mapping.hpp"

#include <cstdlib>
#include <cstring>
#include <new>

namespace ladder {

std::size_t page_bytes() { return 4096; }

Mapping::Mapping(std::size_t bytes, std::size_t) {
  const std::size_t whole = (bytes / page_bytes() + 1) * page_bytes();
  addresses_ = std::aligned_alloc(page_bytes(), whole);
  if (addresses_ == nullptr) throw std::bad_alloc();
  std::memset(addresses_, 0, whole);
  address_bytes_ = whole;
  begin_ = reinterpret_cast<std::uintptr_t>(addresses_);
  bytes_ = bytes;
}

Mapping::~Mapping() { std::free(addresses_); }

void Mapping::prefer_huge_pages() const {}
void Mapping::use_small_pages() const {}

std::vector<bool> touched_pages(std::uintptr_t begin, std::size_t bytes) {
  return std::vector<bool>(bytes == 0 ? 0 : (begin + bytes - 1) / page_bytes() + 1 - begin / page_bytes(), true);
}

Mapping map_with_gaps(std::size_t bytes) { return Mapping(bytes, 0); }

}  // namespace ladder
