// The memory contracts of a reduction chapter: its contract.cpp has a row for each variant.
#pragma once

#include <functional>

#include "ladder/chapter/contract.hpp"

namespace ladder::reduction {

// The work that a variant has to do for so many elements, a power of two that is no less than a block's part.
using Due = std::function<Work(std::uint64_t count)>;

struct Contract {
  std::string variant;
  Due due;
};

// Those of the chapter: its contract.cpp has them.
extern const std::vector<Contract> contracts;

// Passes over ever fewer elements, until one is left. A pass loads each element once, 32 with a request, 8 in a sector;
// each block stores its sum, one sector.
struct Passes {
  unsigned elements;                     // that a block takes, at least
  unsigned most_blocks = 0;              // of a pass; 0: as many as there are parts
  Requests shared_loads, shared_stores;  // of a block
  unsigned barriers;                     // that a block passes

  Work operator()(std::uint64_t count) const;
};

// What a run that is right did otherwise than in its contract: a line each. None for other numbers of elements than
// powers of two from 8192 on.
std::vector<std::string> breaches_of_contract(const Result& result);

}  // namespace ladder::reduction
