// What the lanes of a warp do together: shuffles, votes, matches and reductions. (CUDA C++ Programming Guide, "Warp
// Vote Functions" to "Warp Shuffle Functions".)
#pragma once

#include <cstdint>
#include <type_traits>

#include "ladder/emulator/cuda/atomic_functions.hpp"
#include "ladder/emulator/cuda/special_registers.hpp"

inline constexpr int warpSize = 32;

namespace ladder::emulator {

// What a lane gets of all that come, where it is not the value of one: those that offered something else than 0; those
// that offered the same as it; all, if they offered the same, else 0; what an operation makes of their values.
struct OfAll {
  static constexpr int votes = -1, alike = -2, all_alike = -3, combined = -4;
};
// Waits for the lanes of the mask, which have to call the same function. Offers `value` to them, and returns what the
// lane `source` offers, or what OfAll says.
LADDER_TOGETHER std::uint64_t exchange(const char* function, std::uint32_t mask, std::uint64_t value, int source);
// combined. T: int or unsigned.
template <typename T>
LADDER_TOGETHER T reduce_lanes(const char* function, std::uint32_t mask, Operation operation, T value);
unsigned lane_of_this_thread() noexcept __attribute__((const));

// The value as 64 bits.
template <typename T>
LADDER_DEVICE std::uint64_t as_bits(T value) {
  static_assert(sizeof(T) <= 8);
  std::uint64_t bits = 0;
  __builtin_memcpy(&bits, &value, sizeof(T));
  return bits;
}
template <typename T>
LADDER_DEVICE T shuffle(const char* function, std::uint32_t mask, T value, int source_lane) {
  const std::uint64_t bits = exchange(function, mask, as_bits(value), source_lane);
  __builtin_memcpy(static_cast<void*>(&value), &bits, sizeof(T));
  return value;
}

// The lane whose value a shuffle takes, of the same `width` consecutive ones: the own, where it would be another. Of a
// distance, the lowest five bits count (PTX ISA, "shfl.sync").
LADDER_DEVICE int own_lane() { return static_cast<int>(lane_of_this_thread()); }
LADDER_DEVICE int lane_of_shfl(int source, int width) { return (own_lane() & -width) | (source & (width - 1)); }
LADDER_DEVICE int lane_of_shfl_up(unsigned distance, int width) {
  const int lane = own_lane(), source = lane - static_cast<int>(distance % warpSize);
  return source < (lane & -width) ? lane : source;
}
LADDER_DEVICE int lane_of_shfl_down(unsigned distance, int width) {
  const int lane = own_lane(), source = lane + static_cast<int>(distance % warpSize);
  return source > (lane | (width - 1)) ? lane : source;
}
LADDER_DEVICE int lane_of_shfl_xor(int lanes, int width) {
  const int lane = own_lane(), source = lane ^ (lanes & (warpSize - 1));
  return source > (lane | (width - 1)) ? lane : source;
}

// The number that CUDA's functions of lanes take for the value: integers of 1 and 2 bytes become int.
template <typename T>
LADDER_DEVICE auto offered(T value) {
  using Number = typename cuda::Number<T>::type;
  if constexpr (std::is_integral_v<Number> || std::is_enum_v<Number>) {
    return +Number(value);
  } else {
    static_assert(std::is_floating_point_v<Number> || cuda::is_small_float<Number>,
                  "CUDA has this function for numbers only (cooperative groups have a shfl() for structs)");
    return value;
  }
}

}  // namespace ladder::emulator

#define LADDER_SHUFFLE(name, Distance, lane_of)                                              \
  template <typename T>                                                                      \
  LADDER_DEVICE auto name(unsigned mask, T value, Distance distance, int width = warpSize) { \
    using namespace ladder::emulator;                                                        \
    return shuffle(#name "()", mask, offered(value), lane_of(distance, width));              \
  }
LADDER_SHUFFLE(__shfl_sync, int, lane_of_shfl)
LADDER_SHUFFLE(__shfl_up_sync, unsigned, lane_of_shfl_up)
LADDER_SHUFFLE(__shfl_down_sync, unsigned, lane_of_shfl_down)
LADDER_SHUFFLE(__shfl_xor_sync, int, lane_of_shfl_xor)
#undef LADDER_SHUFFLE

LADDER_DEVICE unsigned __ballot_sync(unsigned mask, int vote) {
  return static_cast<unsigned>(
      ladder::emulator::exchange("__ballot_sync()", mask, vote != 0, ladder::emulator::OfAll::votes));
}
LADDER_DEVICE int __any_sync(unsigned mask, int vote) {
  return ladder::emulator::exchange("__any_sync()", mask, vote != 0, ladder::emulator::OfAll::votes) != 0;
}
LADDER_DEVICE int __all_sync(unsigned mask, int vote) {
  return ladder::emulator::exchange("__all_sync()", mask, vote == 0, ladder::emulator::OfAll::votes) == 0;
}

// The lanes that execute this together with the calling one: those that a request has, had it been a load.
LADDER_TOGETHER unsigned __activemask();

// Matches of the bits of a number.
template <typename T>
LADDER_DEVICE unsigned __match_any_sync(unsigned mask, T value) {
  return static_cast<unsigned>(ladder::emulator::exchange("__match_any_sync()", mask,
                                                          ladder::emulator::as_bits(ladder::emulator::offered(value)),
                                                          ladder::emulator::OfAll::alike));
}
template <typename T>
LADDER_DEVICE unsigned __match_all_sync(unsigned mask, T value, int* all_match) {
  const auto lanes = static_cast<unsigned>(ladder::emulator::exchange(
      "__match_all_sync()", mask, ladder::emulator::as_bits(ladder::emulator::offered(value)),
      ladder::emulator::OfAll::all_alike));
  *all_match = lanes != 0;
  return lanes;
}

#define LADDER_REDUCTION(name, T, operation)                                                                \
  LADDER_DEVICE T name(unsigned mask, T value) {                                                            \
    return ladder::emulator::reduce_lanes(#name "()", mask, ladder::emulator::Operation::operation, value); \
  }
LADDER_REDUCTION(__reduce_add_sync, unsigned, add)
LADDER_REDUCTION(__reduce_add_sync, int, add)
LADDER_REDUCTION(__reduce_min_sync, unsigned, minimum)
LADDER_REDUCTION(__reduce_min_sync, int, minimum)
LADDER_REDUCTION(__reduce_max_sync, unsigned, maximum)
LADDER_REDUCTION(__reduce_max_sync, int, maximum)
LADDER_REDUCTION(__reduce_and_sync, unsigned, bit_and)
LADDER_REDUCTION(__reduce_or_sync, unsigned, bit_or)
LADDER_REDUCTION(__reduce_xor_sync, unsigned, bit_xor)
#undef LADDER_REDUCTION

// Without a mask, they were removed from CUDA. A kernel that calls one is refused by the compiler, with these words.
#define LADDER_REMOVED(Value, name, parameters)                                                                  \
  __attribute__((error(#name "() was removed from CUDA, as nothing says which lanes take part: " #name "_sync()" \
                             " takes its place, with a mask of lanes as its first argument"))) Value name parameters;
template <typename T>
LADDER_REMOVED(T, __shfl, (T value, int source, int width = warpSize))
template <typename T>
LADDER_REMOVED(T, __shfl_up, (T value, unsigned distance, int width = warpSize))
template <typename T>
LADDER_REMOVED(T, __shfl_down, (T value, unsigned distance, int width = warpSize))
template <typename T>
LADDER_REMOVED(T, __shfl_xor, (T value, int lanes, int width = warpSize))
LADDER_REMOVED(unsigned, __ballot, (int vote)) LADDER_REMOVED(int, __any, (int vote))
    LADDER_REMOVED(int, __all, (int vote))
#undef LADDER_REMOVED
