#include "ladder/emulator/listeners/races/trees.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

namespace ladder::emulator {
namespace {

// How far `b` is from `a` in every active lane of both; 0 where that differs.
std::uintptr_t distance(const memory_model::WarpAccess& a, const memory_model::WarpAccess& b) {
  if (a.active != b.active || a.bytes != b.bytes) return 0;
  const auto first = static_cast<unsigned>(std::countr_zero(a.active));
  bool is_same = true;
  for_each_lane(a.active, [&](unsigned lane) {
    is_same = is_same && b.address[lane] - a.address[lane] == b.address[first] - a.address[first];
  });
  return is_same ? b.address[first] - a.address[first] : 0;
}

}  // namespace

void Trees::on(const event::BlockBegins& begin) {
  block_ = begin.block;
  epoch_ = 0;
  newer_.active = older_.active = 0;
  begun_.clear();
  levels_.clear();
}

void Trees::note(const Request& request, unsigned warp) {
  if (request.access.operation == Access::store) return note_store(request, warp);
  if (!levels_.empty()) note_reads(request.access);
  older_ = newer_;
  newer_ = request.access;
}

void Trees::note_reads(const memory_model::WarpAccess& access) {
  for_each_lane(access.active, [&](unsigned lane) {
    const std::size_t word = (access.address[lane] - context_.shared.begin()) / sizeof(float);
    const std::size_t words = static_cast<std::size_t>(access.bytes) / sizeof(float);
    for (std::size_t i = 0; i < std::max<std::size_t>(words, 1); ++i) read_in_[word + i] = epoch_;
  });
}

// Of a maximum some lanes may store nothing.
void Trees::note_store(const Request& store, unsigned warp) {
  const auto stores_to = [&](const memory_model::WarpAccess& loaded) {
    bool is_so = (store.access.active & ~loaded.active) == 0;
    for_each_lane(store.access.active,
                  [&](unsigned lane) { is_so = is_so && store.access.address[lane] == loaded.address[lane]; });
    return is_so;
  };
  const auto& into = stores_to(older_) ? older_ : newer_;
  const auto& from = &into == &older_ ? newer_ : older_;
  const std::uintptr_t apart = distance(into, from);
  if (into.active == 0 || !stores_to(into) || apart == 0 || apart > context_.shared.end_of_arrays()) return;
  const auto bytes = static_cast<std::uintptr_t>(into.bytes);
  auto level =
      std::ranges::find_if(begun_, [&](const Level& one) { return one.site == store.site && one.distance == apart; });
  if (level == begun_.end()) {
    level = begun_.insert(level, {store.site, warp * warp_lanes, bytes, apart, epoch_});
  }
  for_each_lane(into.active, [&](unsigned lane) {
    level->first = std::min<std::uintptr_t>(level->first, into.address[lane]);
    level->end = std::max<std::uintptr_t>(level->end, into.address[lane] + bytes);
    level->all_bytes += bytes;
  });
}

void Trees::on(const event::Barrier&) {
  for (Level& level : begun_) {
    const auto before = std::find_if(levels_.rbegin(), levels_.rend(),
                                     [&](const Level& earlier) { return earlier.first == level.first; });
    const bool is_known = before != levels_.rend();
    if (!is_known && !level.is_whole()) continue;
    if (levels_.empty()) read_in_.assign(context_.shared.end_of_arrays() / sizeof(float) + 4, 0);
    if (is_known) level.step = level.epoch - before->epoch;
    // Of a maximum, the level between may have stored nothing: then there are more barriers than between those before.
    const bool is_next = is_known && (before->step == 0 || before->step == level.step);
    if (is_next && before->is_whole() && level.is_whole() && 2 * level.distance < before->distance)
      level.left_until = before->end;
    if (is_known && before->left_until == 0) {
      *before = level;
    } else {
      levels_.push_back(level);
    }
  }
  begun_.clear();
  ++epoch_;
}

void Trees::on(const event::BlockEnds&) {
  for (const Level& level : levels_) {
    if (level.left_until != 0) report_unread(level);
  }
}

// What the level does not take may be read later, or by others.
void Trees::report_unread(const Level& level) const {
  const std::uintptr_t taken = level.first + 2 * level.distance;
  for (std::uintptr_t left = taken; left < level.left_until; left += sizeof(float)) {
    if (read_in_[(left - context_.shared.begin()) / sizeof(float)] >= level.epoch) continue;
    if (!context_.hazards.count(HazardKind::left_out_of_tree)) return;
    const Actor actor{block_, level.thread, level.site, Access::store};
    const LaneAccess part{level.site, left, static_cast<int>(sizeof(float)), Space::shared, Access::load};
    const std::string detail =
        fmt::format("this level combines {} of the {} results of the level before, and no thread reads that one later",
                    2 * level.distance / level.bytes, (level.left_until - level.first) / level.bytes);
    return context_.hazards.keep(
        {HazardKind::left_out_of_tree, actor, {}, context_.name_of(part), detail, {}, context_.place_of(part)});
  }
}

}  // namespace ladder::emulator
