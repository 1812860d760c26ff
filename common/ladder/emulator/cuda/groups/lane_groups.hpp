// Cooperative groups: tiles of a warp, and the threads of a warp that are at one place; groups made of groups. (CUDA
// C++ Programming Guide, "Cooperative Groups".) Clusters and tiles of several warps are not here.
#pragma once

#include "ladder/emulator/cuda/groups/thread_group.hpp"
#include "ladder/emulator/cuda/integer_functions.hpp"
#include "ladder/emulator/cuda/thread_functions.hpp"

namespace ladder::emulator {

// A shuffle of anything that can be copied byte by byte, 8 bytes at a time.
template <typename Type>
LADDER_DEVICE Type shuffle_bytes(const char* function, unsigned mask, const Type& value, int source_lane) {
  static_assert(sizeof(Type) <= 32, "cooperative groups shuffle at most 32 bytes");
  constexpr std::size_t pieces = (sizeof(Type) + 7) / 8;
  std::uint64_t bits[pieces] = {};
  __builtin_memcpy(bits, &value, sizeof(Type));
  for (std::uint64_t& piece : bits) piece = exchange(function, mask, piece, source_lane);
  Type result;
  __builtin_memcpy(static_cast<void*>(&result), bits, sizeof(Type));
  return result;
}

}  // namespace ladder::emulator

namespace cooperative_groups {

class coalesced_group;

namespace details {

template <typename Type>
using Shuffled = typename ladder::cuda::Number<Type>::type;

LADDER_DEVICE void check_tiles(unsigned threads) {
  if (threads == 0 || threads > warpSize || (threads & (threads - 1)) != 0) {
    ladder::emulator::fail_launch("asks tiled_partition() for tiles of another size than 1, 2, 4, 8, 16 or 32");
  }
}

// What others than the groups themselves know of their lanes.
class Lanes {
 public:
  LADDER_DEVICE static bool is_of(const thread_group& group) { return group.kind_ == thread_group::of_lanes; }
  LADDER_DEVICE static unsigned mask(const thread_group& group) { return group.lanes_; }
  LADDER_DEVICE static coalesced_group group(unsigned mask, unsigned rank_in_parent, unsigned groups_in_parent);
};

}  // namespace details

// The lanes of a mask. A thread's rank is the number of those before it.
class coalesced_group : public thread_group {
 public:
  LADDER_DEVICE unsigned num_threads() const { return static_cast<unsigned>(thread_group::num_threads()); }
  LADDER_DEVICE unsigned size() const { return num_threads(); }
  LADDER_DEVICE unsigned thread_rank() const { return static_cast<unsigned>(thread_group::thread_rank()); }
  LADDER_DEVICE unsigned meta_group_rank() const { return rank_in_parent(); }
  LADDER_DEVICE unsigned meta_group_size() const { return groups_in_parent(); }
  LADDER_DEVICE void sync() const { __syncwarp(lanes()); }

  template <typename Type>
  LADDER_DEVICE details::Shuffled<Type> shfl(Type value, int source) const {
    return from("shfl()", value, static_cast<int>(ladder::cuda::position_of_bit(lanes(), 0, source + 1) % warpSize));
  }
  template <typename Type>
  LADDER_DEVICE details::Shuffled<Type> shfl_down(Type value, unsigned distance) const {
    return from("shfl_down()", value, neighbour(static_cast<int>(distance) + 1));
  }
  template <typename Type>
  LADDER_DEVICE details::Shuffled<Type> shfl_up(Type value, int distance) const {
    return from("shfl_up()", value, neighbour(-(distance + 1)));
  }
  LADDER_DEVICE int any(int vote) const { return __any_sync(lanes(), vote); }
  LADDER_DEVICE int all(int vote) const { return __all_sync(lanes(), vote); }
  LADDER_DEVICE unsigned ballot(int vote) const {
    return ladder::cuda::pack_bits(__ballot_sync(lanes(), vote), lanes());
  }
  template <typename Type>
  LADDER_DEVICE unsigned match_any(Type value) const {
    return ladder::cuda::pack_bits(__match_any_sync(lanes(), value), lanes());
  }
  template <typename Type>
  LADDER_DEVICE unsigned match_all(Type value, int& all_match) const {
    return ladder::cuda::pack_bits(__match_all_sync(lanes(), value, &all_match), lanes());
  }

 protected:
  LADDER_DEVICE coalesced_group(unsigned lanes, unsigned threads, unsigned rank_in_parent, unsigned groups_in_parent)
      : thread_group(lanes, threads, rank_in_parent, groups_in_parent) {}
  template <typename Type>
  LADDER_DEVICE details::Shuffled<Type> from(const char* function, Type value, int lane) const {
    const details::Shuffled<Type> offered = value;
    return ladder::emulator::shuffle_bytes(function, lanes(), offered, lane);
  }

 private:
  friend class details::Lanes;

  LADDER_DEVICE int neighbour(int nth) const {
    const unsigned own = ladder::emulator::lane_of_this_thread();
    const unsigned lane = ladder::cuda::position_of_bit(lanes(), own, nth);
    return static_cast<int>(lane < warpSize ? lane : own);
  }
};

LADDER_DEVICE coalesced_group details::Lanes::group(unsigned mask, unsigned rank_in_parent, unsigned groups_in_parent) {
  return {mask, static_cast<unsigned>(__popc(mask)), rank_in_parent, groups_in_parent};
}

// The lanes that are here together: see __activemask().
LADDER_DEVICE coalesced_group coalesced_threads() { return details::Lanes::group(__activemask(), 0, 1); }

// `Size` consecutive lanes of a warp: a power of two up to 32. A tile of any Parent is one of none as well.
template <unsigned Size, typename Parent = void>
class thread_block_tile : public coalesced_group {
  static_assert(Size >= 1 && Size <= warpSize && (Size & (Size - 1)) == 0, "tiles of 1, 2, 4, 8, 16 or 32 threads");

 public:
  LADDER_DEVICE thread_block_tile(unsigned rank_in_parent, unsigned tiles_in_parent)
      : coalesced_group(mask(), Size, rank_in_parent, tiles_in_parent) {}
  template <typename Other>
  LADDER_DEVICE thread_block_tile(const thread_block_tile<Size, Other>& other)
      : thread_block_tile(other.meta_group_rank(), other.meta_group_size()) {}

  LADDER_DEVICE static void sync() { __syncwarp(mask()); }
  LADDER_DEVICE static unsigned thread_rank() { return thread_block::thread_rank() % Size; }
  LADDER_DEVICE static constexpr unsigned num_threads() { return Size; }
  LADDER_DEVICE static constexpr unsigned size() { return Size; }

#define LADDER_SHUFFLE(name, Distance)                                                                       \
  template <typename Type>                                                                                   \
  LADDER_DEVICE details::Shuffled<Type> name(Type value, unsigned distance) const {                          \
    return from(#name "()", value, ladder::emulator::lane_of_##name(static_cast<Distance>(distance), Size)); \
  }
  LADDER_SHUFFLE(shfl, int)
  LADDER_SHUFFLE(shfl_down, unsigned)
  LADDER_SHUFFLE(shfl_up, unsigned)
  LADDER_SHUFFLE(shfl_xor, int)
#undef LADDER_SHUFFLE

 private:
  LADDER_DEVICE static unsigned mask() { return ones() << first_lane(); }
  LADDER_DEVICE static constexpr unsigned ones() { return Size == warpSize ? 0xffffffffu : (1u << Size) - 1; }
  LADDER_DEVICE static unsigned first_lane() { return thread_block::thread_rank() % warpSize & ~(Size - 1); }
};

// The part of a block, or of another tile, that the thread is in.
template <unsigned Size, typename Parent>
LADDER_DEVICE thread_block_tile<Size, Parent> tiled_partition(const Parent& parent) {
  return {parent.thread_rank() / Size, (parent.num_threads() + Size - 1) / Size};
}

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
