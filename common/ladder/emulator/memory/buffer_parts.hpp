// Parts of a buffer: those that exist, where it is larger than the memory, and those that a run has touched.
#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "ladder/engine/excerpts.hpp"
#include "ladder/model/architecture.hpp"
#include "ladder/platform/mapping.hpp"

namespace ladder::emulator {

// Of a buffer that is larger than the memory, the pages exist that kernels have touched.
class SparsePages {
 public:
  SparsePages(std::size_t elements, InitialBits initial)
      : elements_(elements),
        initial_(std::move(initial)),
        exists_(std::make_unique<std::atomic<bool>[]>(elements / page_elements + 1)) {}

  // Sees to it that the page of this element exists. At its first touch, set(i, bits) is called for each of its
  // elements, where these have a value from the start. Threads may call it at the same time.
  void touch(std::size_t element, const auto& set) {
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

  bool has_initial() const { return initial_ != nullptr; }

  // Calls work(i) for each element that exists, in the order of the pages' first touch.
  void for_each(const auto& work) const {
    for (const std::size_t page : pages_) for_each_of(page, work);
  }

 private:
  static constexpr std::size_t page_elements = 1024;

  void for_each_of(std::size_t page, const auto& work) const {
    const std::size_t first = page * page_elements;
    for (std::size_t i = first; i < std::min(first + page_elements, elements_); ++i) work(i);
  }

  std::size_t elements_;
  InitialBits initial_;
  std::mutex mutex_;
  std::unique_ptr<std::atomic<bool>[]> exists_;
  std::vector<std::size_t> pages_;
};

// Some sectors of a buffer, a bit for each: words of 64 from that of the first one to that of the last one.
class SectorSet {
 public:
  // The next 64.
  void add(std::uint64_t bits) {
    if (bits != 0) {
      if (words_.empty()) begin_ = seen_;
      words_.resize(seen_ - begin_);
      words_.push_back(bits);
    }
    ++seen_;
  }
  bool has(std::size_t sector) const {
    const std::size_t word = sector / 64;
    return word >= begin_ && word < end() && (words_[word - begin_] >> sector % 64 & 1) != 0;
  }
  void remove(std::size_t sector) {
    if (has(sector)) words_[sector / 64 - begin_] &= ~(std::uint64_t{1} << sector % 64);
  }
  bool meets(const SectorSet& other) const {
    for (std::size_t word = std::max(begin_, other.begin_); word < std::min(end(), other.end()); ++word) {
      if ((words_[word - begin_] & other.words_[word - other.begin_]) != 0) return true;
    }
    return false;
  }

 private:
  std::size_t end() const { return begin_ + words_.size(); }

  std::size_t seen_ = 0, begin_ = 0;
  std::vector<std::uint64_t> words_;
};

// Which sectors of a buffer a run has loaded or stored: what has to come from memory, or go there, at the least. A bit
// for each sector that the buffer lies in.
class TouchedSectors {
 public:
  TouchedSectors() = default;
  TouchedSectors(std::uintptr_t begin, std::size_t bytes)
      : first_(begin / sector_bytes), count_(bytes / sector_bytes / 64 + 2), mapping_(count_ * sizeof(Word), 0) {}

  void clear() const {
    for_each_word([](Word& word) { word.store(0, std::memory_order_relaxed); });
  }
  // Touches the sectors from that of the first address to that of the last. How many of them it is the first time for
  // since clear(). Threads may call it at once.
  unsigned touch(std::uintptr_t first, std::uintptr_t last) const {
    const std::uintptr_t end = last / sector_bytes - first_ + 1;
    unsigned anew = 0;
    std::uintptr_t count = 0;  // in one word
    for (std::uintptr_t sector = first / sector_bytes - first_; sector < end; sector += count) {
      count = std::min(64 - sector % 64, end - sector);
      const std::uint64_t bits = UINT64_MAX >> (64 - count) << sector % 64;
      Word& word = words()[sector / 64];
      if ((word.load(std::memory_order_relaxed) & bits) == bits) continue;
      anew += static_cast<unsigned>(std::popcount(bits & ~word.fetch_or(bits, std::memory_order_relaxed)));
    }
    return anew;
  }
  // The bit of this address, of a buffer that begins there.
  static std::size_t bit_of(std::uintptr_t address, std::uintptr_t begin) {
    return address / sector_bytes - begin / sector_bytes;
  }
  SectorSet sectors() const {
    SectorSet result;
    for_each_word([&](Word& word) { result.add(word.load(std::memory_order_relaxed)); });
    return result;
  }
  bool any() const { return any_word(0, count_); }
  // The same of those from the sector of the first address to that of the last, and of some beside them.
  bool any(std::uintptr_t first, std::uintptr_t last) const { return any_word(word_of(first), word_of(last) + 1); }
  // Touches all that `other`, of the same buffer, has touched.
  void add(const TouchedSectors& other) const {
    const Word* from = other.words();
    for_each_word([&](Word& word) { word.fetch_or(*from++, std::memory_order_relaxed); });
  }

 private:
  using Word = std::atomic<std::uint64_t>;
  static constexpr std::uintptr_t sector_bytes = memory_model::architecture.sector_bytes;

  std::size_t word_of(std::uintptr_t address) const { return (address / sector_bytes - first_) / 64; }
  bool any_word(std::size_t begin, std::size_t end) const {
    return std::any_of(words() + begin, words() + end,
                       [](const Word& word) { return word.load(std::memory_order_relaxed) != 0; });
  }
  Word* words() const { return reinterpret_cast<Word*>(mapping_.begin()); }
  void for_each_word(const auto& visit) const {
    for (std::size_t i = 0; i < count_; ++i) visit(words()[i]);
  }

  std::uintptr_t first_ = 0;
  std::size_t count_ = 0;  // words
  Mapping mapping_;
};

}  // namespace ladder::emulator
