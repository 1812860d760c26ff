// The memory contracts of a transpose chapter: its contract.cpp has a row for each variant.
#pragma once

#include <functional>

#include "ladder/chapter/contract.hpp"

namespace ladder::transpose {

// The work that a variant has to do for a matrix of so many rows and columns, of which all tiles are full.
using Due = std::function<Work(std::uint64_t rows, std::uint64_t cols)>;

struct Contract {
  std::string variant;
  Due due;
};

// The chapter's.
extern const std::vector<Contract> contracts;

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

  Work operator()(std::uint64_t rows, std::uint64_t cols) const;
};

// What a run that is right did otherwise than in its contract: a line each. None where tiles are cut off: sides that
// are no multiples of 256.
std::vector<std::string> breaches_of_contract(const Result& result);

}  // namespace ladder::transpose
