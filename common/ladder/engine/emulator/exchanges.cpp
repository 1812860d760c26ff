#include "ladder/engine/emulator/exchanges.hpp"

#include <fmt/format.h>

namespace ladder::emulator {

std::uint64_t Exchanges::take_part(const Exchange& exchange, Site site) {
  Thread& thread = threads_[threads_.running()];
  thread.exchange = exchange;
  threads_.wait(State::at_exchange, site);
  return thread.exchange.value;
}

bool Exchanges::release(unsigned first) {
  LaneMask waiting = threads_.lanes_where(first, [](const Thread& t) { return t.state == State::at_exchange; });
  if (waiting == 0) return false;
  bool any = false;
  const LaneMask to_come =
      threads_.lanes_where(first, [](const Thread& t) { return t.state != State::ended && t.state != State::stopped; });
  while (waiting != 0) {
    const auto leader = static_cast<unsigned>(__builtin_ctz(waiting));
    const Exchange& exchange = threads_[first + leader].exchange;
    const LaneMask mask = (exchange.mask & to_come) | mask_of(leader);
    if ((mask & ~waiting) == 0) {  // nobody is still on the way
      if (exchange.orders_memory) clock_.synchronise(mask);
      hand_over(first, mask);
      any = true;
    }
    waiting &= ~mask;
  }
  return any;
}

// Each lane of the mask gets what its source offers, or keeps its own where that takes no part.
void Exchanges::hand_over(unsigned first, LaneMask mask) {
  std::array<std::uint64_t, warp_lanes> offered{};
  LaneMask votes = 0;
  for_each_lane(mask, [&](unsigned lane) {
    offered[lane] = threads_[first + lane].exchange.value;
    if (offered[lane] != 0) votes |= mask_of(lane);
  });
  for_each_lane(mask, [&](unsigned lane) {
    Thread& thread = threads_[first + lane];
    const int source = thread.exchange.source;
    check_shuffle(first + lane, mask);
    if (source == Exchange::all_votes) {
      thread.exchange.value = votes;
    } else if (contains(mask, static_cast<unsigned>(source))) {
      thread.exchange.value = offered[static_cast<unsigned>(source)];
    }
    thread.state = State::ready;
  });
}

// A lane must be in its own mask, and so must the lane whose value it takes.
void Exchanges::check_shuffle(unsigned thread, LaneMask mask) {
  const Exchange& exchange = threads_[thread].exchange;
  if (exchange.orders_memory) return;
  for (const int lane : {static_cast<int>(lane_of(thread)), exchange.source}) {
    if (lane == Exchange::all_votes || contains(mask, static_cast<unsigned>(lane))) continue;
    if (!hazards_.count(HazardKind::absent_lane)) return;
    hazards_.keep({HazardKind::absent_lane,
                   threads_.actor(thread),
                   {},
                   fmt::format("lane {}", lane),
                   fmt::format("{:#010x}", mask)});
    return;
  }
}

}  // namespace ladder::emulator
