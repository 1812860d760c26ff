// Which thread of a block runs on which fiber, and who goes on when it waits or has ended.
#include "ladder/emulator/block/block.hpp"

namespace ladder::emulator {

// Of a block that is observed, an access that is out of bounds is found before it is made. In others the memory refuses
// what lies far enough behind an array: it is the same to the other threads.
void Block::stop_at_refused_access() {
  const auto access = interruptions_.take_refused_access();
  if (!access) return;
  threads_[threads_.running()].state = State::stopped;
  accesses_.note_refused(*access);
}

// Where nobody observes them, threads of a warp that follow each other run on one fiber, until one has to wait: to
// change to another one takes longer than the threads of most kernels.
void Block::run_threads(void* block) {
  auto& self = *static_cast<Block*>(block);
  do {
    (*self.kernel_)();
  } while (self.goes_on_with_next());
  if (!self.threads_.in_row()) self.threads_.end_with_next();
}

// Where nothing is to be done for the running thread before, which has ended or waits.
bool Block::begins_next(void* block) {
  auto& self = *static_cast<Block*>(block);
  const unsigned next = self.threads_.running() + 1;
  const bool is_last = next == self.threads_.size() || next % warp_lanes == 0;
  if (is_last || self.threads_[next].state != State::ready) return false;
  if (self.accesses_.is_noticed() || self.interruptions_.is_out_of_time()) return false;
  self.has_progressed_ = true;
  self.begin_turn(next);
  return true;
}

bool Block::goes_on_with_next() {
  const unsigned next = threads_.running() + 1;
  if (threads_.in_row()) {
    if (interruptions_.is_out_of_time()) threads_.leave_row();
    if (!threads_.in_row() || next == threads_.size()) return false;
    threads_.go_on_in_row();
    begin_turn(next);
    return true;
  }
  if (accesses_.is_observed() || next == threads_.size() || next % warp_lanes == 0 || threads_[next].has_begun)
    return false;
  if (interruptions_.is_out_of_time()) return false;
  accesses_.end_thread(false);
  has_progressed_ = true;
  threads_.go_on_with(next);
  begin_turn(next);
  return true;
}

void Block::begin_turn(unsigned thread) {
  const dim3& index = threads_[thread].index;
  plain_registers[static_cast<int>(Register::thread)] = {index.x, index.y, index.z};
  accesses_.begin_thread(thread, barriers_.passed());
}

// After the thread has waited or ended.
void Block::end_turn() {
  const Thread& thread = threads_[threads_.running()];
  if (thread.state == State::at_fault && !accesses_.is_observed()) stop_at_refused_access();
  const bool is_paused =
      thread.state == State::lets_others_go || thread.state == State::in_step || thread.state == State::trace_full;
  accesses_.end_thread(is_paused);
  if (!is_paused) has_progressed_ = true;
  interruptions_.check_time();
}

bool Block::run_ready_lanes(unsigned first) {
  bool any = false;
  const unsigned end = first + threads_.lanes_of_warp(first);
  for (unsigned number = first; number < end; ++number) {
    if (threads_[number].state != State::ready) continue;
    any = true;
    begin_turn(number);
    threads_.resume(number);
    end_turn();
  }
  return any;
}

// So many threads have run when one waits, or leaves the row.
unsigned Block::run_row() {
  is_paused_ = false;
  warp_clock_.reset();
  begin_turn(0);
  const unsigned threads = threads_.run_row();
  has_progressed_ = true;
  if (threads_.in_row()) return threads;
  end_turn();
  may_take_row_ = threads > warp_lanes;  // or those of the next block will not get far, either
  return threads;
}

}  // namespace ladder::emulator
