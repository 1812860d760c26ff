// Barriers and fences. (CUDA C++ Programming Guide, "Synchronization Functions" and "Memory Fence Functions".)
#pragma once

#include "ladder/engine/emulator/language/device.hpp"

namespace ladder::emulator {

// A __syncthreads() that returns how many threads of the block voted for it.
LADDER_TOGETHER unsigned barrier_with_votes(bool vote);

}  // namespace ladder::emulator

LADDER_TOGETHER void __syncthreads();
LADDER_DEVICE int __syncthreads_count(int vote) {
  return static_cast<int>(ladder::emulator::barrier_with_votes(vote != 0));
}
LADDER_DEVICE int __syncthreads_or(int vote) { return ladder::emulator::barrier_with_votes(vote != 0) != 0; }
LADDER_DEVICE int __syncthreads_and(int vote) { return ladder::emulator::barrier_with_votes(vote == 0) == 0; }
LADDER_TOGETHER void __syncwarp(unsigned mask = 0xffffffffu);
void __threadfence();
void __threadfence_block();
LADDER_DEVICE void __threadfence_system() { __threadfence(); }
