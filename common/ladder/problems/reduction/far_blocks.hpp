// Sums of arrays that no laptop holds: a few blocks of each, on the elements that these read.
#pragma once

#include <vector>

#include "ladder/diagnose/finding.hpp"
#include "ladder/engine/engine.hpp"
#include "ladder/problems/reduction/variant.hpp"

namespace ladder::reduction {

// What the first block of the first launch, the last, and those at elements 2^31 and 2^32 do wrong: hazards, and the
// first block whose sum is not that of its elements. (Where each block goes through the whole array: one of them.)
// Before that, where blocks make rounds in groups, those where the second group begins. Nothing where the engine cannot
// run a few blocks.
std::vector<Finding> faults_far_out(Engine& engine, const Variant& variant);

}  // namespace ladder::reduction
