// The threads of the running block: where each one is, and the fiber that it runs on.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "ladder/emulator/block/loops.hpp"
#include "ladder/emulator/cuda/kernel_call.hpp"
#include "ladder/emulator/cuda/warp_functions.hpp"
#include "ladder/emulator/hazards/hazards.hpp"
#include "ladder/platform/fibers.hpp"

namespace ladder::emulator {

// A lane's part in an instruction that a warp executes together.
struct Exchange {
  const char* function = "";   // by its name in CUDA
  LaneMask mask = 0;           // as it is written in the kernel
  bool orders_memory = false;  // __syncwarp does, shuffles do not
  std::uint64_t value = 0;
  int source = 0;                        // lane to take the value from, or one of OfAll
  Operation operation = Operation::add;  // for `combined`; and what it makes of two values:
  std::uint64_t (*combine)(Operation, std::uint64_t, std::uint64_t) = nullptr;
};

// How often the blocks of a launch passed a barrier, each without its end, and their warps made shuffles, votes and
// fences, by the place in the kernel.
using EventCounts = std::map<std::pair<Event, Site>, std::uint64_t>;

// A thread that lets others go first waits for no particular one of them. One that is at an __activemask() goes on with
// those lanes that are there together.
enum class State {
  ready,
  at_barrier,
  at_grid_barrier,
  at_exchange,
  at_active_mask,
  trace_full,
  in_step,
  lets_others_go,
  ended,
  stopped,
  at_fault
};

// Where a thread went since it passed its last barrier: whether it has gone past another one shows here. (Iterations of
// a loop with that barrier count from the newest.)
struct Course {
  Site passed = 0;                    // that barrier
  Site loop_begin = 0, loop_end = 0;  // the loop that it went round last
  unsigned iterations = 0;            // of that loop, one after the other
  std::size_t iteration_begins = 0;   // how many steps of the trace came before the newest
  Site last_access = 0;               // in the newest iteration, of a thread that has ended
  Site last_basic_block = 0;          // of its code that it entered before it ended

  // Whether that loop has the place in it.
  bool loop_contains(Site place) const { return loop_begin <= place && place <= loop_end; }
};

// First what is asked for most often, in one line of the cache.
struct Thread {
  State state = State::ready;
  bool has_begun = false;
  bool vote = false;  // at the newest barrier; and of the threads that passed it, how many said yes
  unsigned votes = 0;
  unsigned fiber = 0;   // that it runs on, if it has begun
  unsigned fences = 0;  // that it has made
  Site site = 0;        // where it waits
  dim3 index;
  LaneMask met = 0;  // at the newest __activemask()
  Exchange exchange;
  LoopIterations loops;
  Course course;
};

class Threads {
 public:
  // body(argument): what a fiber runs, for the thread that is then the running one. begins_next(argument): whether the
  // next thread may go on at once where the running one waits for its warp or its block; then it is to be the running
  // one. Null: none may, as somebody is told what each does.
  void begin_launch(dim3 grid, dim3 block, void (*body)(void*), bool (*begins_next)(void*), void* argument);
  std::string in_words(std::uint64_t block) const;  // "(3, 0)"
  // All of them are ready to run the kernel from its beginning, as this block of the grid.
  void begin_block(std::uint64_t linear_index);
  // The same, and they are to run one after the other on one fiber, in a row: of none of them anything is noted, until
  // one has to wait or does something else that depends on what is known of it. Most kernels' threads never do.
  void begin_row(std::uint64_t linear_index) {
    block_ = linear_index;
    in_row_ = true;
  }
  bool in_row() const { return in_row_; }
  // Runs the row until a thread waits, or all have ended. Returns how many have begun.
  unsigned run_row() {
    running_ = 0;
    fibers_.start(0, body_, argument_);
    const bool more = fibers_.resume(0);
    if (in_row_) return size();
    if (!more) threads_[running_].state = State::ended;
    return running_ + 1;
  }
  // What the fiber does whose thread has ended, in a row that has another one.
  void go_on_in_row() { ++running_; }
  // From here on all is as it would be without the row.
  void leave_row();

  unsigned size() const { return static_cast<unsigned>(threads_.size()); }
  unsigned lanes_of_warp(unsigned first) const { return std::min(warp_lanes, size() - first); }
  auto begin() { return threads_.begin(); }
  auto end() { return threads_.end(); }
  auto begin() const { return threads_.begin(); }
  Thread& operator[](unsigned thread) { return threads_[thread]; }
  const Thread& operator[](unsigned thread) const { return threads_[thread]; }

  // The lanes of the warp that begins with thread `first` for which is_so(thread) holds.
  LaneMask lanes_where(unsigned first, const auto& is_so) const {
    LaneMask mask = 0;
    for (unsigned lane = 0; lane < lanes_of_warp(first); ++lane) {
      if (is_so(threads_[first + lane])) mask |= mask_of(lane);
    }
    return mask;
  }
  LaneMask lanes_in(State state, unsigned first) const {
    return lanes_where(first, [state](const Thread& thread) { return thread.state == state; });
  }

  // A bit for each warp of which a lane waits at the barrier.
  std::uint32_t waiting_warps() const;

  // Runs the thread until it waits, or has ended; or it, and others that its fiber goes on with, until one waits, or
  // all have ended.
  void resume(unsigned thread) {
    running_ = thread;
    if (!threads_[thread].has_begun) begin_thread(thread);
    const bool more = fibers_.resume(threads_[thread].fiber);
    if (!more) threads_[running_].state = State::ended;
  }
  // What a fiber does whose thread has ended: it is that of another one, which has not begun.
  void go_on_with(unsigned thread) {
    threads_[running_].state = State::ended;
    threads_[thread].has_begun = true;
    running_ = thread;
  }
  // And one whose fiber cannot go on with the next one, as that has one of its own.
  void end_with_next() {
    threads_[running_].state = State::ended;
    if (begins_next_ != nullptr && begins_next_(argument_)) fibers_.end_with(fiber_of_next());
  }
  // What the running thread does: it waits here until somebody makes it ready and resumes it.
  void wait(State state, Site site);

  // Of the grid along x; 0 where there is a single block.
  std::uint64_t along_grid() const { return grid_size_.x > 1 ? std::uint64_t{grid_size_.x} * block_size_.x : 0; }
  std::uint64_t block() const { return block_; }
  unsigned running() const { return running_; }
  const Fibers& fibers() const { return fibers_; }

  // The thread as somebody who takes part in a hazard: where it waits, if it does.
  Actor actor(unsigned thread) const;
  // "kernel.cuh:33: thread (0, 0) of block (3, 0)", where the thread was seen last.
  std::string seen_last(unsigned thread) const;

 private:
  void begin_thread(unsigned thread);
  unsigned fiber_of_next();

  Fibers fibers_;
  std::vector<Thread> threads_;
  dim3 grid_size_, block_size_;
  void (*body_)(void*) = nullptr;
  void* argument_ = nullptr;
  std::uint64_t block_ = 0;
  unsigned running_ = 0;
  bool (*begins_next_)(void*) = nullptr;
  bool in_row_ = false;
};

}  // namespace ladder::emulator
