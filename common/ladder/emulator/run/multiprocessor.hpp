// Which blocks of a launch run where: each OS thread runs a block until that ends, or, where blocks wait for each
// other, several by turns.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "ladder/emulator/block/block.hpp"

namespace ladder::emulator {

// How many blocks of that size fit on the GPU at once. (Registers are not known, and leave room.)
std::uint64_t most_residents(dim3 block, std::size_t shared_bytes);

// Which blocks of a launch have started, and may another one start: they wait for each other only where all fit on the
// GPU at once. Each worker, an OS thread, runs blocks, and those that wait for others by turns.
class Residents {
 public:
  // blocks: of the launch, of which so many first ones the first worker runs alone. most: at once. patience: how much
  // CPU time a worker may spend while all wait; a thread may count how often it looks, and give up some time.
  Residents(std::uint64_t blocks, std::uint64_t alone, std::uint64_t most, std::size_t workers,
            std::chrono::duration<double> patience);

  // Until the first worker has run those, waits, or has left; or `stop`. Blocks that race with each other do so in
  // their first ones, and what is found there is then the same in every run.
  void wait_for_first_blocks(std::size_t worker, const std::atomic<bool>& stop);
  // The worker has run so many blocks.
  void note_end(std::size_t worker, std::uint64_t done) {
    if (worker == 0 && done >= alone_) let_all_begin();
  }

  // The next blocks that a worker takes: [first, second), by their place in the order. Both the same: all are taken.
  std::pair<std::uint64_t, std::uint64_t> take();

  // What has happened so far; grows with each block that ends or gets on.
  std::uint64_t progress() const { return progress_; }
  void note_progress();

  // A worker has gone through all its blocks, since progress() was `before`, and all wait. Whether it is to start
  // another one; false: it is to try again. Comes back when all workers have gone through theirs, or one gets on, or
  // after some milliseconds. Throws std::runtime_error where nobody will ever get on. who: the first one that waits,
  // and where. Others start one where has_more.
  bool may_start_another(std::size_t worker, std::uint64_t before, std::size_t waiting, bool has_more,
                         const std::string& who);
  // The worker has no block any more, and will take none.
  void leave(std::size_t worker);

 private:
  // What a worker said last.
  struct Worker {
    bool has_left = false, has_more = false, starts_one = false;
    std::uint64_t stuck_at = UINT64_MAX;  // the progress that did not let it get on; while it goes on: none
    std::size_t waiting = 0;
    std::uint64_t all_stuck_at = UINT64_MAX;  // the progress at which it found all workers stuck; and its time then
    std::chrono::duration<double> all_stuck_since{};
  };
  void let_one_start(std::size_t worker, const std::string& who);

  void let_all_begin();

  const std::uint64_t blocks_, alone_, most_, share_;
  std::atomic<bool> all_begin_{false};
  const std::chrono::duration<double> patience_;
  std::atomic<std::uint64_t> next_{0}, progress_{0};
  std::atomic<unsigned> waiting_{0};  // workers that wait for the others
  std::mutex mutex_;                  // of what follows
  std::condition_variable changed_;
  std::uint64_t meetings_ = 0;  // how often all were stuck, and try again
  std::vector<Worker> workers_;
};

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

  Block& idle_block(const LaunchOfBlocks& launch, const Code& code);
  void start(const LaunchOfBlocks& launch, std::uint64_t block);
  void go_to(Block& block);

  std::vector<std::unique_ptr<Block>> blocks_;
  std::size_t launched_ = 0;                               // so many of them are ready for this launch
  std::map<const Code*, std::vector<Block*>> idle_;        // of those, by what they run
  std::vector<std::pair<Block*, const Code*>> residents_;  // the others, and what they run
  Block* here_ = nullptr;                                  // whose values are in this OS thread's shared memory
};

}  // namespace ladder::emulator
