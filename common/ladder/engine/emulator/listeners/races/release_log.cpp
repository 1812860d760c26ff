#include "ladder/engine/emulator/listeners/races/release_log.hpp"

#include <algorithm>

#include "ladder/engine/emulator/requests/warp.hpp"

namespace ladder::emulator {
namespace {

// Of two counts that may have wrapped.
bool lies_before(std::uint32_t a, std::uint32_t b) {
  constexpr std::uint32_t counts = 1u << Moment::barrier_bits;
  const std::uint32_t distance = (b - a) % counts;
  return distance != 0 && distance < counts / 2;
}

}  // namespace

bool Fenced::covers(const Moment& write) const {
  if (write.block != block) return false;
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
  const auto known = std::find_if(logs_.begin(), logs_.end(), [&](const auto& entry) { return entry.first == log; });
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

// What is known at first hand, and what those knew from whom it is known.
bool Knowledge::covers(const Moment& write) const {
  const auto at_first_hand = [&](const auto& known) { return known.first->covers(write, known.second); };
  if (everything_ || std::any_of(logs_.begin(), logs_.end(), at_first_hand)) return true;
  auto to_ask = logs_;
  std::unordered_map<const ReleaseLog*, std::size_t> asked;
  while (!to_ask.empty()) {
    const auto [log, releases] = to_ask.back();
    to_ask.pop_back();
    std::size_t& before = asked[log];
    if (before >= releases) continue;
    if (log->covers(write, releases)) return true;
    for (std::size_t i = before; i < releases; ++i) {
      const Knowledge& known = log->knowledge(i);
      if (known.everything_) return true;
      to_ask.insert(to_ask.end(), known.logs_.begin(), known.logs_.end());
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

bool ReleaseLog::covers(const Moment& write, std::size_t releases) const {
  const auto found = of_block_.find(write.block);
  if (found == of_block_.end()) return false;
  return std::any_of(found->second.begin(), found->second.end(),
                     [&](std::size_t i) { return i < releases && releases_[i]->covers(write); });
}

ReleaseLogs& ReleaseLogs::instance() {
  static ReleaseLogs logs;
  return logs;
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

void ReleaseLogs::release(std::uintptr_t place, std::shared_ptr<const Fenced> fenced, bool anew) {
  const std::lock_guard lock(mutex_);
  ReleaseLog*& log = of_place_[place];
  if (log == nullptr || anew) log = &logs_.emplace_back();
  if (fenced != nullptr) log->add(std::move(fenced));
}

void ReleaseLogs::acquire(std::uintptr_t place, Knowledge& knowledge) {
  const std::lock_guard lock(mutex_);
  const auto found = of_place_.find(place);
  if (found != of_place_.end() && found->second->size() != 0) knowledge.add(found->second, found->second->size());
}

bool ReleaseLogs::covers(const Knowledge& knowledge, const Moment& write) {
  const std::lock_guard lock(mutex_);
  return knowledge.covers(write);
}

MissingLink ReleaseLogs::what_is_missing(const Moment& write, bool has_read) {
  const std::lock_guard lock(mutex_);
  const auto fences = fences_of_block_.find(write.block);
  const bool has_fence = fences != fences_of_block_.end();
  if (!has_read) return MissingLink::everything;
  if (!has_fence) return MissingLink::fence;
  if (!fences->second->covers(write)) {
    return fences->second->made_by(write.thread) ? MissingLink::fence_after_write : MissingLink::fence_after_meeting;
  }
  const bool released =
      std::any_of(logs_.begin(), logs_.end(), [&](const ReleaseLog& log) { return log.covers(write, log.size()); });
  if (released) return MissingLink::read_of_atomic;
  const auto unknown = unknown_fences_of_block_.find(write.block);
  const bool by_another = unknown != unknown_fences_of_block_.end() && unknown->second->covers(write);
  return by_another ? MissingLink::atomic_after_meeting : MissingLink::atomic_after_fence;
}

const char* in_words(MissingLink missing) {
  switch (missing) {
    case MissingLink::fence: return "a __threadfence() is missing between the write and the atomic that tells of it";
    case MissingLink::fence_after_write:
      return "write first, then __threadfence(), then the atomic that tells of it: no fence follows this write";
    case MissingLink::atomic_after_fence:
      return "the __threadfence() has to come before the atomic that tells of the write: none follows it";
    case MissingLink::fence_after_meeting:
      return "no fence follows this write: that of another thread does so only behind a __syncthreads() (or, in one "
             "warp, a __syncwarp())";
    case MissingLink::atomic_after_meeting:
      return "the atomic that tells of the write is another thread's than the __threadfence(): a __syncthreads() "
             "(or, in one warp, a __syncwarp()) is missing between them";
    case MissingLink::read_of_atomic: return "it has to read the atomic that tells of the write first";
    case MissingLink::everything: break;
  }
  return "";
}

}  // namespace ladder::emulator
