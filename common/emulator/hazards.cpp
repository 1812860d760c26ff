#include "emulator/hazards.hpp"

#include <algorithm>
#include <tuple>

namespace ladder::emulator {

void HazardLog::merge(const HazardLog& other) {
  for (std::size_t kind = 0; kind < hazard_kinds; ++kind) counts_[kind] += other.counts_[kind];
  kept_.insert(kept_.end(), other.kept_.begin(), other.kept_.end());
  // The first block's hazards come first, whichever core found its own first.
  std::stable_sort(kept_.begin(), kept_.end(), [](const Hazard& a, const Hazard& b) {
    return std::tie(a.kind, a.actor.block) < std::tie(b.kind, b.actor.block);
  });
  std::size_t of_this_kind = 0;
  std::vector<Hazard> first;
  for (Hazard& hazard : kept_) {
    of_this_kind = first.empty() || first.back().kind != hazard.kind ? 0 : of_this_kind;
    if (of_this_kind++ < most_kept) first.push_back(std::move(hazard));
  }
  kept_ = std::move(first);
}

}  // namespace ladder::emulator
