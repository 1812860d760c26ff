// Memory straight from the system.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace ladder {

// A page of this machine: 4 KiB, or 16 or 64 on some of the ARM family.
std::size_t page_bytes();

// Bytes that are zero at first, until this ends.
class Mapping {
 public:
  Mapping() = default;  // none
  // With so many bytes of addresses before and after them that nothing else uses. Throws std::bad_alloc.
  Mapping(std::size_t bytes, std::size_t gap);
  Mapping(Mapping&& other) noexcept { swap(other); }
  Mapping& operator=(Mapping&& other) noexcept {
    swap(other);
    return *this;
  }
  ~Mapping();

  std::uintptr_t begin() const { return begin_; }
  std::uintptr_t end() const { return begin_ + bytes_; }

  // For memory that is touched page by page, in turn; works without, too.
  void prefer_huge_pages() const;

  // For memory of which little is touched, here and there: no more than that is to exist.
  void use_small_pages() const;

 private:
  void swap(Mapping& other) {
    std::swap(addresses_, other.addresses_);
    std::swap(address_bytes_, other.address_bytes_);
    std::swap(begin_, other.begin_);
    std::swap(bytes_, other.bytes_);
  }

  void* addresses_ = nullptr;
  std::size_t address_bytes_ = 0;  // with the gaps
  std::uintptr_t begin_ = 0;
  std::size_t bytes_ = 0;
};

// Of the pages that hold these bytes: which ones have ever been touched, and so may be anything but zeros. All, where
// the system does not say.
std::vector<bool> touched_pages(std::uintptr_t begin, std::size_t bytes);

// So many addresses on either side of what map_with_gaps() maps belong to nothing else, unless `ulimit -v` allows less:
// an access far out of bounds is then not taken for one to something else. They cost no memory, and there are 2^47.
// (Where pointers have 32 bits, there are no such gaps.)
inline constexpr std::size_t usual_gap_bytes = std::size_t{1} << (sizeof(void*) > 4 ? 35 : 24);
Mapping map_with_gaps(std::size_t bytes);

}  // namespace ladder
