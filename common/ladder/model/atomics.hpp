// What any request costs; and how an atomic's is counted, where lanes that update the same element take turns.
//
// Source of the rules: readings of an H200's hardware counters, one warp alone, 460 pairs of a pattern and an
// operation: these rules equal all 1,380 readings but four, which are one or two sectors higher
// (docs/measured/h200/atomics.json). In shared memory, elements of 4 bytes have instructions of their own for integers;
// an update that has none, as the sum of floats, is a loop: load, compute, compare-and-swap, until no other lane has
// come between.
#pragma once

#include "ladder/model/memory_model.hpp"

namespace memory_model {

// The sectors of global memory that an atomic asks for. Lanes of different elements of a sector go together, those of
// one element one after the other: so it is the sum, over the sectors, of the most lanes that share an element there.
// 32 lanes that add to one counter: 32; to 32 neighbouring words: 4.
//
// Elements of 4 bytes. For those of 8 the counters differed by one in 2 of 41 patterns, where lanes are scattered.
int global_atomic_sectors(const WarpAccess& access);

// The instructions that an atomic of shared memory executes, and the wavefronts of these.
struct SharedAtomicCost {
  int atomics = 0, atomic_wavefronts = 0;
  int loads = 0, load_wavefronts = 0;  // of a loop
};

// Lanes of one bank take turns, whether or not they share a word: as many wavefronts as the fullest bank has lanes, and
// twice as many for a compare-and-swap.
//
// A loop makes attempts. In each, the lanes that are left load; then in every bank the first of them swaps and is
// done, unless a lane before it has swapped the same element in this attempt: 2 wavefronts. (Lanes of 8 bytes in two
// groups of 16, which have banks of their own and cost 2 wavefronts each.) Of one warp alone: where others come
// between, there are more attempts.
SharedAtomicCost shared_atomic_cost(const WarpAccess& access);

// What any request costs: sectors (global) or wavefronts (shared), those of a loop's loads included.
int transactions(const WarpAccess& access, Space space);

// The least that as many lanes of that width can cost: what they do side by side, where that is less.
int least_transactions(const WarpAccess& access, Space space);

}  // namespace memory_model
