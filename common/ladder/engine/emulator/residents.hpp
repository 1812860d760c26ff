// Which blocks of a launch have started, and may another one start: they wait for each other only where all fit on the
// GPU at once.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "ladder/engine/emulator/language/special_registers.hpp"

namespace ladder::emulator {

// How many blocks of that size fit on the GPU at once. (Registers are not known, and leave room.)
std::uint64_t most_residents(dim3 block, std::size_t shared_bytes);

// Of one launch. Each worker, an OS thread, runs blocks, and those that wait for others by turns.
class Residents {
 public:
  // blocks: of the launch. most: at once. patience: how much CPU time a worker may spend while all wait; a thread may
  // count how often it looks, and give up some time.
  Residents(std::uint64_t blocks, std::uint64_t most, std::size_t workers, std::chrono::duration<double> patience);

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
  std::uint64_t left_to_take() const;
  bool all_are_stuck() const;
  void let_one_start(std::size_t worker, const std::string& who);

  const std::uint64_t blocks_, most_, share_;
  const std::chrono::duration<double> patience_;
  std::atomic<std::uint64_t> next_{0}, progress_{0};
  std::atomic<unsigned> listeners_{0};  // workers that wait for the others
  std::mutex mutex_;                    // of what follows
  std::condition_variable changed_;
  std::uint64_t meetings_ = 0;  // how often all were stuck, and try again
  std::vector<Worker> workers_;
};

}  // namespace ladder::emulator
