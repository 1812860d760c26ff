#include "ladder/emulator/block/threads.hpp"

#include <fmt/format.h>

#include <cstddef>

#include "ladder/emulator/debuginfo/source_lines.hpp"
#include "ladder/emulator/hazards/hazard_words.hpp"

namespace ladder::emulator {

static_assert(Fibers::most_threads >= most_threads);

void Threads::begin_launch(dim3 grid, dim3 block, void (*body)(void*), bool (*begins_next)(void*), void* argument) {
  begins_next_ = begins_next;
  grid_size_ = grid;
  block_size_ = block;
  body_ = body;
  argument_ = argument;
  threads_.assign(std::size_t{block.x} * block.y * block.z, {});
  for (unsigned i = 0; i < size(); ++i) {
    threads_[i].index = dim3(i % block.x, i / block.x % block.y, i / block.x / block.y);
  }
}

void Threads::begin_block(std::uint64_t linear_index) {
  block_ = linear_index;
  in_row_ = false;
  for (Thread& thread : threads_) {
    thread.state = State::ready;
    thread.fences = 0;
    thread.has_begun = false;
    if (begins_next_ != nullptr) continue;  // nobody is told of their loops
    thread.loops = {};
    thread.course = {};
  }
}

void Threads::begin_thread(unsigned thread) {
  threads_[thread].has_begun = true;
  threads_[thread].fiber = thread;
  fibers_.start(thread, body_, argument_);
}

void Threads::leave_row() {
  begin_block(block_);
  for (unsigned thread = 0; thread <= running_; ++thread) {
    threads_[thread].has_begun = true;
    if (thread != running_) threads_[thread].state = State::ended;
  }
}

void Threads::wait(State state, Site site) {
  if (in_row_) leave_row();
  Thread& thread = threads_[running_];
  thread.state = state;
  thread.site = site;
  thread.fiber = fibers_.current();
  const bool waits_for_neighbours = state == State::at_barrier || state == State::at_exchange;
  if (waits_for_neighbours && begins_next_ != nullptr && begins_next_(argument_)) {
    fibers_.switch_to(fiber_of_next());
  } else {
    fibers_.suspend();
  }
}

unsigned Threads::fiber_of_next() {
  ++running_;
  if (!threads_[running_].has_begun) begin_thread(running_);
  return threads_[running_].fiber;
}

std::uint32_t Threads::waiting_warps() const {
  std::uint32_t warps = 0;
  for (unsigned thread = 0; thread < size(); ++thread) {
    if (threads_[thread].state == State::at_barrier) warps |= std::uint32_t{1} << warp_of(thread);
  }
  return warps;
}

Actor Threads::actor(unsigned thread) const {
  const Thread& t = threads_[thread];
  return {block_, thread, t.state == State::ended ? 0 : t.site, Access::load};
}

std::string Threads::seen_last(unsigned thread) const {
  return fmt::format("{}: thread {} of block {}", place_of(threads_[thread].site), index_in(block_size_, thread),
                     in_words(block_));
}

std::string Threads::in_words(std::uint64_t block) const { return index_in(grid_size_, block); }

}  // namespace ladder::emulator
