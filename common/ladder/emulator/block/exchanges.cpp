#include "ladder/emulator/block/exchanges.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <bit>
#include <cstring>
#include <vector>

#include "ladder/emulator/debuginfo/source_lines.hpp"
#include "ladder/source/around.hpp"

namespace ladder::emulator {
namespace {

bool is_same_function(const Exchange& a, const Exchange& b) {
  return a.function == b.function || std::strcmp(a.function, b.function) == 0;
}

// Shuffles and votes have to stand in one line; a __syncwarp() may be passed in several. (CUDA C++ Programming Guide,
// "Warp Shuffle Functions"; PTX ISA, "bar.warp.sync".)
bool meet(const Thread& a, const Thread& b) {
  return a.exchange.mask == b.exchange.mask && is_same_function(a.exchange, b.exchange) &&
         (a.exchange.orders_memory || in_one_line(a.site, b.site));
}

// "lanes 0-15, 20".
std::string in_words(LaneMask lanes) {
  std::vector<std::string> runs;
  while (lanes != 0) {
    const auto begin = static_cast<unsigned>(__builtin_ctz(lanes));
    const auto end = begin + static_cast<unsigned>(std::countr_one(lanes >> begin));
    runs.push_back(end - begin == 1 ? fmt::format("{}", begin) : fmt::format("{}-{}", begin, end - 1));
    lanes &= end == warp_lanes ? 0 : ~LaneMask{0} << end;
  }
  return fmt::format("lane{} {}", runs.size() == 1 && runs[0].find('-') == std::string::npos ? "" : "s",
                     fmt::join(runs, ", "));
}

}  // namespace

std::uint64_t Exchanges::take_part(const Exchange& exchange, Site site) {
  Thread& thread = threads_[threads_.running()];
  thread.exchange = exchange;
  threads_.wait(State::at_exchange, site);
  return thread.exchange.value;
}

bool Exchanges::release(unsigned first) {
  bool any = false;
  for (LaneMask left = threads_.lanes_in(State::at_exchange, first); left != 0;) {
    const auto lane = static_cast<unsigned>(__builtin_ctz(left));
    const LaneMask came = together_with(first, lane, left);
    const bool is_complete = came == awaited(first, lane);
    const LaneMask others = is_complete ? 0 : contradicting(first, lane, left);
    left &= ~came;
    if (is_complete) {
      for_each_lane(came, [&](unsigned each) { check_lanes(first + each, came); });
    } else if (others != 0) {
      report_divergent(first, lane, static_cast<unsigned>(__builtin_ctz(others)));
    } else {
      continue;
    }
    hand_over(first, came);
    any = true;
  }
  return any;
}

bool Exchanges::can_release(unsigned first) const {
  for (LaneMask left = threads_.lanes_in(State::at_exchange, first); left != 0;) {
    const auto lane = static_cast<unsigned>(__builtin_ctz(left));
    const LaneMask came = together_with(first, lane, left);
    if (came == awaited(first, lane) || contradicting(first, lane, left) != 0) return true;
    left &= ~came;
  }
  return false;
}

bool Exchanges::release_divergent(unsigned first) {
  LaneMask left = threads_.lanes_in(State::at_exchange, first);
  if (left == 0) return false;
  const auto lane = static_cast<unsigned>(__builtin_ctz(left));
  const LaneMask absent = awaited(first, lane) & ~together_with(first, lane, left);
  report_divergent(first, lane, static_cast<unsigned>(__builtin_ctz(absent)));
  while (left != 0) {
    const LaneMask came = together_with(first, static_cast<unsigned>(__builtin_ctz(left)), left);
    hand_over(first, came);
    left &= ~came;
  }
  return true;
}

// The lanes that this one waits for, itself among them. Those that have ended are not waited for; and who does not
// stand in the own mask waits for nobody.
LaneMask Exchanges::awaited(unsigned first, unsigned lane) const {
  const LaneMask mask = threads_[first + lane].exchange.mask;
  if (!contains(mask, lane)) return mask_of(lane);
  return mask & threads_.lanes_where(
                    first, [](const Thread& t) { return t.state != State::ended && t.state != State::stopped; });
}

// Those of the awaited lanes that wait in the same call.
LaneMask Exchanges::together_with(unsigned first, unsigned lane, LaneMask waiting) const {
  const Thread& thread = threads_[first + lane];
  return awaited(first, lane) & waiting &
         (mask_of(lane) | threads_.lanes_where(first, [&](const Thread& other) { return meet(thread, other); }));
}

// Those of the awaited lanes that wait in the same call with another mask. (In another line, they may come later.)
LaneMask Exchanges::contradicting(unsigned first, unsigned lane, LaneMask waiting) const {
  const Thread& thread = threads_[first + lane];
  return awaited(first, lane) & waiting & threads_.lanes_where(first, [&](const Thread& other) {
    return other.exchange.mask != thread.exchange.mask && is_same_function(thread.exchange, other.exchange) &&
           in_one_line(thread.site, other.site);
  });
}

// What is made of the values that the lanes offered, for the one that offered `own`.
std::uint64_t Exchanges::made_of_all(const Exchange& own, LaneMask came, const Offers& offers) {
  LaneMask votes = 0, alike = 0;
  std::uint64_t combination = own.value;
  bool is_first = true;
  for_each_lane(came, [&](unsigned lane) {
    if (offers[lane].value != 0) votes |= mask_of(lane);
    if (offers[lane].value == own.value) alike |= mask_of(lane);
    if (own.combine != nullptr)
      combination = is_first ? offers[lane].value : own.combine(own.operation, combination, offers[lane].value);
    is_first = false;
  });
  if (own.source == OfAll::votes) return votes;
  if (own.source == OfAll::combined) return combination;
  return own.source == OfAll::alike || alike == came ? alike : 0;
}

// Each lane that came gets what is made of all values, or what its source offers, or keeps its own where that takes no
// part.
void Exchanges::hand_over(unsigned first, LaneMask came) {
  const Thread& first_lane = threads_[first + static_cast<unsigned>(__builtin_ctz(came))];
  const bool orders_memory = first_lane.exchange.orders_memory;
  if (orders_memory) warp_clock_.synchronise(came);
  if (!orders_memory) ++events_[{Event::exchange, first_lane.site}];
  Offers offers;
  for_each_lane(came, [&](unsigned lane) {
    const Thread& thread = threads_[first + lane];
    offers[lane] = {thread.site, thread.exchange.value, thread.exchange.source};
  });
  accesses_.tell(event::Exchange{first, came, orders_memory, offers});
  for_each_lane(came, [&](unsigned lane) {
    Thread& thread = threads_[first + lane];
    const int source = thread.exchange.source;
    if (source < 0) {
      thread.exchange.value = made_of_all(thread.exchange, came, offers);
    } else if (contains(came, static_cast<unsigned>(source))) {
      thread.exchange.value = offers[static_cast<unsigned>(source)].value;
    }
    thread.state = State::ready;
  });
}

// A lane must be in its own mask, and the lane whose value it takes must have come.
void Exchanges::check_lanes(unsigned thread, LaneMask came) {
  const auto& [function, mask, orders_memory, value, source, operation, combine] = threads_[thread].exchange;
  const unsigned own = lane_of(thread);
  const bool is_outsider = !contains(mask, own);
  const bool takes_a_value = !orders_memory && source >= 0;
  if (!is_outsider && (!takes_a_value || contains(came, static_cast<unsigned>(source)))) return;
  const bool is_in_mask = !is_outsider && contains(mask, static_cast<unsigned>(source));
  const HazardKind kind = is_in_mask ? HazardKind::absent_lane : HazardKind::lane_not_in_mask;
  if (!hazards_.count(kind)) return;
  const std::string call = is_outsider ? fmt::format("{} as lane {}", function, own)
                                       : fmt::format("{} for the value of lane {}", function, source);
  std::string detail = fmt::format("{:#010x}", mask);
  if (is_in_mask) {
    const unsigned absent = thread - own + static_cast<unsigned>(source), lanes = threads_.lanes_of_warp(thread - own);
    const auto ended = [site = threads_[thread].site] {
      const std::string left = return_before(source_line(site), calling_lines(site));
      return "it has ended" + (left.empty() ? "" : " (" + left + ")");
    };
    const std::string reason = source >= static_cast<int>(lanes)          ? fmt::format("the warp has {} lanes", lanes)
                               : threads_[absent].state == State::stopped ? "it was stopped before"
                                                                          : ended();
    detail += fmt::format(" names it, but {}; only {} came", reason, in_words(came));
  }
  hazards_.keep({kind, threads_.actor(thread), {}, {}, detail, call});
}

// The lane waits for the other one in vain.
void Exchanges::report_divergent(unsigned first, unsigned lane, unsigned other) {
  if (!hazards_.count(HazardKind::divergent_exchange)) return;
  const auto call = [](const Thread& thread) {
    return fmt::format("{} with the mask {:#010x}", thread.exchange.function, thread.exchange.mask);
  };
  const Thread& absent = threads_[first + other];
  const LaneMask came = together_with(first, lane, threads_.lanes_in(State::at_exchange, first));
  const std::string here = fmt::format("{}, and so do {}", call(threads_[first + lane]), in_words(came));
  const std::string there = absent.state == State::at_barrier ? "waits at __syncthreads()" : "calls " + call(absent);
  hazards_.keep(
      {HazardKind::divergent_exchange, threads_.actor(first + lane), threads_.actor(first + other), {}, there, here});
}

}  // namespace ladder::emulator
