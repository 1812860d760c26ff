// Which allocations a launch has used, as the order of streams asks.
#pragma once

#include <cstdint>

#include "ladder/engine/emulator/language/kernel_call.hpp"
#include "ladder/engine/emulator/runtime/order.hpp"

namespace ladder::emulator {

// The launch, from that place of the program, was seen: it used what its blocks touched. all_blocks: of each of them.
void note_uses(const Work& work, const KernelCall& call, std::uintptr_t site, bool all_blocks);
// Nothing of it was seen: it may have used all that it was given.
void assume_uses(const Work& work, const KernelCall& call, std::uintptr_t site);
// Blocks that nobody observed may have written what they found.
void assume_written();

}  // namespace ladder::emulator
