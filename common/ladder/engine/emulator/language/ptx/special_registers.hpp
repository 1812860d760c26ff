// The special registers of inline PTX. (PTX ISA, "Special Registers".)
#pragma once

#include "ladder/engine/emulator/language/clock.hpp"
#include "ladder/engine/emulator/language/ptx/registers.hpp"
#include "ladder/engine/emulator/language/special_registers.hpp"
#include "ladder/engine/emulator/language/warp_functions.hpp"

namespace ladder::ptx {

LADDER_DEVICE u32 laneid() { return emulator::lane_of_this_thread(); }
// Bits of the lanes beside the own one.
LADDER_DEVICE u32 lanemask_eq() { return 1u << laneid(); }
LADDER_DEVICE u32 lanemask_lt() { return lanemask_eq() - 1; }
LADDER_DEVICE u32 lanemask_le() { return lanemask_lt() | lanemask_eq(); }
LADDER_DEVICE u32 lanemask_gt() { return ~lanemask_le(); }
LADDER_DEVICE u32 lanemask_ge() { return ~lanemask_lt(); }

LADDER_DEVICE u32 special(emulator::Register name, int axis) { return emulator::special_register(name, axis); }
LADDER_DEVICE u32 threads_of_block() {
  constexpr auto size = emulator::Register::block_size;
  return special(size, 0) * special(size, 1) * special(size, 2);
}
LADDER_DEVICE u32 warpid() {
  constexpr auto thread = emulator::Register::thread, size = emulator::Register::block_size;
  return ((special(thread, 2) * special(size, 1) + special(thread, 1)) * special(size, 0) + special(thread, 0)) /
         warpSize;
}
LADDER_DEVICE u32 nwarpid() { return (threads_of_block() + warpSize - 1) / warpSize; }
// As if blocks were dealt to the multiprocessors in turns.
u32 nsmid() noexcept __attribute__((const));
LADDER_DEVICE u32 smid() {
  constexpr auto block = emulator::Register::block, size = emulator::Register::grid_size;
  return ((special(block, 2) * special(size, 1) + special(block, 1)) * special(size, 0) + special(block, 0)) % nsmid();
}

}  // namespace ladder::ptx
