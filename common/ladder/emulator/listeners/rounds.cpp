#include "ladder/emulator/listeners/rounds.hpp"

#include <algorithm>

#include "ladder/emulator/debuginfo/kernel_facts.hpp"

namespace ladder::emulator {

void Rounds::on(const event::LaunchBegins& launch) {
  sum_ = {};
  restricts_pointers_ = facts_of(launch.kernel.kernel()).restricts_pointers;
}

void Rounds::end_global(Warp& warp) const {
  if (restricts_pointers_) return;
  warp.waits_for_memory = warp.waits_unrolled = false;
  warp.stored.clear();
}

void Rounds::on(const event::Request& seen) {
  if (seen.is_asynchronous) return;
  Warp& w = warps_[seen.warp];
  const Request& request = seen.request;
  const void* const array = seen.new_sectors.buffer;  // null where that is not known
  const bool global = request.space == Space::global;
  if (request.access.operation == Access::load) {
    const auto is_another = [&](const void* stored) { return array != nullptr && stored != array; };
    if (global && std::ranges::any_of(w.stored, is_another)) end_global(w);
    if (!global && w.of_shared == OfShared::none) w.of_shared = OfShared::loaded;
    if (seen.new_sectors.sectors > 0 && !w.waits_for_memory) w.begin_global();
    if (global && !w.waits_unrolled) ++w.rounds.of_global_unrolled;
    w.waits_unrolled = w.waits_unrolled || global;
    return;
  }
  w.need_shared();
  if (request.access.operation == Access::store && global) ++w.stores;
  if (request.access.operation == Access::atomic && global) {
    end_global(w);
  } else if (!global) {
    if (request.access.operation == Access::atomic) w.of_shared = OfShared::none;
    w.stored_to_shared = true;
  } else if (std::ranges::find(w.stored, array) == w.stored.end()) {
    w.stored.push_back(array);
  }
}

void Rounds::on(const event::LoopIterates& loop) {
  Warp& w = warps_[loop.warp];
  if (advance_loop(w, loop.step, loop.by_one)) w.begin_iteration();
  if (how_it_follows(loop.step) == NextIteration::kept_apart) w.waits_unrolled = false;
}

bool Rounds::advance_loop(Warp& warp, const Request& next_iteration, bool by_one) {
  if (how_it_follows(next_iteration) != NextIteration::unrolled_in_part) return true;
  const unsigned together = by_one ? 4 : 16;
  const Loop loop = loop_of(next_iteration);
  if (warp.loop != loop) warp.iterations = 0;
  warp.loop = loop;
  return ++warp.iterations % together == 0;
}

void Rounds::on(const event::Barrier&) {
  for (Warp& w : warps_) {
    if (w.stored_to_shared) end_global(w);
    w.stored_to_shared = false;
    w.of_shared = OfShared::none;
  }
}

void Rounds::on(const event::BlockEnds&) {
  WarpRounds most;
  std::uint32_t most_unrolled = 0;
  std::uint64_t most_stores = 0;
  for (const Warp& w : warps_) {
    most = std::max(most, w.rounds);
    most_unrolled = std::max(most_unrolled, w.rounds.of_global_unrolled);
    most_stores = std::max(most_stores, w.stores);
  }
  sum_.of_global += most.of_global;
  sum_.of_shared += most.of_shared;
  sum_.of_global_unrolled += most_unrolled;
  sum_.stores += most_stores;
}

}  // namespace ladder::emulator
