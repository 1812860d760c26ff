// Which sectors of a buffer a run has loaded and stored: what has to come from memory, and go there, at the least.
#pragma once

#include <atomic>
#include <cstdint>

#include "ladder/engine/emulator/memory/mapping.hpp"
#include "ladder/model/architecture.hpp"

namespace ladder::emulator {

// A bit for each sector that the buffer lies in.
class TouchedSectors {
 public:
  TouchedSectors() = default;
  TouchedSectors(std::uintptr_t begin, std::size_t bytes)
      : first_(begin / sector_bytes), count_(bytes / sector_bytes / 64 + 2), mapping_(count_ * sizeof(Word), 0) {}

  void clear() const {
    for_each_word([](Word& word) { word.store(0, std::memory_order_relaxed); });
  }
  // Whether the sector of this address is touched for the first time since clear(). Threads may call it at once.
  bool touch(std::uintptr_t address) const {
    const std::uintptr_t sector = address / sector_bytes - first_;
    Word& word = words()[sector / 64];
    const std::uint64_t bit = std::uint64_t{1} << sector % 64;
    if ((word.load(std::memory_order_relaxed) & bit) != 0) return false;
    return (word.fetch_or(bit, std::memory_order_relaxed) & bit) == 0;
  }
  // Touches all that `other`, of the same buffer, has touched.
  void add(const TouchedSectors& other) const {
    const Word* from = other.words();
    for_each_word([&](Word& word) { word.fetch_or(*from++, std::memory_order_relaxed); });
  }

 private:
  using Word = std::atomic<std::uint64_t>;
  static constexpr std::uintptr_t sector_bytes = memory_model::architecture.sector_bytes;

  Word* words() const { return reinterpret_cast<Word*>(mapping_.begin()); }
  template <typename Visit>
  void for_each_word(const Visit& visit) const {
    for (std::size_t i = 0; i < count_; ++i) visit(words()[i]);
  }

  std::uintptr_t first_ = 0;
  std::size_t count_ = 0;  // words
  Mapping mapping_;
};

}  // namespace ladder::emulator
