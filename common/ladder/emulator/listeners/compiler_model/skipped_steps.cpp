#include <algorithm>
#include <bit>

#include "ladder/emulator/listeners/compiler_model/compiler_model.hpp"

namespace ladder::emulator {

void SkippedSteps::on(const event::Request& seen) {
  const Request& request = seen.request;
  is_short_ = is_short_ && request.space == Space::shared && request.access.kind != Access::atomic;
  if (!is_short_) return;
  const std::uint32_t bit = std::uint32_t{1} << seen.warp;
  const StepCode code = step_code(request);
  const auto end = steps_.begin() + static_cast<std::ptrdiff_t>(count_);
  const auto known = std::find_if(steps_.begin(), end, [&](const Step& step) { return step.code == code; });
  if (known == end) {
    is_short_ = count_ < steps_.size();
    if (is_short_) steps_[count_++] = {code, request.access.kind, bit};
  } else {
    is_short_ = (known->warps & bit) == 0;  // else it is a loop
    known->warps |= bit;
  }
}

void SkippedSteps::count(std::uint32_t waiting) const {
  const auto loads =
      std::count_if(steps_.begin(), steps_.end(), [](auto& step) { return step.operation == Access::load; });
  const bool together =
      std::all_of(steps_.begin(), steps_.end(), [&](auto& step) { return step.warps == steps_[0].warps; });
  if (loads != 2 || !together) return;
  const int skipped = std::popcount(waiting & ~steps_[0].warps);
  for (const Step& step : steps_) context_.sites.add_skipped(step.code, skipped);
}

}  // namespace ladder::emulator
