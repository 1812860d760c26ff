#include "ladder/engine/emulator/shared_check.hpp"

namespace ladder::emulator {

void SharedCheck::begin_launch() {
  segment_ = context_.shared.begin();
  const std::size_t words = (context_.shared.end_of_arrays() + word_bytes - 1) / word_bytes;
  if (words > words_.size()) words_.resize(words);
  early_reads_.clear();  // a launch that failed may have left some
}

void SharedCheck::barrier() {
  for (const EarlyRead& read : early_reads_) {
    // Written since, before any barrier: that is a race, and reported as one.
    if (words_[read.word].write_epoch == epoch_) continue;
    if (context_.hazards.count(HazardKind::uninitialized_read)) {
      context_.hazards.keep({HazardKind::uninitialized_read,
                             read.actor,
                             {},
                             context_.shared.name_of(segment_ + read.word * word_bytes),
                             {}});
    }
  }
  early_reads_.clear();
  ++epoch_;
}

void SharedCheck::check(std::size_t first, std::size_t last, std::uintptr_t address, Access operation, Site site) {
  const Actor actor{running_.block, running_.thread, site, operation};
  for (std::size_t i = first; i <= last; ++i) {
    Word& word = words_[i];
    const bool after_atomic = operation == Access::atomic && word.atomic_write != 0;
    if (word.write_epoch == epoch_ && !after_atomic) check_after_write(word, actor, address);
    if (operation != Access::store && word.write_epoch < first_epoch_) early_reads_.push_back({i, actor});
    if (operation == Access::load) {
      note_read(word, site);
    } else {
      if (word.read_epoch == epoch_) check_after_reads(word, actor, address);
      note_write(word, operation, site);
    }
  }
}

void SharedCheck::check_after_write(const Word& word, const Actor& actor, std::uintptr_t address) {
  if (!unordered(actor.thread, word.writer, word.write_time)) return;
  const Access operation = word.atomic_write != 0 ? Access::atomic : Access::store;
  race(actor, {actor.block, word.writer, site_address(word.write_site), operation}, address);
}

void SharedCheck::check_after_reads(const Word& word, const Actor& actor, std::uintptr_t address) {
  const Site site = site_address(word.read_site);
  for (std::uint32_t lanes = word.reader_lanes; lanes != 0; lanes &= lanes - 1) {
    const unsigned reader = word.reader_warp * warp_lanes + static_cast<unsigned>(__builtin_ctz(lanes));
    if (!unordered(actor.thread, reader, word.read_time)) continue;
    return race(actor, {actor.block, reader, site, Access::load}, address);
  }
  if (word.other_reader_known != 0 && warp_of(word.other_reader) != warp_of(actor.thread)) {
    race(actor, {actor.block, word.other_reader, site, Access::load}, address);
  }
}

// Keeps the readers of one warp that no __syncwarp() separates, and one reader of another warp: whoever writes next
// collides with one of those if it collides with anybody.
void SharedCheck::note_read(Word& word, Site site) {
  if (word.read_epoch != epoch_) {
    note_first_read(word, site);
  } else if (word.reader_warp != warp_of(running_.thread)) {
    word.other_reader = running_.thread & thread_mask;
    word.other_reader_known = 1;
  } else if (running_.warp_time <= word.read_time) {
    word.reader_lanes |= mask_of(lane_of(running_.thread));
  } else {
    const unsigned known = word.other_reader_known;
    note_first_read(word, site);  // of those since the __syncwarp()
    word.other_reader_known = known & 1u;
  }
}

void SharedCheck::race(const Actor& actor, const Actor& other, std::uintptr_t address) {
  if (!context_.hazards.count(HazardKind::race, actor, other)) return;
  context_.hazards.keep({HazardKind::race, actor, other, context_.shared.name_of(address), {}});
}

}  // namespace ladder::emulator
