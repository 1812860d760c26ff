#include "ladder/emulator/requests/warp_trace.hpp"

#include <algorithm>

namespace ladder::emulator {

constinit thread_local const CommonStep* WarpTrace::next_ = &WarpTrace::nothing;

void WarpTrace::describe(Request& request, const LaneAccess& access) {
  request.site = access.site;
  request.space = access.space;
  request.access.active = 0;
  request.access.bytes = access.bytes;
  request.access.operation = access.operation;
}

// A step that nobody has made yet, or another one than the first lane made here.
bool WarpTrace::record(StepCode code, const LaneAccess& access, bool is_access, const Reach& reach) {
  if (is_full()) return false;
  if (!in_step_ || position() != path_length()) {
    leave_common_path();
    own_[lane_].push_back({code, access, is_access});
    return true;
  }
  CommonStep& step = steps_.back();
  step.code = code;
  if (is_access) {
    if (request_count_ == requests_.size()) requests_.emplace_back();
    Request& request = requests_[request_count_++];
    describe(request, access);
    add_lane(request, lane_, access.address);
    step.request = &request;
    step.reach = reach;
    if (reach.is_known) step.in_reach = step_code(access.site, Space{}, access.operation, access.bytes);
  }
  steps_.emplace_back();
  expect(path_length());
  return true;
}

std::uint64_t WarpTrace::fingerprint() const {
  std::uint64_t hash = 0;
  const auto add = [&hash](std::uint64_t value) { hash = (hash ^ value) * 0x9e3779b97f4a7c15u; };
  const std::size_t in_step = in_step_ ? position() : begun_ == 0 ? length_[lane_] : 0;
  for (std::size_t i = begun_in_step_; i < in_step; ++i) {
    add(steps_[i].code);
    if (steps_[i].request != nullptr) add(steps_[i].request->access.address[lane_]);
  }
  for (std::size_t i = begun_; i < own_[lane_].size(); ++i) {
    add(own_[lane_][i].code);
    add(own_[lane_][i].access.address);
  }
  return hash;
}

// The lane's nth step, as one of its own; so many of them are of the common path.
WarpTrace::OwnStep WarpTrace::step_of(unsigned lane, std::size_t nth, std::size_t in_step) const {
  if (nth >= in_step) return own_[lane][nth - in_step];
  const CommonStep& step = steps_[nth];
  if (step.request == nullptr) return {step.code, {}, false};
  const Request& request = *step.request;
  return {step.code,
          {request.site, request.access.address[lane], request.access.bytes, request.space, request.access.operation},
          true};
}

Site WarpTrace::load_before(std::uintptr_t address) const {
  constexpr std::size_t most_looked_at = 64;
  const std::size_t in_step = in_step_ ? position() : length_[lane_], steps = in_step + own_[lane_].size();
  for (std::size_t i = steps; i-- > steps - std::min(steps, most_looked_at);) {
    const OwnStep step = step_of(lane_, i, in_step);
    if (!step.is_access) continue;
    if (step.access.operation != Access::load) return 0;
    if (step.access.address == address) return step.access.site;
  }
  return 0;
}

Site WarpTrace::last_access(std::size_t after) const {
  constexpr std::size_t most_looked_at = 64;
  const std::vector<OwnStep>& own = own_[lane_];
  const std::size_t in_step = in_step_ ? position() : length_[lane_], steps = in_step + own.size();
  const std::size_t first = std::max(after, steps - std::min(steps, most_looked_at));
  for (std::size_t i = steps; i-- > first;) {
    const StepCode code = i < in_step ? steps_[i].code : own[i - in_step].code;
    if (bytes_of(code) != 0) return site_of(code);
  }
  return 0;
}

bool WarpTrace::all_in_step() const {
  return std::ranges::all_of(own_, [](const auto& own) { return own.empty(); });
}

// Others on the common path would be: what they did there, the unfinished lanes may do as well.
bool WarpTrace::none_is_ahead_of(std::uint32_t unfinished) const {
  bool none = true;
  for_each_lane(unfinished, [&](unsigned lane) { none = none && length_[lane] == path_length(); });
  return none;
}

// Executes one instruction, by all lanes that are there. False where nobody is left, or somebody's next step is
// unknown, or is an __activemask() to which others may come.
bool WarpTrace::take_next_step(std::uint32_t unfinished, bool others) {
  const auto next_code = [this](unsigned lane) {
    return cursor_[lane] < length_[lane] ? steps_[cursor_[lane]].code : own_[lane][cursor_[lane] - length_[lane]].code;
  };
  std::array<StepCode, warp_lanes> next;
  StepCode lowest = UINTPTR_MAX;
  for (unsigned lane = 0; lane < warp_lanes; ++lane) {
    next[lane] = UINTPTR_MAX;
    if (cursor_[lane] == length_[lane] + own_[lane].size()) {
      if (contains(unfinished, lane)) return false;
      continue;
    }
    next[lane] = next_code(lane);
    lowest = std::min(lowest, next[lane]);
  }
  if (lowest == UINTPTR_MAX || (others && is_active_mask(lowest))) return false;
  taken_.access.active = taken_.stopped = 0;
  for (unsigned lane = 0; lane < warp_lanes; ++lane) {
    if (next[lane] != lowest) continue;
    const OwnStep step = step_of(lane, cursor_[lane]++, length_[lane]);
    if (!step.is_access) continue;
    if ((taken_.access.active | taken_.stopped) == 0) describe(taken_, step.access);
    add_lane(taken_, lane, step.access.address);
    if (step.is_stopped) taken_.access.active ^= mask_of(lane), taken_.stopped |= mask_of(lane);
  }
  return true;
}

// What the lanes have left becomes their own: the common path starts anew.
void WarpTrace::keep_the_rest() {
  std::vector<OwnStep> rest;
  for (unsigned lane = 0; lane < warp_lanes; ++lane) {
    rest.clear();
    const std::size_t steps = length_[lane] + own_[lane].size();
    for (std::size_t at = cursor_[lane]; at < steps; ++at) rest.push_back(step_of(lane, at, length_[lane]));
    own_[lane].assign(rest.begin(), rest.end());
  }
  leftovers_ = !all_in_step();
  forget_common_path();
  cursor_.fill(0);
}

void WarpTrace::forget_common_path() {
  steps_.assign(1, nothing);
  request_count_ = 0;
  length_.fill(0);
}

void WarpTrace::clear() {
  forget_common_path();
  cursor_.fill(0);
  for (auto& own : own_) own.clear();
  leftovers_ = false;
}

}  // namespace ladder::emulator
