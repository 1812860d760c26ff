// What an answer's accesses cost, and whether that is within the question's limits.
#pragma once

#include <string>
#include <vector>

#include "ladder/engine/observation.hpp"
#include "tools/exercise/question.hpp"

namespace ladder::exercise {

// For each limit of the contract. An atomic counts as a load and as a store where the contract has no limit for atomics
// of that memory. what: the question's.
std::vector<Cost> costs_of(const std::string& what, const Observation& seen, const std::vector<Limit>& contract);

// The speed that the limits of a GPU leave to such a kernel, which moves so many bytes.
Cost cost_of(const std::string& what, const memory_model::Demand& seen, double bytes, const Speed& speed);

}  // namespace ladder::exercise
