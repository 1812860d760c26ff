// The shapes of shared arrays.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ladder::emulator {

// Of `float tile[32][33]`: extents 32 and 33, 4 bytes. Nothing where the debug information does not say: element_bytes
// is 0.
struct ArrayShape {
  std::vector<std::size_t> extents;
  std::size_t element_bytes = 0;

  bool operator==(const ArrayShape&) const = default;
};

// The shape of the variable that lies at this offset in the thread-local segment.
ArrayShape array_shape(std::uintptr_t offset);

}  // namespace ladder::emulator
