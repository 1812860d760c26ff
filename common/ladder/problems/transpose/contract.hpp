// What the memory contracts of transpose chapters are written with.
#pragma once

#include "ladder/app/contract.hpp"
#include "ladder/problems/transpose/variant.hpp"

namespace ladder::transpose {

// What a warp moves of a matrix in global memory: so many rows of so many neighbouring elements, with so many requests.
// Of n requests the first moves rows 0, n, 2n, .. of these, the second rows 1, n + 1, .. One request then costs, for
// each of its rows, the sectors that those elements fill, of floats elements / 8, and at least one; and more where rows
// do not start with a sector.
struct Patch {
  unsigned rows = 0, elements = 0, requests = 1;
};

// How the elements go between a thread and shared memory.
struct Way {
  unsigned elements = 0;  // that a lane moves with one request; 0: no element goes this way
  unsigned cost = 0;      // of a request: wavefronts
};

// Every element is loaded once and stored once: exactly so many requests where all tiles are full. Where tiles are cut
// off, a patch with nothing in it is not asked for, and those of 16 bytes per lane may be 4 of 4 bytes, where the rows
// are not aligned for them; in shared memory, a tile asks for no more than a full one.
struct EachElementOnce {
  Patch load, store;  // of the input, of the output
  Way shared_load, shared_store;
  Extent tile;               // elements that a block moves: columns, rows of the input
  unsigned barriers = 0;     // that each block passes
  unsigned load_rounds = 1;  // that each block waits for
  Output output = Output::transposed;
  unsigned block_threads = 256;
  unsigned element_bytes = 4;

  EachElementOnce by(unsigned threads) const {
    EachElementOnce other = *this;
    other.block_threads = threads;
    return other;
  }
  EachElementOnce of_bytes(unsigned bytes) const {
    EachElementOnce other = *this;
    other.element_bytes = bytes;
    return other;
  }
  DueWork operator()(const Sizes& size) const;
};

}  // namespace ladder::transpose
