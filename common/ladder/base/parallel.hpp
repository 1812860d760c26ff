// Work in pieces, spread over the cores.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace ladder {

// Calls work(i) for every i below `pieces`, each once, on as many threads as there are cores. A single piece
// runs on the caller's thread. Rethrows the first exception after all have ended.
template <typename Work>
void in_parallel(std::size_t pieces, const Work& work) {
  std::atomic<std::size_t> next{0};
  std::exception_ptr failure;
  std::mutex failure_mutex;
  const auto take_pieces = [&] {
    try {
      for (std::size_t i; (i = next++) < pieces;) work(i);
    } catch (...) {
      const std::lock_guard lock(failure_mutex);
      if (failure == nullptr) failure = std::current_exception();
    }
  };
  std::vector<std::thread> threads;
  const std::size_t cores = std::max(1u, std::thread::hardware_concurrency());
  for (std::size_t i = 1; i < std::min(cores, pieces); ++i) threads.emplace_back(take_pieces);
  take_pieces();
  for (std::thread& thread : threads) thread.join();
  if (failure != nullptr) std::rethrow_exception(failure);
}

}  // namespace ladder
