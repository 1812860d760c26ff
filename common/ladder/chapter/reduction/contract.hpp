// What the memory contracts of reduction chapters are written with.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "ladder/chapter/contract.hpp"

namespace ladder::reduction {

// Of a power of two of elements that is no less than a block's part, of any variant: from 8192 on.
Due of_full_blocks(std::function<Work(std::uint64_t count)> work);

// Passes over ever fewer elements, until one is left. A pass loads each element once, 32 with a request, 8 in a sector;
// each block stores its sum, one sector.
struct Passes {
  unsigned elements;                     // that a block takes, at least
  unsigned most_blocks = 0;              // of a pass; 0: as many as there are parts
  Requests shared_loads, shared_stores;  // of a block
  unsigned barriers;                     // that a block passes

  std::optional<Work> operator()(const Sizes& size) const;  // of full blocks
};

}  // namespace ladder::reduction
