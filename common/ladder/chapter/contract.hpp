// The memory contract of a kernel: all the work that it has to do, worked out with pencil and paper; and in words, what
// it does instead.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
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

// What a variant has to do at a size; nothing where its formula does not hold, as where tiles are cut off.
using Due = std::function<std::optional<Work>(const Sizes&)>;

struct Contract {
  std::string variant;
  Due due;
};

// The chapter's: its contract.cpp has a row for each variant.
extern const std::vector<Contract> contracts;

// What a run that is right did otherwise than in its contract: a line for each kind of work of which there is more, or
// less, than is due; one line where no contract is written yet, with what it does.
std::vector<std::string> breaches_of_contract(const Result& result);

}  // namespace ladder
