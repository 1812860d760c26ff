// Which parts of a buffer exist that is larger than the memory: those that kernels have touched.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "ladder/engine/excerpts.hpp"

namespace ladder::emulator {

class SparsePages {
 public:
  SparsePages(std::size_t elements, InitialBits initial)
      : elements_(elements),
        initial_(std::move(initial)),
        exists_(std::make_unique<std::atomic<bool>[]>(elements / page_elements + 1)) {}

  // Sees to it that the page of this element exists. At its first touch, set(i, bits) is called for each of its
  // elements, where these have a value from the start. Threads may call it at the same time.
  template <typename Set>
  void touch(std::size_t element, const Set& set) {
    const std::size_t page = element / page_elements;
    if (exists_[page].load(std::memory_order_acquire)) return;
    const std::lock_guard lock(mutex_);
    if (exists_[page].load(std::memory_order_relaxed)) return;
    pages_.push_back(page);
    if (initial_) {
      for_each_of(page, [&](std::size_t i) { set(i, initial_(i)); });
    }
    exists_[page].store(true, std::memory_order_release);
  }

  // Calls work(i) for each element that exists, in the order of the pages' first touch.
  template <typename Work>
  void for_each(const Work& work) const {
    for (const std::size_t page : pages_) for_each_of(page, work);
  }

 private:
  static constexpr std::size_t page_elements = 1024;

  template <typename Work>
  void for_each_of(std::size_t page, const Work& work) const {
    const std::size_t first = page * page_elements;
    for (std::size_t i = first; i < std::min(first + page_elements, elements_); ++i) work(i);
  }

  std::size_t elements_;
  InitialBits initial_;
  std::mutex mutex_;
  std::unique_ptr<std::atomic<bool>[]> exists_;
  std::vector<std::size_t> pages_;
};

}  // namespace ladder::emulator
