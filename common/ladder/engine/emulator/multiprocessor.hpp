// One OS thread's part in a launch: it runs a block until that ends, or, where blocks wait for each other, several by
// turns.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <vector>

#include "ladder/engine/emulator/block/block.hpp"
#include "ladder/engine/emulator/residents.hpp"

namespace ladder::emulator {

// What the threads of a block run, and who wants to see what of it.
struct Code {
  const KernelCall& kernel;
  std::vector<SharedArray> arrays;
  Recorders recorders;
};

// What all multiprocessors of a launch are told.
struct LaunchOfBlocks {
  dim3 grid, block;
  std::function<const Code&(std::uint64_t)> code_of;      // a block, by its linear index; asked when it starts
  std::function<std::uint64_t(std::uint64_t)> nth_block;  // the linear index of the block that is the nth to start
  bool by_turns;                                          // see Block::begin_block()
  GridBarrier* grid_barrier;                              // null where the launch is not cooperative
  std::size_t usual;                                      // how many blocks each is to run by turns
};

class Multiprocessor {
 public:
  // Until there are no more blocks, or `stop`. Throws what Block::run() and Residents::may_start_another() throw.
  // after_each: to be called with the Block that has run one, and how many have been run here.
  void run(const LaunchOfBlocks& launch, Residents& residents, std::size_t number, const std::atomic<bool>& stop,
           const std::function<void(const Block&, std::uint64_t)>& after_each);

  // Calls visit(block) for each Block that has run any of the launch's, and keeps the first ones: their stacks and
  // tables are costly to make.
  void end_launch(const std::function<void(const Block&)>& visit);

 private:
  static constexpr std::size_t most_kept = 2;

  // One that runs a block.
  struct Resident {
    Block* block;
    const Code* code;
  };

  Block& idle_block(const LaunchOfBlocks& launch, const Code& code);
  void start(const LaunchOfBlocks& launch, std::uint64_t block);
  void go_to(Block& block);

  std::vector<std::unique_ptr<Block>> blocks_;
  std::size_t launched_ = 0;                         // so many of them are ready for this launch
  std::map<const Code*, std::vector<Block*>> idle_;  // of those, by what they run
  std::vector<Resident> residents_;                  // the others
  Block* here_ = nullptr;                            // whose values are in this OS thread's shared memory
};

}  // namespace ladder::emulator
