// Work on several threads.
#pragma once

#include <sched.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <mutex>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

#include "ladder/base/failure.hpp"

namespace ladder {

inline std::size_t cores() {
  cpu_set_t usable;
  if (sched_getaffinity(0, sizeof usable, &usable) == 0) return static_cast<std::size_t>(CPU_COUNT(&usable));
  return std::max(1u, std::thread::hardware_concurrency());
}

// Calls work(i, stop) for every i below `threads`, each on a thread of its own, and waits for all. Rethrows the first
// exception; from then on `stop` is true, for work that looks at it. Throws Failure where a thread cannot be started.
void on_threads(std::size_t threads, const auto& work) {
  std::atomic<bool> stop{false};
  std::exception_ptr failure;
  std::mutex failure_mutex;
  const auto fail = [&](std::exception_ptr exception) {
    const std::lock_guard lock(failure_mutex);
    if (failure == nullptr) failure = exception;
    stop = true;
  };
  {
    std::vector<std::jthread> started;
    try {
      for (std::size_t i = 0; i < threads; ++i) {
        started.emplace_back([&, i] {
          try {
            work(i, stop);
          } catch (...) {
            fail(std::current_exception());
          }
        });
      }
    } catch (const std::system_error& error) {
      fail(std::make_exception_ptr(Failure(wrong_or_hazard, "thread " + std::to_string(started.size() + 1) + " of " +
                                                                std::to_string(threads) +
                                                                " could not be started: " + error.code().message())));
    }
  }
  if (failure != nullptr) std::rethrow_exception(failure);
}

// Calls work(i) for every i below `pieces`, each once, spread over the cores; on the calling thread where there is one
// piece. Rethrows the first exception after all threads have ended.
void in_parallel(std::size_t pieces, const auto& work) {
  if (pieces == 1) return work(std::size_t{0});
  std::atomic<std::size_t> next{0};
  on_threads(std::min(cores(), pieces), [&](std::size_t, const std::atomic<bool>& stop) {
    for (std::size_t i; !stop && (i = next++) < pieces;) work(i);
  });
}

}  // namespace ladder
