// What the memory contracts of transpose chapters are written with.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "ladder/chapter/contract.hpp"

namespace ladder::transpose {

// Of matrices of which all tiles are full: sides that are multiples of 256.
Due of_whole_tiles(std::function<Work(std::uint64_t rows, std::uint64_t cols)> work);

// How the elements go one way, between a thread and one memory.
struct Way {
  unsigned floats = 0;  // that a lane moves with one request; 0: no element goes this way
  unsigned cost = 0;    // of a request: sectors or wavefronts
};

// Every element goes each way once: rows * cols / (32 * floats) requests.
struct EachElementOnce {
  Way global_load, global_store, shared_load, shared_store;
  unsigned tile;          // elements that a block moves: rows * cols / tile blocks
  unsigned barriers = 0;  // that each block passes

  std::optional<Work> operator()(const Sizes& size) const;  // of whole tiles
};

}  // namespace ladder::transpose
