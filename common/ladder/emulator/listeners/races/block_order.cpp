#include "ladder/emulator/listeners/races/block_order.hpp"

#include <algorithm>
#include <utility>

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

void BlockOrder::begin_block(std::uint64_t block) {
  block_ = block;
  fences_.clear();
  fenced_ = newest_ = nullptr;
  known_.clear();
  of_warps_.clear();
  reads_.clear();
  has_read_ = false;
}

void BlockOrder::barrier() {
  catch_up();
  for (const Knowledge& knowledge : of_warps_) known_.add(knowledge);
  of_warps_.clear();
  if (fences_.empty()) return;
  fenced_ = std::make_shared<const Fenced>(fenced_by_all());
  ReleaseLogs::instance().note_fences(fenced_);
  fences_.clear();
  newest_ = nullptr;
}

void BlockOrder::fence(unsigned thread, std::uint32_t barriers) {
  ReleaseLogs::instance().note_fence();
  barriers_ = barriers;
  if (thread >= fences_.size()) fences_.resize(thread + 1);
  Fence fence{clock_.now(lane_of(thread)), {}};
  for (unsigned lane = 0; lane < warp_lanes; ++lane) fence.seen[lane] = clock_.seen(lane_of(thread), lane);
  if (fences_[thread].size() == Moment::most_fences) fences_[thread].pop_back();
  fences_[thread].push_back(fence);
  newest_ = nullptr;
}

void BlockOrder::after_atomic(unsigned thread, std::uintptr_t place) {
  has_read_ = true;
  ReleaseLogs& logs = ReleaseLogs::instance();
  logs.want_lines();
  if (logs.any_fence()) logs.acquire(place, of_warp(thread));
}

void BlockOrder::take_for_flag(unsigned thread, std::uintptr_t place) {
  const auto read = std::make_pair(thread, place);
  if (reads_.empty() || reads_.back() != read) reads_.push_back(read);
}

bool BlockOrder::knows(unsigned thread, const Moment& write) {
  catch_up();
  ReleaseLogs& logs = ReleaseLogs::instance();
  return logs.covers(of_warp(thread), write) || logs.covers(known_, write);
}

void BlockOrder::release(unsigned thread, std::uintptr_t place, bool anew) {
  if (ReleaseLogs::instance().any_fence()) ReleaseLogs::instance().release(place, fenced_by(thread), anew);
}

// What these threads have fenced since the last barrier, as far as is_known(thread, fence): of each, from its first on.
template <typename IsKnown>
Fenced BlockOrder::fenced(unsigned first, std::size_t threads, const IsKnown& is_known) const {
  const std::size_t of_whole_warps = (threads + warp_lanes - 1) / warp_lanes * warp_lanes;
  Fenced fenced{block_, barriers_, first, {}, {}, known_};
  fenced.fences.resize(of_whole_warps);
  fenced.warp_seen.resize(of_whole_warps);
  for (std::size_t nth = 0; nth < threads && first + nth < fences_.size(); ++nth) {
    for (const Fence& fence : fences_[first + nth]) {
      if (!is_known(first + static_cast<unsigned>(nth), fence)) break;
      ++fenced.fences[nth];
      std::uint32_t* const seen = &fenced.warp_seen[nth / warp_lanes * warp_lanes];
      for (unsigned lane = 0; lane < warp_lanes; ++lane) seen[lane] = std::max(seen[lane], fence.seen[lane]);
    }
  }
  return fenced;
}

Fenced BlockOrder::fenced_by_all() const {
  return fenced(0, fences_.size(), [](unsigned, const Fence&) { return true; });
}

// Its own fences since the last barrier, and those of lanes that it has met since they made them; without one, there
// are the fences from before the barrier.
std::shared_ptr<const Fenced> BlockOrder::fenced_by(unsigned thread) {
  if (fences_.empty()) return fenced_;
  const std::uint32_t now = clock_.now(lane_of(thread));
  if (newest_ != nullptr && releaser_ == thread && released_at_ == now) return newest_;
  catch_up();
  Fenced fenced = this->fenced(warp_of(thread) * warp_lanes, warp_lanes, [&](unsigned other, const Fence& fence) {
    return other == thread || clock_.happened_before(lane_of(thread), lane_of(other), fence.time);
  });
  if (std::all_of(fenced.fences.begin(), fenced.fences.end(), [](auto made) { return made == 0; })) {
    ReleaseLogs::instance().note_unknown(std::make_shared<const Fenced>(fenced_by_all()));
    return fenced_;
  }
  fenced.known.add(of_warp(thread));
  newest_ = std::make_shared<const Fenced>(std::move(fenced));
  releaser_ = thread;
  released_at_ = now;
  return newest_;
}

Knowledge& BlockOrder::of_warp(unsigned thread) {
  if (warp_of(thread) >= of_warps_.size()) of_warps_.resize(warp_of(thread) + 1);
  return of_warps_[warp_of(thread)];
}

void BlockOrder::catch_up() {
  if (ReleaseLogs::instance().any_fence()) {
    for (const auto& [thread, place] : reads_) ReleaseLogs::instance().acquire(place, of_warp(thread));
  }
  reads_.clear();
}

}  // namespace ladder::emulator
