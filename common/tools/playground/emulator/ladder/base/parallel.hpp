// A tab's worker is one thread: work that would be spread over several is done piece by piece.
#pragma once

#include <atomic>
#include <cstddef>

namespace ladder {

inline std::size_t cores() { return 1; }

void on_threads(std::size_t threads, const auto& work) {
  const std::atomic<bool> stop{false};
  for (std::size_t i = 0; i < threads; ++i) work(i, stop);
}

void in_parallel(std::size_t pieces, const auto& work) {
  for (std::size_t i = 0; i < pieces; ++i) work(i);
}

}  // namespace ladder
