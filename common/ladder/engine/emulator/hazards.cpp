#include "ladder/engine/emulator/hazards.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

namespace ladder::emulator {
namespace {

// Both are the same collision, and the first one's threads are farther apart.
bool says_more(const Hazard& a, const Hazard& b) {
  return row_of(a.kind).collision && a.kind == b.kind &&
         std::minmax(a.actor.site, a.other.site) == std::minmax(b.actor.site, b.other.site) &&
         distance(a.actor, a.other) > distance(b.actor, b.other);
}

}  // namespace

bool HazardLog::count(HazardKind kind) {
  ++counts_[static_cast<std::size_t>(kind)];
  const auto of_this_kind = [kind](const Hazard& hazard) { return hazard.kind == kind; };
  return static_cast<std::size_t>(std::count_if(kept_.begin(), kept_.end(), of_this_kind)) < most_kept;
}

bool HazardLog::count(HazardKind kind, const Actor& actor, const Actor& other) {
  const Hazard hazard{kind, actor, other, {}, {}};
  const bool known = std::any_of(kept_.begin(), kept_.end(), [&](const Hazard& h) { return says_more(h, hazard); });
  std::erase_if(kept_, [&](const Hazard& h) { return says_more(hazard, h); });
  return count(kind) && !known;
}

Hazards HazardLog::totals() const {
  Hazards totals;
  for (const HazardRow& row : hazard_table) {
    if (row.counted_as != nullptr) totals.*row.counted_as += counts_[static_cast<std::size_t>(row.kind)];
  }
  return totals;
}

void HazardLog::merge(const HazardLog& other) {
  for (std::size_t kind = 0; kind < hazard_kinds; ++kind) counts_[kind] += other.counts_[kind];
  kept_.insert(kept_.end(), other.kept_.begin(), other.kept_.end());
  std::erase_if(kept_, [all = kept_](const Hazard& hazard) {
    return std::any_of(all.begin(), all.end(), [&](const Hazard& h) { return says_more(h, hazard); });
  });
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
