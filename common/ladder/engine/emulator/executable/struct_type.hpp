// The type of an array's elements, where they are structs.
#pragma once

#include <cstddef>

namespace ladder::emulator {

struct StructType {
  std::size_t bytes = 0;  // 0: they are numbers
  std::size_t alignment = 0;

  bool operator==(const StructType&) const = default;
};

}  // namespace ladder::emulator
