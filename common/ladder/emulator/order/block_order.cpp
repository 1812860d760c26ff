#include "ladder/emulator/order/block_order.hpp"

namespace ladder::emulator {

void BlockOrder::begin_block(std::uint64_t block) {
  block_ = block;
  fences_.clear();
  fenced_ = newest_ = nullptr;
  known_ = {};
  of_threads_.clear();
  behind_fence_.clear();
  reads_.clear();
  has_read_ = has_read_several_ = false;
}

void BlockOrder::barrier() {
  catch_up();
  for (const Knowledge& knowledge : of_threads_) known_.add(knowledge);
  for (const auto& [thread, knowledge] : behind_fence_) known_.add(knowledge);
  of_threads_.clear();
  behind_fence_.clear();
  if (fences_.empty()) return;
  Fenced fenced = fenced_by_all();
  if (!fenced.for_all.any && fenced_ != nullptr) fenced.for_all = fenced_->for_all;
  fenced_ = std::make_shared<const Fenced>(std::move(fenced));
  ReleaseLogs::instance().note_fences(fenced_);
  fences_.clear();
  newest_ = nullptr;
}

// Lanes that have met know what each of them has read.
void BlockOrder::exchange(unsigned first, LaneMask lanes) {
  if (!has_read_ || !ReleaseLogs::instance().any_fence()) return;
  catch_up();
  Knowledge of_all;
  for_each_lane(lanes, [&](unsigned lane) {
    know_read(first + lane);
    of_all.add(known_to(first + lane));
  });
  if (of_all.is_empty()) return;
  for_each_lane(lanes, [&](unsigned lane) { known_to(first + lane) = of_all; });
}

// (Of more than there is room for, the last one has the wider scope of those that it stands for.)
void BlockOrder::fence(unsigned thread, std::uint32_t barriers, Scope scope) {
  ReleaseLogs::instance().note_fence();
  barriers_ = barriers;
  know_read(thread);
  if (thread >= fences_.size()) fences_.resize(thread + 1);
  Fence fence{scope, warp_clock_.now(lane_of(thread)), {}};
  for (unsigned lane = 0; lane < warp_lanes; ++lane) fence.seen[lane] = warp_clock_.seen(lane_of(thread), lane);
  if (fences_[thread].size() == Moment::most_fences) {
    fence.scope = std::max(scope, fences_[thread].back().scope);
    fences_[thread].pop_back();
  }
  fences_[thread].push_back(fence);
  newest_ = nullptr;
}

void BlockOrder::after_atomic(unsigned thread, const SyncVariable& place, bool acquires) {
  note_read(place);
  ReleaseLogs::instance().want_lines();
  if (acquires) return acquire(place, known_to(thread));
  Knowledge read;
  acquire(place, read);
  if (!read.is_empty()) behind_fence_[thread].add(read);
}

// Behind a fence the thread knows what its relaxed atomics have read.
void BlockOrder::know_read(unsigned thread) {
  if (const auto read = behind_fence_.extract(thread)) known_to(thread).add(read.mapped());
}

// What was released there for all, and for this block alone.
void BlockOrder::acquire(const SyncVariable& place, Knowledge& knowledge) const {
  for (const SyncVariable& told : {SyncVariable{place.address}, SyncVariable{place.address, block_}}) {
    if (may_tell(told)) ReleaseLogs::instance().acquire(told, knowledge);
  }
}

void BlockOrder::note_read(const SyncVariable& place) {
  has_read_several_ = has_read_several_ || (has_read_ && place != newest_read_);
  has_read_ = true;
  newest_read_ = place;
}

void BlockOrder::take_for_flag(unsigned thread, const SyncVariable& place) {
  const auto read = std::make_pair(thread, place);
  if (reads_.empty() || reads_.back() != read) reads_.push_back(read);
}

bool BlockOrder::knows(unsigned thread, const Moment& access) {
  ReleaseLogs& logs = ReleaseLogs::instance();
  if (!logs.any_fence()) return false;
  catch_up();
  return logs.covers(known_to(thread), access, block_) || logs.covers(known_, access, block_);
}

MissingLink BlockOrder::what_is_missing(unsigned thread, const Moment& write) const {
  if (lacks_acquire(thread, write)) return MissingLink::acquire;
  return ReleaseLogs::instance().what_is_missing(write, has_read_);
}

bool BlockOrder::lacks_acquire(unsigned thread, const Moment& write) const {
  const auto read = behind_fence_.find(thread);
  return read != behind_fence_.end() && ReleaseLogs::instance().covers(read->second, write, block_);
}

void BlockOrder::release(unsigned thread, const SyncVariable& place, bool is_store) {
  if (may_tell(place)) ReleaseLogs::instance().release(place, fenced_by(thread), is_store);
}

// What these threads have fenced since the last barrier, as far as is_known(thread, fence): of each, from its first on.
Fenced BlockOrder::fenced(unsigned first, std::size_t threads, const auto& is_known) const {
  const std::size_t of_whole_warps = (threads + warp_lanes - 1) / warp_lanes * warp_lanes;
  Cover none{false, barriers_, first, {}, {}};
  none.fences.resize(of_whole_warps);
  none.warp_seen.resize(of_whole_warps);
  Fenced fenced{block_, none, none, known_};
  const auto add = [](Cover& cover, std::size_t nth, std::uint32_t made, const Fence& fence) {
    cover.any = true;
    cover.fences[nth] = made;
    std::uint32_t* const seen = &cover.warp_seen[nth / warp_lanes * warp_lanes];
    for (unsigned lane = 0; lane < warp_lanes; ++lane) seen[lane] = std::max(seen[lane], fence.seen[lane]);
  };
  for (std::size_t nth = 0; nth < threads && first + nth < fences_.size(); ++nth) {
    std::uint32_t made = 0;
    for (const Fence& fence : fences_[first + nth]) {
      if (!is_known(first + static_cast<unsigned>(nth), fence)) break;
      add(fenced.for_block, nth, ++made, fence);
      if (fence.scope == Scope::device) add(fenced.for_all, nth, made, fence);
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
  const std::uint32_t now = warp_clock_.now(lane_of(thread));
  if (newest_ != nullptr && releaser_ == thread && released_at_ == now) return newest_;
  catch_up();
  Fenced fenced = this->fenced(warp_of(thread) * warp_lanes, warp_lanes, [&](unsigned other, const Fence& fence) {
    return other == thread || warp_clock_.happened_before(lane_of(thread), lane_of(other), fence.time);
  });
  if (!fenced.for_block.any) {
    ReleaseLogs::instance().note_unknown(std::make_shared<const Fenced>(fenced_by_all()));
    return fenced_;
  }
  if (!fenced.for_all.any && fenced_ != nullptr) fenced.for_all = fenced_->for_all;
  fenced.known.add(known_to(thread));
  newest_ = std::make_shared<const Fenced>(std::move(fenced));
  releaser_ = thread;
  released_at_ = now;
  return newest_;
}

Knowledge& BlockOrder::known_to(unsigned thread) {
  if (thread >= of_threads_.size()) of_threads_.resize(thread + 1);
  return of_threads_[thread];
}

void BlockOrder::catch_up() {
  if (ReleaseLogs::instance().any_fence()) {
    for (const auto& [thread, place] : reads_) {
      acquire(place, known_to(thread));
    }
  }
  reads_.clear();
}

}  // namespace ladder::emulator
