#include "ladder/engine/emulator/shared_memory.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "ladder/engine/emulator/executable/array_shapes.hpp"

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

bool SharedMemory::find(std::uintptr_t address, int bytes) {
  last_ = array_before(address - segment_.begin);
  return recent(address, bytes);
}

std::string SharedMemory::name_of(std::uintptr_t address) const {
  const std::uintptr_t offset = address - segment_.begin;
  const SharedArray* array = array_before(offset);
  if (array == nullptr) return "shared memory before the first array";
  const ArrayShape shape = array_shape(array->begin);
  if (shape.element_bytes == 0) return fmt::format("shared {}, byte {}", array->name, offset - array->begin);
  std::size_t index = (offset - array->begin) / shape.element_bytes;
  std::string indices;
  for (std::size_t i = shape.extents.size(); i-- > 0;) {
    const bool outermost = i == 0;  // its index may lie beyond the end
    indices = fmt::format("[{}]", outermost ? index : index % shape.extents[i]) + indices;
    index /= shape.extents[i];
  }
  return fmt::format("shared {}{}", array->name, indices);
}

std::string SharedMemory::extent_of(std::uintptr_t address) const {
  const SharedArray* array = array_before(address - segment_.begin);
  if (array == nullptr) return "no array begins there";
  const ArrayShape shape = array_shape(array->begin);
  if (shape.element_bytes == 0) return fmt::format("{} has {} bytes", array->name, array->end - array->begin);
  if (shape.extents.empty()) return fmt::format("{} is a single element", array->name);
  return fmt::format("{} is [{}]", array->name, fmt::join(shape.extents, "]["));
}

void SharedMemory::begin_block() { first_epoch_ = ++epoch_; }

void SharedMemory::barrier() {
  for (const EarlyRead& read : early_reads_) {
    // Written since, before any barrier: that is a race, and reported as one.
    if (words_[read.word].write_epoch == epoch_) continue;
    if (hazards_.count(HazardKind::uninitialized_read)) {
      hazards_.keep({HazardKind::uninitialized_read, read.actor, {}, name_of(segment_.begin + read.word * 4), {}});
    }
  }
  early_reads_.clear();
  ++epoch_;
}

void SharedMemory::begin_thread(std::uint64_t block, unsigned thread) {
  block_ = block;
  thread_ = thread;
  time_ = clock_.now(thread % 32);
}

void SharedMemory::check(std::size_t first, std::size_t last, std::uintptr_t address, Operation operation, Site site) {
  const Actor actor{block_, thread_, site, operation};
  for (std::size_t i = first; i <= last; ++i) {
    Word& word = words_[i];
    const bool after_atomic = operation == Operation::atomic && word.atomic_write != 0;
    if (word.write_epoch == epoch_ && !after_atomic) check_after_write(word, actor, address);
    if (operation != Operation::store && word.write_epoch < first_epoch_) early_reads_.push_back({i, actor});
    if (operation == Operation::load) {
      note_read(word, site);
    } else {
      if (word.read_epoch == epoch_) check_after_reads(word, actor, address);
      note_write(word, operation, site);
    }
  }
}

void SharedMemory::check_after_write(const Word& word, const Actor& actor, std::uintptr_t address) {
  if (!unordered(actor.thread, word.writer, word.write_time)) return;
  const Operation operation = word.atomic_write != 0 ? Operation::atomic : Operation::store;
  race(actor, {actor.block, word.writer, site_address(word.write_site), operation}, address);
}

void SharedMemory::check_after_reads(const Word& word, const Actor& actor, std::uintptr_t address) {
  const Site site = site_address(word.read_site);
  for (std::uint32_t lanes = word.reader_lanes; lanes != 0; lanes &= lanes - 1) {
    const unsigned reader = word.reader_warp * 32u + static_cast<unsigned>(__builtin_ctz(lanes));
    if (!unordered(actor.thread, reader, word.read_time)) continue;
    return race(actor, {actor.block, reader, site, Operation::load}, address);
  }
  if (word.other_reader_known != 0 && word.other_reader / 32u != actor.thread / 32u) {
    race(actor, {actor.block, word.other_reader, site, Operation::load}, address);
  }
}

// Keeps the readers of one warp that no __syncwarp() separates, and one reader of another warp: whoever writes next
// collides with one of those if it collides with anybody.
void SharedMemory::note_read(Word& word, Site site) {
  if (word.read_epoch != epoch_) {
    note_first_read(word, site);
  } else if (word.reader_warp != thread_ / 32) {
    word.other_reader = thread_ & 1023u;
    word.other_reader_known = 1;
  } else if (time_ <= word.read_time) {
    word.reader_lanes |= 1u << thread_ % 32;
  } else {
    const unsigned known = word.other_reader_known;
    note_first_read(word, site);  // of those since the __syncwarp()
    word.other_reader_known = known & 1u;
  }
}

void SharedMemory::race(const Actor& actor, const Actor& other, std::uintptr_t address) {
  if (!hazards_.count(HazardKind::race, actor, other)) return;
  hazards_.keep({HazardKind::race, actor, other, name_of(address), {}});
}

}  // namespace ladder::emulator
