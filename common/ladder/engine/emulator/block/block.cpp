#include "ladder/engine/emulator/block/block.hpp"

#include <cstdint>
#include <vector>

namespace ladder::emulator {

constinit thread_local Block* Block::running_ = nullptr;

void Block::begin_launch(dim3 grid, dim3 block, const KernelCall& kernel, const std::vector<SharedArray>& arrays,
                         TraceRecorder* recorder) {
  value_of(Register::block_size) = block;
  value_of(Register::grid_size) = grid;
  hazards_ = {};
  threads_.begin_launch(grid, block, kernel);
  accesses_.begin_launch(kernel, arrays, recorder);
  barriers_.begin_launch();
  interruptions_.begin_launch(kernel);
}

void Block::run(std::uint64_t linear_index) {
  const dim3& grid = value_of(Register::grid_size);
  const std::uint64_t rows = linear_index / grid.x;
  value_of(Register::block) = dim3(static_cast<unsigned>(linear_index % grid.x), static_cast<unsigned>(rows % grid.y),
                                   static_cast<unsigned>(rows / grid.y));
  threads_.begin_block(linear_index);
  accesses_.begin_block();
  barriers_.begin_block();
  interruptions_.begin_block();
  running_ = this;
  do {
    for (unsigned first = 0; first < threads_.size(); first += warp_lanes) run_warp(first);
    accesses_.barrier();
  } while (barriers_.release());
  accesses_.end_block();
}

// Until each lane waits at the block's barrier, or has ended.
void Block::run_warp(unsigned first) {
  clock_.reset();
  bool more = true;
  while (more && run_ready_lanes(first)) {
    interruptions_.check_faults(first);
    const LaneMask unfinished =
        threads_.lanes_where(first, [](const Thread& thread) { return thread.state == State::trace_full; });
    accesses_.count_requests(first, unfinished, barriers_.passed());
    more = exchanges_.release(first) || unfinished != 0 || exchanges_.release_divergent(first);
    for_each_lane(unfinished, [&](unsigned lane) { threads_[first + lane].state = State::ready; });
  }
}

bool Block::run_ready_lanes(unsigned first) {
  bool any = false;
  for (unsigned thread = first; thread < first + threads_.lanes_of_warp(first); ++thread) {
    if (threads_[thread].state != State::ready) continue;
    any = true;
    value_of(Register::thread) = threads_[thread].index;
    accesses_.begin_thread(thread, barriers_.passed());
    threads_.resume(thread);
    accesses_.end_thread();
    interruptions_.check_time();
  }
  return any;
}

}  // namespace ladder::emulator
