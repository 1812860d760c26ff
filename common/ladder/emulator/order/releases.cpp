// What was released, and what is known of it: for the blocks on all cores.
#include <algorithm>
#include <cstddef>
#include <iterator>
#include <utility>

#include "ladder/emulator/order/block_order.hpp"

namespace ladder::emulator {
namespace {

// Of two counts that may have wrapped.
bool lies_before(std::uint32_t a, std::uint32_t b) {
  constexpr std::uint32_t counts = 1u << Moment::barrier_bits;
  const std::uint32_t distance = (b - a) % counts;
  return distance != 0 && distance < counts / 2;
}

}  // namespace

bool Cover::covers(const Moment& write) const {
  if (!any) return false;
  if (lies_before(write.barriers, barriers)) return true;
  if (lies_before(barriers, write.barriers)) return false;
  const unsigned nth = write.thread - first_thread;
  if (nth < fences.size()) {
    const std::uint32_t made = std::min(fences[nth], Moment::most_fences);
    if (write.fences < made || made == Moment::most_fences) return true;
  }
  return nth < warp_seen.size() && warp_seen[nth] > write.warp_time;
}

void Knowledge::add(const ReleaseLog* log, std::size_t releases) {
  const auto known = std::ranges::find(logs_, log, [](const auto& entry) { return entry.first; });
  if (known != logs_.end()) {
    known->second = std::max(known->second, releases);
  } else if (logs_.size() < most_places) {
    logs_.emplace_back(log, releases);
  } else {
    everything_ = true;
  }
}

void Knowledge::add(const Knowledge& other) {
  for (const auto& [log, releases] : other.logs_) add(log, releases);
  everything_ = everything_ || other.everything_;
}

// What is known at first hand, and what those knew from whom it is known: a release that is for its own block alone
// tells a thread of another one nothing.
bool Knowledge::covers(const Moment& write, std::uint64_t block) const {
  const auto at_first_hand = [&](const auto& known) { return known.first->covers(write, known.second, block); };
  if (everything_ || std::ranges::any_of(logs_, at_first_hand)) return true;
  struct Asked {
    const ReleaseLog* log;
    std::size_t releases;
    std::uint64_t by;  // a thread of this block
  };
  std::vector<Asked> to_ask;
  const auto ask = [&](const Knowledge& known, std::uint64_t by) {
    for (const auto& [log, releases] : known.logs_) to_ask.push_back({log, releases, by});
  };
  ask(*this, block);
  std::map<std::pair<const ReleaseLog*, std::uint64_t>, std::size_t> asked;
  while (!to_ask.empty()) {
    const auto [log, releases, by] = to_ask.back();
    to_ask.pop_back();
    std::size_t& before = asked[{log, by}];
    if (before >= releases) continue;
    if (log->covers(write, releases, by)) return true;
    for (std::size_t i = before; i < releases; ++i) {
      const Fenced& release = (*log)[i];
      if (!release.cover_for(by).any) continue;
      if (release.known.everything_) return true;
      ask(release.known, release.block);
    }
    before = releases;
  }
  return false;
}

// (A thread that fenced once and tells of it again and again has told nothing new.)
void ReleaseLog::add(std::shared_ptr<const Fenced> fenced) {
  std::vector<std::size_t>& of_this_block = of_block_[fenced->block];
  if (!of_this_block.empty() && releases_[of_this_block.back()] == fenced) return;
  of_this_block.push_back(releases_.size());
  releases_.push_back(std::move(fenced));
}

// (The newest is mostly the one.)
bool ReleaseLog::covers(const Moment& write, std::size_t releases, std::uint64_t block) const {
  const auto found = of_block_.find(write.block);
  if (found == of_block_.end()) return false;
  return std::any_of(found->second.rbegin(), found->second.rend(),
                     [&](std::size_t i) { return i < releases && releases_[i]->covers(write, block); });
}

void ReleaseLogs::begin_launch(const void* kernel) {
  ++launch_;
  kernel_ = kernel;
  lines_are_wanted_ = kernels_.contains(kernel);
  any_fence_ = false;
  of_place_.clear();
  logs_.clear();
  fences_of_block_.clear();
  unknown_fences_of_block_.clear();
}

void ReleaseLogs::want_lines() {
  if (lines_are_wanted()) return;
  const std::lock_guard lock(mutex_);
  kernels_.insert(kernel_);
  lines_are_wanted_ = true;
}

void ReleaseLogs::note_fences(std::shared_ptr<const Fenced> fenced) {
  const std::lock_guard lock(mutex_);
  fences_of_block_[fenced->block] = std::move(fenced);
}

void ReleaseLogs::note_unknown(std::shared_ptr<const Fenced> fenced) {
  const std::lock_guard lock(mutex_);
  unknown_fences_of_block_[fenced->block] = std::move(fenced);
}

std::unique_lock<std::mutex> ReleaseLogs::no_other_atomic() {
  return any_fence() ? std::unique_lock(atomics_) : std::unique_lock<std::mutex>();
}

void ReleaseLogs::release(const SyncVariable& place, std::shared_ptr<const Fenced> fenced, bool is_store) {
  if (fenced == nullptr && !is_store) return;
  const std::lock_guard lock(mutex_);
  ReleaseLog*& log = of_place_[place];
  if (log == nullptr || is_store) log = &logs_.emplace_back();
  if (fenced != nullptr) log->add(std::move(fenced));
}

void ReleaseLogs::acquire(const SyncVariable& place, Knowledge& knowledge) {
  const std::lock_guard lock(mutex_);
  const auto found = of_place_.find(place);
  if (found != of_place_.end() && found->second->size() != 0) knowledge.add(found->second, found->second->size());
}

bool ReleaseLogs::covers(const Knowledge& knowledge, const Moment& write, std::uint64_t block) {
  const std::lock_guard lock(mutex_);
  return knowledge.covers(write, block);
}

MissingLink ReleaseLogs::what_is_missing(const Moment& write, bool has_read) {
  const std::lock_guard lock(mutex_);
  const auto fences = fences_of_block_.find(write.block);
  const bool has_fence = fences != fences_of_block_.end() && fences->second->for_all.any;
  if (!has_read) return MissingLink::everything;
  if (!has_fence) return MissingLink::fence;
  const Cover& fenced = fences->second->for_all;
  if (!fenced.covers(write)) {
    return fenced.made_by(write.thread) ? MissingLink::fence_after_write : MissingLink::fence_after_sync;
  }
  const bool released = std::ranges::any_of(
      logs_, [&](const ReleaseLog& log) { return log.covers(write, log.size(), SyncVariable::all_blocks); });
  if (released) return MissingLink::read_of_atomic;
  const auto unknown = unknown_fences_of_block_.find(write.block);
  const bool by_another = unknown != unknown_fences_of_block_.end() && unknown->second->for_all.covers(write);
  return by_another ? MissingLink::atomic_after_sync : MissingLink::atomic_after_fence;
}

const char* in_words(MissingLink missing) {
  static constexpr const char* words[] = {
      "",
      "a __threadfence() is missing between the write and the atomic that tells of it",
      "write first, then __threadfence(), then the atomic that tells of it: no fence follows this write",
      "no fence follows this write: that of another thread does so only behind a __syncthreads() (or, in one warp, a "
      "__syncwarp())",
      "the __threadfence() has to come before the atomic that tells of the write: none follows it",
      "the atomic that tells of the write is another thread's than the __threadfence(): a __syncthreads() (or, in one "
      "warp, a __syncwarp()) is missing between them",
      "the atomic that tells of the write is read with memory_order_relaxed: memory_order_acquire orders what follows",
      "a flag is written by an atomic or as a volatile, too, and has a value before the launch; if it is none, let a "
      "later launch read it",
      "it has to read the atomic that tells of the write first"};
  static_assert(std::size(words) == static_cast<std::size_t>(MissingLink::read_of_atomic) + 1, "one for each");
  return words[static_cast<std::size_t>(missing)];
}

}  // namespace ladder::emulator
