// Memory straight from the system.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

namespace ladder::emulator {

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

  // For memory of which little is touched, here and there: no more than that is to exist.
  void use_small_pages() const;

 private:
  void swap(Mapping& other) {
    std::swap(addresses_, other.addresses_);
    std::swap(address_bytes_, other.address_bytes_);
    std::swap(begin_, other.begin_);
  }

  void* addresses_ = nullptr;
  std::size_t address_bytes_ = 0;  // with the gaps
  std::uintptr_t begin_ = 0;
};

}  // namespace ladder::emulator
