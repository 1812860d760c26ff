#include "emulator/shared_memory.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "emulator/source_lines.hpp"

namespace ladder::emulator {

void WarpClock::reset() {
  if (!at_zero_) {
    for (auto& row : seen_) row.fill(0);
  }
  at_zero_ = true;
}

void WarpClock::synchronise(std::uint32_t mask) {
  at_zero_ = false;
  std::array<std::uint32_t, 32> latest{};
  for (unsigned lane = 0; lane < 32; ++lane) {
    if ((mask >> lane & 1u) == 0) continue;
    ++seen_[lane][lane];
    for (unsigned other = 0; other < 32; ++other) latest[other] = std::max(latest[other], seen_[lane][other]);
  }
  for (unsigned lane = 0; lane < 32; ++lane) {
    if ((mask >> lane & 1u) != 0) seen_[lane] = latest;
  }
}

void SharedMemory::begin_launch(const std::vector<SharedArray>& arrays) {
  segment_ = thread_local_segment();
  arrays_ = &arrays;
  last_ = nullptr;
  const std::size_t words = arrays.empty() ? 0 : (arrays.back().end + 3) / 4;
  if (words > words_.size()) words_.resize(words);
}

// The last array that begins at or before the offset, or null.
const SharedArray* SharedMemory::array_before(std::uintptr_t offset) const {
  const auto begins_after = [](std::uintptr_t o, const SharedArray& array) { return o < array.begin; };
  const auto next = std::upper_bound(arrays_->begin(), arrays_->end(), offset, begins_after);
  return next == arrays_->begin() ? nullptr : &*std::prev(next);
}

bool SharedMemory::find_array(std::uintptr_t offset, int bytes) {
  last_ = array_before(offset);
  return last_ != nullptr && last_->contains(offset, bytes);
}

std::string SharedMemory::describe(std::uintptr_t address, int bytes) const {
  const std::uintptr_t offset = address - segment_.begin;
  const SharedArray* array = array_before(offset);
  if (array == nullptr) return fmt::format("{} bytes of shared memory", bytes);
  return fmt::format("shared {}, byte {} of {}", array->name, offset - array->begin, array->end - array->begin);
}

void SharedMemory::begin_block() { first_epoch_ = ++epoch_; }

void SharedMemory::barrier() {
  for (const EarlyRead& read : early_reads_) {
    // Written since, before any barrier: that is a race, and reported as one.
    if (words_[read.word].write_epoch == epoch_) continue;
    if (hazards_.count(HazardKind::uninitialized_read)) {
      hazards_.keep(
          {HazardKind::uninitialized_read, read.actor, {}, describe(segment_.begin + read.word * 4, read.bytes)});
    }
  }
  early_reads_.clear();
  ++epoch_;
}

void SharedMemory::access(const Actor& actor, std::uintptr_t address, int bytes, Operation operation) {
  const std::size_t first = (address - segment_.begin) / 4;
  const std::size_t last = (address - segment_.begin + bytes - 1) / 4;
  for (std::size_t i = first; i <= last; ++i) {
    Word& word = words_[i];
    const bool after_atomic = operation == Operation::atomic && word.atomic_write;
    if (word.write_epoch == epoch_ && !after_atomic) check_after_write(word, actor, address, bytes);
    if (operation != Operation::store && word.write_epoch < first_epoch_) early_reads_.push_back({i, actor, bytes});
    if (operation == Operation::load) {
      note_read(word, actor);
    } else {
      if (word.read_epoch == epoch_) check_after_reads(word, actor, address, bytes);
      word.write_epoch = epoch_;
      word.write_time = clock_.now(actor.thread % 32);
      word.write_site = site_offset(actor.site);
      word.writer = static_cast<std::uint16_t>(actor.thread);
      word.atomic_write = operation == Operation::atomic;
    }
  }
}

void SharedMemory::check_after_write(const Word& word, const Actor& actor, std::uintptr_t address, int bytes) {
  if (unordered(actor.thread, word.writer, word.write_time)) race(actor, word.writer, word.write_site, address, bytes);
}

void SharedMemory::check_after_reads(const Word& word, const Actor& actor, std::uintptr_t address, int bytes) {
  for (std::uint32_t lanes = word.reader_lanes; lanes != 0; lanes &= lanes - 1) {
    const unsigned reader = word.reader_warp * 32u + static_cast<unsigned>(__builtin_ctz(lanes));
    if (unordered(actor.thread, reader, word.read_time)) return race(actor, reader, word.read_site, address, bytes);
  }
  if (word.other_reader_known && word.other_reader / 32u != actor.thread / 32u) {
    race(actor, word.other_reader, word.read_site, address, bytes);
  }
}

// Keeps the readers of one warp that no __syncwarp() separates, and one reader of another warp: whoever writes next
// collides with one of those if it collides with anybody.
void SharedMemory::note_read(Word& word, const Actor& actor) {
  const auto warp = static_cast<std::uint16_t>(actor.thread / 32);
  const std::uint32_t lane = 1u << actor.thread % 32;
  const std::uint32_t time = clock_.now(actor.thread % 32);
  if (word.read_epoch != epoch_) {
    word.other_reader_known = false;
  } else if (word.reader_warp != warp) {
    word.other_reader = static_cast<std::uint16_t>(actor.thread);
    word.other_reader_known = true;
    return;
  } else if (time <= word.read_time) {
    word.reader_lanes |= lane;
    return;
  }
  word.read_epoch = epoch_;
  word.read_time = time;
  word.reader_warp = warp;
  word.reader_lanes = lane;
  word.read_site = site_offset(actor.site);
}

void SharedMemory::race(const Actor& actor, unsigned other, std::uint32_t other_site, std::uintptr_t address,
                        int bytes) {
  if (!hazards_.count(HazardKind::race)) return;
  hazards_.keep({HazardKind::race, actor, {actor.block, other, site_address(other_site)}, describe(address, bytes)});
}

}  // namespace ladder::emulator
