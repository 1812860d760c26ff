#include "ladder/emulator/run/multiprocessor.hpp"

#include <fmt/format.h>
#include <time.h>

#include <algorithm>
#include <stdexcept>

#include "ladder/model/limits.hpp"

namespace ladder::emulator {
namespace {

// Of the calling OS thread: a busy machine makes no wait look endless.
std::chrono::duration<double> cpu_time() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
}

}  // namespace

std::uint64_t most_residents(dim3 block, std::size_t shared_bytes) {
  memory_model::Launch launch;
  launch.threads = block.x * block.y * block.z;
  launch.shared_bytes = shared_bytes;
  return std::uint64_t{memory_model::architecture.multiprocessors} * memory_model::resident_blocks(launch);
}

// A share of what is left: few trips to the counter, and no core is left waiting at the end.
Residents::Residents(std::uint64_t blocks, std::uint64_t alone, std::uint64_t most, std::size_t workers,
                     std::chrono::duration<double> patience)
    : blocks_(blocks),
      alone_(alone),
      most_(most),
      share_(std::clamp<std::uint64_t>(blocks / std::max<std::size_t>(1, 8 * workers), 1, 64)),
      patience_(patience),
      workers_(workers) {}

std::pair<std::uint64_t, std::uint64_t> Residents::take() {
  const std::uint64_t first = std::min(next_.fetch_add(share_), blocks_);
  return {first, std::min(first + share_, blocks_)};
}

void Residents::wait_for_first_blocks(std::size_t worker, const std::atomic<bool>& stop) {
  constexpr std::chrono::milliseconds between_looks{10};  // at `stop`
  if (worker == 0 || all_begin_) return;
  std::unique_lock lock(mutex_);
  while (!all_begin_ && !stop) changed_.wait_for(lock, between_looks);
}

void Residents::let_all_begin() {
  if (all_begin_.exchange(true)) return;
  { const std::lock_guard lock(mutex_); }  // nobody is between looking and waiting
  changed_.notify_all();
}

void Residents::note_progress() {
  ++progress_;
  if (waiting_ == 0) return;
  { const std::lock_guard lock(mutex_); }  // nobody is between looking and waiting
  changed_.notify_all();
}

bool Residents::may_start_another(std::size_t worker, std::uint64_t before, std::size_t waiting, bool has_more,
                                  const std::string& who) {
  constexpr std::chrono::milliseconds longest_turn{10};  // of others; if one takes longer, look again meanwhile
  const auto until = std::chrono::steady_clock::now() + longest_turn;
  if (worker == 0) let_all_begin();
  std::unique_lock lock(mutex_);
  Worker& self = workers_[worker];
  self.has_more = has_more;
  self.stuck_at = before;
  self.waiting = waiting;
  ++waiting_;
  const auto meeting = meetings_;
  while (progress_ == before && meetings_ == meeting) {
    const auto is_stuck = [&](const Worker& other) { return other.has_left || other.stuck_at == progress_; };
    if (std::ranges::all_of(workers_, is_stuck)) {
      let_one_start(worker, who);
    } else if (changed_.wait_until(lock, until) == std::cv_status::timeout) {
      break;
    }
  }
  --waiting_;
  self.stuck_at = UINT64_MAX;
  return std::exchange(self.starts_one, false);
}

// All workers are stuck, and wait for this one.
void Residents::let_one_start(std::size_t worker, const std::string& who) {
  Worker& self = workers_[worker];
  std::uint64_t residents = 0;
  Worker* starter = next_ < blocks_ || self.has_more ? &self : nullptr;
  for (Worker& other : workers_) {
    if (other.has_left) continue;
    residents += other.waiting;
    if (starter == nullptr && other.has_more) starter = &other;
  }
  changed_.notify_all();
  if (starter != nullptr && residents < most_) {
    starter->starts_one = true;
    ++progress_;
    return;
  }
  ++meetings_;
  const auto now = cpu_time();
  if (self.all_stuck_at != progress_) self.all_stuck_since = now;
  self.all_stuck_at = progress_;
  if (now - self.all_stuck_since < patience_) return;
  if (starter != nullptr) {
    throw std::runtime_error(fmt::format(
        "{} waits here for a block that cannot start: {} blocks of this size fit on the GPU at once, and all "
        "of them wait; others start when one of them has ended",
        who, most_));
  }
  throw std::runtime_error(
      fmt::format("{} waits here for what no thread is going to write: all that have not ended wait as well, and here "
                  "the host goes on only when the kernel has ended",
                  who));
}

void Residents::leave(std::size_t worker) {
  if (worker == 0) let_all_begin();
  const std::lock_guard lock(mutex_);
  workers_[worker].has_left = true;
  changed_.notify_all();
}

Block& Multiprocessor::idle_block(const LaunchOfBlocks& launch, const Code& code) {
  std::vector<Block*>& idle = idle_[&code];
  if (idle.empty()) {
    if (launched_ == blocks_.size()) blocks_.push_back(std::make_unique<Block>());
    idle.push_back(blocks_[launched_++].get());
    idle.back()->begin_launch(launch.grid, launch.block, code.kernel, code.arrays, code.recorders, launch.grid_barrier);
  }
  Block& block = *idle.back();
  idle.pop_back();
  return block;
}

void Multiprocessor::start(const LaunchOfBlocks& launch, std::uint64_t block) {
  const Code& code = launch.code_of(block);
  Block& runner = idle_block(launch, code);
  if (here_ != nullptr && here_ != &runner) here_->leave();
  here_ = &runner;
  runner.begin_block(block, launch.by_turns);
  residents_.emplace_back(&runner, &code);
}

void Multiprocessor::go_to(Block& block) {
  if (here_ == &block) return;
  here_->leave();
  block.come_back();
  here_ = &block;
}

void Multiprocessor::run(const LaunchOfBlocks& launch, Residents& residents, std::size_t number,
                         const std::atomic<bool>& stop,
                         const std::function<void(const Block&, std::uint64_t)>& after_each) {
  residents.wait_for_first_blocks(number, stop);
  std::uint64_t done = 0;
  auto taken = residents.take();
  const auto start_next = [&] {
    if (taken.first == taken.second) taken = residents.take();
    if (taken.first != taken.second) start(launch, launch.nth_block(taken.first++));
  };
  while (!stop) {
    while (residents_.size() < launch.usual) {
      const std::size_t before = residents_.size();
      start_next();
      if (residents_.size() == before) break;
    }
    if (residents_.empty()) break;
    const std::uint64_t before = residents.progress();
    bool has_progressed = false;
    for (std::size_t i = 0; i < residents_.size() && !stop;) {
      const auto [runner, code] = residents_[i];
      Block& block = *runner;
      go_to(block);
      const bool has_ended = block.run();
      has_progressed = has_progressed || has_ended || block.has_progressed();
      if (!has_ended) {
        ++i;
        continue;
      }
      residents_.erase(residents_.begin() + static_cast<std::ptrdiff_t>(i));
      idle_[code].push_back(&block);
      after_each(block, ++done);
      residents.note_end(number, done);
    }
    if (has_progressed) {
      residents.note_progress();
    } else if (!stop && residents.may_start_another(number, before, residents_.size(), taken.first != taken.second,
                                                    residents_.front().first->who_waits())) {
      start_next();
    }
  }
  residents.leave(number);
}

void Multiprocessor::end_launch(const std::function<void(const Block&)>& visit) {
  for (std::size_t i = 0; i < launched_; ++i) {
    blocks_[i]->end_launch();
    visit(*blocks_[i]);
  }
  blocks_.resize(std::min(blocks_.size(), most_kept));
  launched_ = 0;
  idle_.clear();
  residents_.clear();
  here_ = nullptr;
}

}  // namespace ladder::emulator
