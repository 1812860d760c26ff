// The memory contract of a kernel: all the work that it has to do, worked out with pencil and paper; and in words, what
// it does instead.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "ladder/report/result.hpp"

namespace ladder {

// Requests of one kind, and what they cost together: sectors of global memory, or wavefronts of shared memory. (32
// lanes that update one element with an atomic of global memory are 32 sectors: see atomics.hpp.)
struct Requests {
  std::uint64_t count = 0, transactions = 0;
};

// What a run does in all, over all its launches.
struct Work {
  Requests global_loads, global_stores, shared_loads, shared_stores;
  Requests global_atomics{}, shared_atomics{};
  std::uint64_t blocks = 0;    // launched
  std::uint64_t barriers = 0;  // that a block passes, added up over the blocks
};

// What the emulator saw of a run.
Work work_of(const Result& result);

// A line for each kind of work of which there is more, or less, than is due.
std::vector<std::string> breaches(const Work& done, const Work& due);

// The line for a variant for which no contract is written yet: what it does, and where the contract goes.
std::string no_contract_yet(const Result& result);

}  // namespace ladder
