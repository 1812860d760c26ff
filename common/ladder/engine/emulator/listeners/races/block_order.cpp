#include "ladder/engine/emulator/listeners/races/block_order.hpp"

#include <algorithm>
#include <utility>

namespace ladder::emulator {

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
