// What the Catch2 checks of the reduction chapter ask of its variants.
#pragma once

#include <vector>

#include "ladder/diagnose/finding.hpp"
#include "ladder/engine/engine.hpp"
#include "ladder/problems/reduction/variant.hpp"

namespace ladder::reduction {

// Every variant, at sizes around the blocks' edges: the exact sum of integers, the bound for fractions, the same bits
// twice, the guard zones, and no hazard.
void check_results(Engine& engine);

// Every variant on data that is hard to sum: cancelling, one large value among small ones, NaN and infinity.
void check_hard_data(Engine& engine);

// Every variant where the array starts one element after a multiple of 16 bytes.
void check_misaligned_start(Engine& engine);

// Every variant: a few blocks of the sum of more than 2^32 elements; on the emulator alone.
void check_far_blocks(Engine& engine);

// What the first block of the first launch, the last, and those at elements 2^31 and 2^32 do wrong: hazards, and the
// first block whose sum is not that of its elements. (Where each block goes through the whole array: one of them.)
// Before that, where blocks make rounds in groups, those where the second group begins. Nothing where the engine cannot
// run a few blocks.
std::vector<Finding> faults_far_out(Engine& engine, const Variant& variant);

// Every variant does the work that its row in the chapter's contract.cpp says, no more and no less, where all blocks
// are full; and every row is a variant's.
void check_contracts();

}  // namespace ladder::reduction
