// __syncthreads(), and grid.sync(): what the threads of a block wait for.
#pragma once

#include <cstdint>

#include "ladder/engine/emulator/block/threads.hpp"

namespace ladder::emulator {

class Barriers {
 public:
  Barriers(Threads& threads, HazardLog& hazards) : threads_(threads), hazards_(hazards) {}

  void begin_launch() { passed_at_.clear(); }
  void begin_block() { passed_ = 0; }
  // To be called when no thread of the block can go on by itself: the next barrier is passed. Returns whether anything
  // is left to run. Threads that wait for others which will never come are let go all the same, so that the rest of the
  // kernel is seen too.
  bool release();

  // To be called when that is false: whether threads wait for the whole grid. They are let go by release_grid().
  bool waits_for_grid();
  void release_grid();

  // How many the block has passed.
  std::uint32_t passed() const { return passed_; }
  // How many all blocks of the launch have passed here, each without its end, by their place in the kernel.
  const SiteCounts& passed_at() const { return passed_at_; }

 private:
  void check(unsigned waiting);
  void report(unsigned waiting, unsigned elsewhere);

  Threads& threads_;
  HazardLog& hazards_;
  std::uint32_t passed_ = 0;
  SiteCounts passed_at_;
};

}  // namespace ladder::emulator
