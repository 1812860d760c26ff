// thread_group, which any group can be taken for; a block; and the grid.
#pragma once

#include "ladder/emulator/cuda/cuda_syntax.hpp"

namespace ladder::emulator {

// Waits for all threads of the grid. The launch fails where it is not cooperative.
LADDER_TOGETHER void grid_barrier();
// Whether the launch is one whose blocks are all there at once.
bool is_cooperative() noexcept __attribute__((const));

}  // namespace ladder::emulator

namespace cooperative_groups {

namespace details {
class Lanes;
}

class thread_group {
 public:
  LADDER_DEVICE unsigned long long num_threads() const;
  LADDER_DEVICE unsigned long long size() const { return num_threads(); }
  LADDER_DEVICE unsigned long long thread_rank() const;
  LADDER_DEVICE void sync() const;
  LADDER_DEVICE unsigned get_type() const { return kind_; }

 protected:
  static constexpr unsigned of_lanes = 1, grid = 3, block = 4;  // the numbers that get_type() has for them in CUDA

  LADDER_DEVICE explicit thread_group(unsigned kind) : kind_(kind) {}
  // Lanes of a warp, `threads` of them; and which of how many such groups of the parent it is.
  LADDER_DEVICE thread_group(unsigned lanes, unsigned threads, unsigned rank_in_parent, unsigned groups_in_parent)
      : kind_(of_lanes),
        lanes_(lanes),
        threads_(threads),
        rank_in_parent_(rank_in_parent),
        groups_in_parent_(groups_in_parent) {}

  LADDER_DEVICE unsigned lanes() const { return lanes_; }
  LADDER_DEVICE unsigned rank_in_parent() const { return rank_in_parent_; }
  LADDER_DEVICE unsigned groups_in_parent() const { return groups_in_parent_; }

 private:
  friend class details::Lanes;

  unsigned kind_, lanes_ = 0, threads_ = 0, rank_in_parent_ = 0, groups_in_parent_ = 1;
};

class thread_block : public thread_group {
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

  // Of a barrier in two halves, the second one is where the thread waits for the others.
  struct arrival_token {};
  LADDER_DEVICE static arrival_token barrier_arrive() { return {}; }
  LADDER_DEVICE static void barrier_wait(arrival_token&&) { sync(); }

 private:
  friend thread_block this_thread_block();
  LADDER_DEVICE thread_block() : thread_group(block) {}
};
LADDER_DEVICE thread_block this_thread_block() { return {}; }

class grid_group : public thread_group {
 public:
  LADDER_DEVICE static bool is_valid() { return ladder::emulator::is_cooperative(); }
  LADDER_DEVICE static void sync() { ladder::emulator::grid_barrier(); }
  LADDER_DEVICE static dim3 dim_blocks() { return gridDim; }
  LADDER_DEVICE static dim3 group_dim() { return gridDim; }
  LADDER_DEVICE static dim3 block_index() { return blockIdx; }
  LADDER_DEVICE static dim3 thread_index() {
    return {blockIdx.x * blockDim.x + threadIdx.x, blockIdx.y * blockDim.y + threadIdx.y,
            blockIdx.z * blockDim.z + threadIdx.z};
  }
  LADDER_DEVICE static dim3 dim_threads() {
    return {gridDim.x * blockDim.x, gridDim.y * blockDim.y, gridDim.z * blockDim.z};
  }
  LADDER_DEVICE static unsigned long long num_blocks() { return 1ull * gridDim.x * gridDim.y * gridDim.z; }
  LADDER_DEVICE static unsigned long long block_rank() {
    return (1ull * blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  }
  LADDER_DEVICE static unsigned long long num_threads() { return num_blocks() * thread_block::num_threads(); }
  LADDER_DEVICE static unsigned long long size() { return num_threads(); }
  LADDER_DEVICE static unsigned long long thread_rank() {
    return block_rank() * thread_block::num_threads() + thread_block::thread_rank();
  }

  struct arrival_token {};
  LADDER_DEVICE static arrival_token barrier_arrive() { return {}; }
  LADDER_DEVICE static void barrier_wait(arrival_token&&) { sync(); }

 private:
  friend grid_group this_grid();
  LADDER_DEVICE grid_group() : thread_group(grid) {}
};
LADDER_DEVICE grid_group this_grid() { return {}; }

unsigned long long thread_group::num_threads() const {
  return kind_ == of_lanes ? threads_ : kind_ == grid ? grid_group::num_threads() : thread_block::num_threads();
}
unsigned long long thread_group::thread_rank() const {
  if (kind_ == grid) return grid_group::thread_rank();
  if (kind_ == block) return thread_block::thread_rank();
  return __popc(lanes_ & ((1u << ladder::emulator::lane_of_this_thread()) - 1));
}
void thread_group::sync() const {
  if (kind_ == of_lanes) {
    __syncwarp(lanes_);
  } else if (kind_ == block) {
    thread_block::sync();
  } else {
    grid_group::sync();
  }
}

}  // namespace cooperative_groups
