// Groups made of groups.
#pragma once

#include "ladder/engine/emulator/language/groups/lane_groups.hpp"
#include "ladder/engine/emulator/language/stopping.hpp"

namespace cooperative_groups {

// The part of a block, or of another tile, that the thread is in.
template <unsigned Size, typename Parent>
LADDER_DEVICE thread_block_tile<Size, Parent> tiled_partition(const Parent& parent) {
  return {parent.thread_rank() / Size, (parent.num_threads() + Size - 1) / Size};
}

namespace details {
LADDER_DEVICE void check_tiles(unsigned threads) {
  if (threads == 0 || threads > warpSize || (threads & (threads - 1)) != 0) {
    ladder::emulator::fail_launch("asks tiled_partition() for tiles of another size than 1, 2, 4, 8, 16 or 32");
  }
}
}  // namespace details

// By rank: each `threads` of the group belong together.
LADDER_DEVICE coalesced_group tiled_partition(const coalesced_group& parent, unsigned threads) {
  details::check_tiles(threads);
  if (parent.size() <= threads) return parent;
  const unsigned own = ladder::emulator::lane_of_this_thread();
  return details::Lanes::group(ladder::cuda::bits_beside(details::Lanes::mask(parent), own, threads),
                               parent.thread_rank() / threads, (parent.size() + threads - 1) / threads);
}

// The last tile of a block may have fewer threads.
LADDER_DEVICE thread_group tiled_partition(const thread_block& parent, unsigned threads) {
  details::check_tiles(threads);
  const unsigned rank = parent.thread_rank(), first = rank & ~(threads - 1);
  const unsigned here = min(parent.num_threads() - first, threads);
  return details::Lanes::group(0xffffffffu >> (warpSize - here) << first % warpSize, rank / threads,
                               (parent.num_threads() + threads - 1) / threads);
}

LADDER_DEVICE thread_group tiled_partition(const thread_group& parent, unsigned threads) {
  if (!details::Lanes::is_of(parent)) return tiled_partition(this_thread_block(), threads);
  return tiled_partition(static_cast<const coalesced_group&>(parent), threads);
}

LADDER_DEVICE thread_block_tile<1> this_thread() { return {0, 1}; }

// Those that vote alike; where all do, the group itself.
template <typename Group>
LADDER_DEVICE coalesced_group binary_partition(const Group& group, bool vote) {
  const unsigned yes = __ballot_sync(details::Lanes::mask(group), vote);
  if (yes == details::Lanes::mask(group) || yes == 0) return details::Lanes::group(details::Lanes::mask(group), 0, 1);
  return details::Lanes::group(details::Lanes::mask(group) & (vote ? yes : ~yes), vote, 2);
}

// Those that have the same label: a whole number or a pointer.
template <typename Group, typename Label>
LADDER_DEVICE coalesced_group labeled_partition(const Group& group, Label label) {
  if constexpr (std::is_same_v<Label, bool>) {
    return binary_partition(group, label);
  } else if constexpr (std::is_pointer_v<Label>) {
    return labeled_partition(group, reinterpret_cast<unsigned long long>(label));
  } else {
    const unsigned lanes = __match_any_sync(details::Lanes::mask(group), label);
    const unsigned first = __ffs(static_cast<int>(lanes)) - 1;
    const unsigned firsts =
        __ballot_sync(details::Lanes::mask(group), first == ladder::emulator::lane_of_this_thread());
    return details::Lanes::group(lanes, __popc(firsts & ((1u << first) - 1)), __popc(firsts));
  }
}

// One thread of the group calls it; and all get what it returns.
template <typename Group, typename Function, typename... Arguments>
LADDER_DEVICE void invoke_one(const Group& group, Function&& function, Arguments&&... arguments) {
  if (group.thread_rank() == 0) static_cast<Function&&>(function)(static_cast<Arguments&&>(arguments)...);
}
template <typename Group, typename Function, typename... Arguments>
LADDER_DEVICE auto invoke_one_broadcast(const Group& group, Function&& function, Arguments&&... arguments) {
  decltype(static_cast<Function&&>(function)(static_cast<Arguments&&>(arguments)...)) result{};
  if (group.thread_rank() == 0) result = static_cast<Function&&>(function)(static_cast<Arguments&&>(arguments)...);
  return group.shfl(result, 0);
}

template <typename Group>
LADDER_DEVICE void sync(const Group& group) {
  group.sync();
}
template <typename Group>
LADDER_DEVICE auto thread_rank(const Group& group) {
  return group.thread_rank();
}
template <typename Group>
LADDER_DEVICE auto group_size(const Group& group) {
  return group.num_threads();
}

}  // namespace cooperative_groups
