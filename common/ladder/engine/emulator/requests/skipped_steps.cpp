#include "ladder/engine/emulator/requests/skipped_steps.hpp"

#include <algorithm>
#include <bit>

namespace ladder::emulator {

void SkippedSteps::add(const Request& request, unsigned warp) {
  if (!is_short_) return;
  if (request.space != Space::shared) return add_other();
  const std::uint32_t bit = std::uint32_t{1} << warp;
  const StepCode code = step_code(request.site, request.space, request.access.kind, request.access.bytes);
  const auto end = steps_.begin() + static_cast<std::ptrdiff_t>(count_);
  const auto known = std::find_if(steps_.begin(), end, [&](const Step& step) { return step.code == code; });
  if (known == end) {
    if (count_ == steps_.size()) return add_other();
    steps_[count_++] = {code, request.access.kind, bit};
  } else if ((known->warps & bit) != 0) {
    add_other();  // a loop
  } else {
    known->warps |= bit;
  }
}

void SkippedSteps::count(std::uint32_t waiting, Sites& sites) const {
  const auto loads =
      std::count_if(steps_.begin(), steps_.end(), [](auto& step) { return step.operation == Access::load; });
  const bool together =
      std::all_of(steps_.begin(), steps_.end(), [&](auto& step) { return step.warps == steps_[0].warps; });
  if (loads != 2 || !together) return;
  const int skipped = std::popcount(waiting & ~steps_[0].warps);
  for (const Step& step : steps_) sites.add_skipped(step.code, skipped);
}

}  // namespace ladder::emulator
