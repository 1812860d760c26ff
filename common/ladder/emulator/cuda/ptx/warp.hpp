// Instructions of inline PTX that the lanes of a warp execute together, and barriers.
#pragma once

#include "ladder/emulator/cuda/cuda_syntax.hpp"
#include "ladder/emulator/cuda/ptx/registers.hpp"

namespace ladder::ptx {

LADDER_DEVICE u32 laneid() { return emulator::lane_of_this_thread(); }
// Bits of the lanes beside the own one.
LADDER_DEVICE u32 lanemask_eq() { return 1u << laneid(); }
LADDER_DEVICE u32 lanemask_lt() { return lanemask_eq() - 1; }
LADDER_DEVICE u32 lanemask_le() { return lanemask_lt() | lanemask_eq(); }
LADDER_DEVICE u32 lanemask_gt() { return ~lanemask_le(); }
LADDER_DEVICE u32 lanemask_ge() { return ~lanemask_lt(); }

LADDER_DEVICE u32 special(emulator::Register name, int axis) { return emulator::special_register(name, axis); }
LADDER_DEVICE u32 warpid() { return ((threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x) / warpSize; }
LADDER_DEVICE u32 nwarpid() { return (blockDim.x * blockDim.y * blockDim.z + warpSize - 1) / warpSize; }
// As if blocks were dealt to the multiprocessors in turns.
u32 nsmid() noexcept __attribute__((const));
LADDER_DEVICE u32 smid() { return ((blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x) % nsmid(); }

// The lane whose value shfl.sync takes, and whether it lies in the segment that `clamp` describes: its bits 8 to 12
// choose the segment, bits 0 to 4 are the last lane, or for shfl.up the first, in it. (PTX ISA, "shfl.sync".)
struct Source {
  int lane;
  bool is_in_range;
};
enum class Shuffle { up, down, bfly, idx };
template <Shuffle mode>
LADDER_DEVICE Source source_of(u32 distance, u32 clamp) {
  const u32 own = emulator::lane_of_this_thread(), segment = clamp >> 8 & 31, by = distance & 31;
  const u32 limit = (own & segment) | (clamp & 31 & ~segment), first = own & segment;
  if constexpr (mode == Shuffle::up) {
    const int lane = static_cast<int>(own) - static_cast<int>(by);
    return {lane, lane >= static_cast<int>(limit)};
  } else {
    const u32 lane = mode == Shuffle::down ? own + by : mode == Shuffle::bfly ? own ^ by : first | (by & ~segment);
    return {static_cast<int>(lane), lane <= limit};
  }
}
template <Shuffle mode, typename D, typename A, typename B, typename C, typename Mask>
LADDER_DEVICE void shfl(D& to, pred& is_in_range, A value, B distance, C clamp, Mask mask) {
  constexpr const char* names[] = {"shfl.sync.up", "shfl.sync.down", "shfl.sync.bfly", "shfl.sync.idx"};
  const Source source = source_of<mode>(as<u32>(distance), as<u32>(clamp));
  const int lane = source.is_in_range ? source.lane : emulator::own_lane();
  set(to, emulator::shuffle(names[static_cast<int>(mode)], as<b32>(mask), as<b32>(value), lane));
  is_in_range = source.is_in_range;
}

// Of the sixteen barriers of a block, the first, of all threads, is the one that there is.
template <typename A>
LADDER_DEVICE void barrier(A number) {
  if (as<u32>(number) != 0) emulator::fail_launch("waits at a named barrier: only barrier 0, of all threads, is there");
  __syncthreads();
}

}  // namespace ladder::ptx
