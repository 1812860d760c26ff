#include <algorithm>
#include <bit>

#include "ladder/emulator/debuginfo/source_lines.hpp"
#include "ladder/emulator/listeners/compiler_model/compiler_model.hpp"

namespace ladder::emulator {
namespace {

constexpr LaneMask all_lanes = ~LaneMask{0};

// The request with the lanes of the other one, too.
Request with_lanes_of(Request request, const Request& other) {
  for_each_lane(other.access.active, [&](unsigned lane) { request.access.address[lane] = other.access.address[lane]; });
  request.access.active |= other.access.active;
  return request;
}

// Whether lane l's address is base + l % width * a + l / width * b.
bool lies_in_rows(const memory_model::WarpAccess& access, unsigned width) {
  const auto first = static_cast<unsigned>(std::countr_zero(access.active));
  const auto column = [&](unsigned lane) { return static_cast<std::int64_t>(lane % width) - first % width; };
  const auto row = [&](unsigned lane) { return static_cast<std::int64_t>(lane / width) - first / width; };
  const auto distance = [&](unsigned lane) {
    return static_cast<std::int64_t>(access.address[lane] - access.address[first]);
  };
  std::int64_t a = 0, b = 0;
  bool fits = true;
  for_each_lane(access.active, [&](unsigned lane) {
    if (a == 0 && row(lane) == 0 && column(lane) != 0) a = distance(lane) / column(lane);
  });
  for_each_lane(access.active, [&](unsigned lane) {
    if (b == 0 && row(lane) != 0) b = (distance(lane) - column(lane) * a) / row(lane);
  });
  for_each_lane(access.active,
                [&](unsigned lane) { fits = fits && distance(lane) == column(lane) * a + row(lane) * b; });
  return fits;
}

// So few lanes lie on a line wherever they are.
constexpr int least_on_a_line = 4, least_in_rows = 6;

bool is_one_place(const memory_model::WarpAccess& access) {
  const int lanes = std::popcount(access.active);
  if (lanes < least_on_a_line) return false;
  if (lies_in_rows(access, warp_lanes)) return true;
  if (lanes < least_in_rows) return false;
  for (unsigned width = warp_lanes / 2; width > 1; width /= 2) {
    if (lies_in_rows(access, width)) return true;
  }
  return false;
}

}  // namespace

void Arms::forget_if(const auto& is) {
  const auto end = open_.begin() + static_cast<std::ptrdiff_t>(count_);
  count_ = static_cast<std::size_t>(std::remove_if(open_.begin(), end, is) - open_.begin());
}

// Lanes of an arm are together with others: its branch is behind them.
void Arms::forget_met(LaneMask lanes) {
  forget_if([&](const Open& open) {
    const LaneMask arms = open.request.access.active;
    return (lanes & arms) != 0 && (lanes & ~arms) != 0;
  });
}

void Arms::on(const event::LoopIterates& loop) {
  const LaneMask lanes = loop.step.access.active;
  forget_if([&](const Open& open) { return (lanes & open.request.access.active) != 0; });
}

bool Arms::join(const Request& request, int cost) {
  const LaneMask lanes = request.access.active;
  for (std::size_t i = 0; i < count_; ++i) {
    Open& open = open_[i];
    const memory_model::WarpAccess& first = open.request.access;
    const bool alike = (first.active & lanes) == 0 && open.request.site != request.site &&
                       open.request.space == request.space && first.operation == request.access.operation &&
                       first.bytes == request.access.bytes;
    if (!alike) continue;
    const bool in_the_way =
        first.operation == Access::load ? (open.stored_since & lanes) != 0 : (open.loaded_since & first.active) != 0;
    if (in_the_way) continue;
    const Request both = with_lanes_of(open.request, request);
    if (!is_one_place(both.access) && !at_one_place(open.request.site, request.site)) continue;
    const int of_both = cost_of(both);
    context_.sites.joined_arms()[{step_code(open.request), step_code(request)}].add(
        {{0, of_both - open.cost}, {-1, -cost}});
    open.request = both;
    open.cost = of_both;
    return true;
  }
  return false;
}

void Arms::on(const event::Request& seen) {
  const Request& request = seen.request;
  const LaneMask lanes = request.access.active;
  if (lanes == all_lanes) return forget();
  forget_met(lanes);
  const bool is_atomic = request.access.operation == Access::atomic, joined = !is_atomic && join(request, seen.cost);
  for (std::size_t i = 0; i < count_; ++i) {
    if (open_[i].request.space != request.space) continue;
    if (request.access.operation != Access::load) open_[i].stored_since |= lanes;
    if (request.access.operation != Access::store) open_[i].loaded_since |= lanes;
  }
  if (joined || is_atomic) return;
  if (count_ == most_open) {
    std::move(open_.begin() + 1, open_.end(), open_.begin());
    --count_;
  }
  open_[count_++] = {request, seen.cost};
}

}  // namespace ladder::emulator
