// No hang where a rank fails: on GPUs, who waits for a rank that never comes waits for ever, and so does the host.
// (On the emulator nothing waits: what would hang is named there.)
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <string>
#include <thread>

#include "ladder/emulator/block/watchdog.hpp"
#include "ladder/problems/many_gpus/cluster.hpp"

namespace ladder::LADDER_ENGINE {

// A thread that looks at the ranks' streams and communicators while these have work. Where NCCL reports an error, or
// the work takes longer than time_limit() seconds, it aborts all communicators, so that their kernels end: the host
// goes on, and the ranks are of no more use. Work that does not end then either ends the process, with a line and
// status 1. (NCCL User Guide, "Fault Tolerance": ncclCommGetAsyncError, ncclCommAbort.)
class Watch {
 public:
  explicit Watch(Cluster& all) : all_(all), thread_([this] { look_again_and_again(); }) {}
  ~Watch() {
    {
      const std::lock_guard lock(mutex_);
      ends_ = true;
    }
    wake_.notify_all();
    thread_.join();
  }
  Watch(Watch&&) = delete;

  // All ranks have been given work, and have their event `done` behind it.
  void begin() {
    const std::lock_guard lock(mutex_);
    has_work_ = true;
    began_ = Clock::now();
  }
  // The ranks are of no more use: nobody waits for what they still have to do.
  void give_up() {
    const std::lock_guard lock(mutex_);
    if (failure_.empty()) abort("the ranks were given up");
  }
  // What has gone wrong, in words; empty where nothing has.
  std::string failure() const {
    const std::lock_guard lock(mutex_);
    return failure_;
  }

 private:
  using Clock = std::chrono::steady_clock;

  void look_again_and_again() {
    constexpr std::chrono::milliseconds between_looks(200);
    std::unique_lock lock(mutex_);
    while (!wake_.wait_for(lock, between_looks, [this] { return ends_; })) {
      if (has_work_) look();
    }
  }

  void look() {
    std::string late;
    for (const Rank& rank : all_.own()) {
      if (cudaEventQuery(rank.done) == cudaErrorNotReady)
        late += (late.empty() ? "" : ", ") + std::to_string(rank.number);
    }
    has_work_ = !late.empty();
    const bool is_late = has_work_ && Clock::now() - began_ > limit_;
    if (is_late && !failure_.empty()) {
      std::fprintf(stderr, "%s; it does not end without NCCL either, and cannot be ended\n", failure_.c_str());
      std::_Exit(1);
    }
    std::string words = error_of_nccl();
    if (words.empty() && is_late) {
      words = "the work of rank " + late + " has not ended after " + std::to_string(static_cast<int>(limit_.count())) +
              " seconds: does it wait for a rank that never comes? (LADDER_TIME_LIMIT=SECONDS gives it more time)";
    }
    if (!words.empty() && failure_.empty()) abort(words);
  }

  std::string error_of_nccl() const {
    for (const Rank& rank : all_.own()) {
      ncclResult_t status = ncclSuccess;
      if (rank.comm == nullptr || ncclCommGetAsyncError(rank.comm, &status) != ncclSuccess) continue;
      if (status == ncclSuccess || status == ncclInProgress) continue;
      return "NCCL, rank " + std::to_string(rank.number) + ": " + ncclGetErrorString(status);
    }
    return {};
  }

  void abort(const std::string& words) {
    failure_ = words;
    began_ = Clock::now();
    for (Rank& rank : all_.ranks) {
      if (rank.comm != nullptr) ncclCommAbort(rank.comm);
      rank.comm = nullptr;
    }
  }

  Cluster& all_;
  const std::chrono::duration<double> limit_ = emulator::time_limit();
  mutable std::mutex mutex_;
  std::condition_variable wake_;
  bool ends_ = false, has_work_ = false;
  Clock::time_point began_;
  std::string failure_;
  std::thread thread_;  // last: it uses the others
};

}  // namespace ladder::LADDER_ENGINE
