// What the memory contracts of reduction chapters are written with.
#pragma once

#include "ladder/app/contract.hpp"
#include "ladder/problems/reduction/variant.hpp"

namespace ladder::reduction {

// The sizes that reduction contracts are for: so many elements, of which the first lies `offset` floats behind a
// multiple of 16 bytes.
inline std::uint64_t elements_of(const Sizes& size) { return size.at(0).second; }
inline std::uint64_t offset_of(const Sizes& size) { return size.size() > 1 ? size[1].second : 0; }

// Passes over ever fewer elements, until one is left. A pass loads each element once, 32 with a request, 8 in a sector
// where the pass begins with one; a block waits once for each part of the elements that it takes. Each block stores its
// sum, one sector.
struct Passes {
  unsigned elements;                     // that a block takes, at least
  unsigned most_blocks = 0;              // of a pass; 0: as many as there are parts
  Requests shared_loads, shared_stores;  // of a block
  unsigned barriers;                     // that a block passes
  unsigned exchanges = 0;                // that the warps of a block make
  unsigned block_threads = 256;

  DueWork operator()(const Sizes& size) const;  // exactly
};

}  // namespace ladder::reduction
