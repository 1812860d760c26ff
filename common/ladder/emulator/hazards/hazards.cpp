#include "ladder/emulator/hazards/hazards.hpp"

#include <algorithm>
#include <iterator>
#include <tuple>

namespace ladder::emulator {
namespace {

// Of one kind, at the same instructions. Where the other thread was is not always known: then it may have been there.
bool alike(const Hazard& a, const Hazard& b) {
  if (a.kind != b.kind) return false;
  if (row_of(a.kind).collision && (a.other.site == 0 || b.other.site == 0)) return a.actor.site == b.actor.site;
  return std::minmax(a.actor.site, a.other.site) == std::minmax(b.actor.site, b.other.site);
}

// Both are the same collision, and the first one's threads are farther apart, or it is known where both were.
bool says_more(const Hazard& a, const Hazard& b) {
  if (!row_of(a.kind).collision || !alike(a, b)) return false;
  if (a.kind == HazardKind::unordered_blocks) return a.other.site != 0 && b.other.site == 0;
  const auto names_another = [](const Hazard& hazard) {  // place than that of the first thread, which is taken for both
    return hazard.other.site != 0 && hazard.other.site != hazard.actor.site;
  };
  if (names_another(a) != names_another(b)) return names_another(a);
  return distance(a.actor, a.other) > distance(b.actor, b.other);
}

}  // namespace

bool HazardLog::has_room(HazardKind kind) const {
  const auto of_this_kind = [kind](const Hazard& hazard) { return hazard.kind == kind; };
  return static_cast<std::size_t>(std::ranges::count_if(kept_, of_this_kind)) < most_kept;
}

bool HazardLog::count(HazardKind kind) {
  ++counts_[static_cast<std::size_t>(kind)];
  return ++looked_at_[static_cast<std::size_t>(kind)] <= most_looked_at && has_room(kind);
}

bool HazardLog::count(HazardKind kind, const Actor& actor, const Actor& other) {
  const Hazard hazard{kind, actor, other, {}, {}};
  const bool says_more_than_one = std::erase_if(kept_, [&](const Hazard& h) { return says_more(hazard, h); }) != 0;
  const bool known = std::ranges::any_of(kept_, [&](const Hazard& h) { return alike(h, hazard); });
  ++counts_[static_cast<std::size_t>(kind)];
  return says_more_than_one || (!known && has_room(kind));
}

Hazards HazardLog::totals() const {
  Hazards totals;
  for (const HazardRow& row : hazard_table) {
    if (row.counted_as != nullptr) totals.*row.counted_as += counts_[static_cast<std::size_t>(row.kind)];
  }
  return totals;
}

HazardLog HazardLog::stops() const {
  const auto is_stop = [](HazardKind kind) { return row_of(kind).counted_as == &Hazards::out_of_bounds; };
  HazardLog result;
  for (const HazardRow& row : hazard_table) {
    const auto kind = static_cast<std::size_t>(row.kind);
    if (is_stop(row.kind)) result.counts_[kind] = counts_[kind];
  }
  std::ranges::copy_if(kept_, std::back_inserter(result.kept_),
                       [&](const Hazard& hazard) { return is_stop(hazard.kind); });
  return result;
}

void HazardLog::keep(Hazard hazard) {
  const auto known = std::ranges::find_if(kept_, [&](const Hazard& h) { return alike(h, hazard); });
  if (known == kept_.end()) return kept_.push_back(std::move(hazard));
  // What is told at the end of a launch need not be in the order of the blocks.
  const bool is_earlier = !row_of(hazard.kind).collision && hazard.launch.number == known->launch.number &&
                          hazard.actor.block < known->actor.block;
  if (is_earlier && !hazard.launch.last_block_first) *known = std::move(hazard);
}

void HazardLog::note_that_both_write(HazardKind kind, const Actor& actor, const Actor& other) {
  const Hazard hazard{kind, actor, other, {}, {}};
  for (Hazard& one : kept_) one.loop.both_write |= alike(one, hazard);
}

void HazardLog::merge(const HazardLog& other, const LaunchShape& launch) {
  for (std::size_t kind = 0; kind < hazard_kinds; ++kind) counts_[kind] += other.counts_[kind];
  std::vector<Hazard> all = std::move(kept_);
  for (Hazard hazard : other.kept_) {
    hazard.launch = launch;
    all.push_back(std::move(hazard));
  }
  // Of those that are alike the one that says more.
  const auto place = [](const Hazard& hazard) {
    const std::uint64_t block = hazard.launch.last_block_first ? ~hazard.actor.block : hazard.actor.block;
    return std::make_tuple(hazard.kind, hazard.launch.number, block);
  };
  std::ranges::stable_sort(all, {}, place);
  kept_.clear();
  for (const Hazard& hazard : all) {
    if (std::ranges::any_of(all, [&](const Hazard& h) { return says_more(h, hazard); })) continue;
    if (has_room(hazard.kind)) keep(hazard);
  }
}

}  // namespace ladder::emulator
