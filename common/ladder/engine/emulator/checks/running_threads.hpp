// Which threads of the GPU run on the cores at this moment. For use by several OS threads.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <mutex>
#include <thread>
#include <vector>

namespace ladder::emulator {

class RunningThread;

class RunningThreads {
 public:
  static RunningThreads& instance() {
    static RunningThreads& all = *new RunningThreads;  // blocks may outlive what is static
    return all;
  }
  // Waits until that thread does not run, or for 10 ms.
  void wait_for_end(std::uint64_t thread);

 private:
  friend RunningThread;
  bool has(std::uint64_t thread);

  std::mutex mutex_;
  std::vector<const RunningThread*> all_;
};

// The one that a block runs. A thread is any number that no other has.
class RunningThread {
 public:
  static constexpr std::uint64_t none = UINT64_MAX;

  RunningThread() {
    const std::lock_guard lock(RunningThreads::instance().mutex_);
    RunningThreads::instance().all_.push_back(this);
  }
  ~RunningThread() {
    const std::lock_guard lock(RunningThreads::instance().mutex_);
    std::erase(RunningThreads::instance().all_, this);
  }
  RunningThread(const RunningThread&) = delete;
  RunningThread& operator=(const RunningThread&) = delete;

  void set(std::uint64_t thread) { now_.store(thread, std::memory_order_release); }
  std::uint64_t now() const { return now_.load(std::memory_order_acquire); }

 private:
  std::atomic<std::uint64_t> now_{none};
};

inline bool RunningThreads::has(std::uint64_t thread) {
  const std::lock_guard lock(mutex_);
  return std::any_of(all_.begin(), all_.end(), [&](const RunningThread* one) { return one->now() == thread; });
}

inline void RunningThreads::wait_for_end(std::uint64_t thread) {
  constexpr std::chrono::microseconds wait{50};
  constexpr int most_rounds = 200;
  for (int round = 0; round < most_rounds && has(thread); ++round) std::this_thread::sleep_for(wait);
}

}  // namespace ladder::emulator
