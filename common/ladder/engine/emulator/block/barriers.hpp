// __syncthreads(): what the threads of a block wait for.
#pragma once

#include <cstdint>

#include "ladder/engine/emulator/block/threads.hpp"

namespace ladder::emulator {

class Barriers {
 public:
  Barriers(Threads& threads, HazardLog& hazards) : threads_(threads), hazards_(hazards) {}

  void begin_launch() { passed_in_all_ = 0; }
  void begin_block() { passed_ = 0; }
  // To be called when no thread of the block can go on by itself: the next barrier is passed. Returns whether anything
  // is left to run. Threads that wait for others which will never come are let go all the same, so that the rest of the
  // kernel is seen too.
  bool release();

  // How many the block has passed.
  std::uint32_t passed() const { return passed_; }
  // How many all blocks of the launch have passed here, each without its end.
  std::uint64_t passed_in_all() const { return passed_in_all_; }

 private:
  void check(unsigned waiting);
  void report(unsigned waiting, unsigned elsewhere);

  Threads& threads_;
  HazardLog& hazards_;
  std::uint32_t passed_ = 0;
  std::uint64_t passed_in_all_ = 0;
};

}  // namespace ladder::emulator
