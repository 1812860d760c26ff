#include "ladder/engine/emulator/checks/block_order.hpp"

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
  fenced_ = std::make_shared<const Fenced>(Fenced{block_, barriers_, 0, std::move(fences_), {}, known_});
  ReleaseLogs::instance().note_fences(fenced_);
  fences_.clear();
  newest_ = nullptr;
}

void BlockOrder::fence(unsigned thread, std::uint32_t barriers) {
  ReleaseLogs::instance().note_fence();
  barriers_ = barriers;
  if (thread >= fences_.size()) fences_.resize(thread + 1);
  ++fences_[thread];
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

// A fence of the thread itself since the last barrier covers all from before it; without one, there are the fences from
// before the barrier.
std::shared_ptr<const Fenced> BlockOrder::fenced_by(unsigned thread) {
  if (fences_of(thread) == 0) return fenced_;
  if (newest_ != nullptr && releaser_ == thread) return newest_;
  const unsigned first = warp_of(thread) * warp_lanes;
  catch_up();
  Fenced fenced{block_, barriers_, first, {}, {}, known_};
  fenced.known.add(of_warp(thread));
  for (unsigned lane = 0; lane < warp_lanes; ++lane) {
    fenced.fences.push_back(fences_of(first + lane));
    fenced.warp_seen.push_back(clock_.seen(lane_of(thread), lane));
  }
  newest_ = std::make_shared<const Fenced>(std::move(fenced));
  releaser_ = thread;
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
