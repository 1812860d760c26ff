// What `#include <cooperative_groups.h>` finds on the emulator: thread blocks, tiles of a warp, and their shuffles.
// (CUDA C++ Programming Guide, "Cooperative Groups".) Groups of more than a block, and coalesced_threads(), are not
// here.
#pragma once

#include "ladder/engine/emulator/language/cuda_syntax.hpp"

namespace cooperative_groups {

class thread_block {
 public:
  LADDER_DEVICE static void sync() { __syncthreads(); }
  LADDER_DEVICE static dim3 group_index() { return blockIdx; }
  LADDER_DEVICE static dim3 thread_index() { return threadIdx; }
  LADDER_DEVICE static dim3 group_dim() { return blockDim; }
  LADDER_DEVICE static dim3 dim_threads() { return blockDim; }
  LADDER_DEVICE static unsigned thread_rank() {
    return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  }
  LADDER_DEVICE static unsigned num_threads() { return blockDim.x * blockDim.y * blockDim.z; }
  LADDER_DEVICE static unsigned size() { return num_threads(); }
};
LADDER_DEVICE thread_block this_thread_block() { return {}; }

// `Size` consecutive lanes of a warp: a power of two up to 32. A tile of any Parent is one of none as well.
template <unsigned Size, typename Parent = void>
class thread_block_tile {
  static_assert(Size >= 1 && Size <= warpSize && (Size & (Size - 1)) == 0, "tiles of 1, 2, 4, 8, 16 or 32 threads");

 public:
  LADDER_DEVICE thread_block_tile(unsigned rank_in_parent, unsigned tiles_in_parent)
      : rank_in_parent_(rank_in_parent), tiles_in_parent_(tiles_in_parent) {}
  template <typename Other>
  LADDER_DEVICE thread_block_tile(const thread_block_tile<Size, Other>& other)
      : thread_block_tile(other.meta_group_rank(), other.meta_group_size()) {}

  LADDER_DEVICE void sync() const { __syncwarp(mask()); }
  LADDER_DEVICE static unsigned thread_rank() { return thread_block::thread_rank() % Size; }
  LADDER_DEVICE static constexpr unsigned num_threads() { return Size; }
  LADDER_DEVICE static constexpr unsigned size() { return Size; }
  LADDER_DEVICE unsigned meta_group_rank() const { return rank_in_parent_; }
  LADDER_DEVICE unsigned meta_group_size() const { return tiles_in_parent_; }

  template <typename T>
  LADDER_DEVICE T shfl(T value, unsigned source) const {
    return __shfl_sync(mask(), value, static_cast<int>(source), Size);
  }
  template <typename T>
  LADDER_DEVICE T shfl_down(T value, unsigned distance) const {
    return __shfl_down_sync(mask(), value, distance, Size);
  }
  template <typename T>
  LADDER_DEVICE T shfl_up(T value, unsigned distance) const {
    return __shfl_up_sync(mask(), value, distance, Size);
  }
  template <typename T>
  LADDER_DEVICE T shfl_xor(T value, unsigned lanes) const {
    return __shfl_xor_sync(mask(), value, static_cast<int>(lanes), Size);
  }
  LADDER_DEVICE unsigned ballot(int vote) const { return __ballot_sync(mask(), vote) >> first_lane() & ones(); }
  LADDER_DEVICE int any(int vote) const { return __any_sync(mask(), vote); }
  LADDER_DEVICE int all(int vote) const { return __all_sync(mask(), vote); }

 private:
  LADDER_DEVICE static constexpr unsigned ones() { return Size == warpSize ? 0xffffffffu : (1u << Size) - 1; }
  LADDER_DEVICE static unsigned first_lane() { return thread_block::thread_rank() % warpSize & ~(Size - 1); }
  LADDER_DEVICE static unsigned mask() { return ones() << first_lane(); }

  unsigned rank_in_parent_, tiles_in_parent_;
};

// The part of a block, or of another tile, that the thread is in.
template <unsigned Size, typename Parent>
LADDER_DEVICE thread_block_tile<Size, Parent> tiled_partition(const Parent& parent) {
  return {parent.thread_rank() / Size, (parent.num_threads() + Size - 1) / Size};
}

template <typename Group>
LADDER_DEVICE void sync(const Group& group) {
  group.sync();
}

}  // namespace cooperative_groups
