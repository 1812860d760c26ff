// reduce() and scans of a group within a warp. Every thread of it gets the result.
#pragma once

#include <type_traits>
#include <utility>

#include "ladder/emulator/cuda/groups/lane_groups.hpp"

namespace cooperative_groups {

#define LADDER_OPERATION(name, value)                                     \
  template <typename Type>                                                \
  struct name {                                                           \
    LADDER_DEVICE Type operator()(Type a, Type b) const { return value; } \
  };
LADDER_OPERATION(plus, a + b)
LADDER_OPERATION(less, b < a ? b : a)
LADDER_OPERATION(greater, a < b ? b : a)
LADDER_OPERATION(bit_and, a& b)
LADDER_OPERATION(bit_or, a | b)
LADDER_OPERATION(bit_xor, a ^ b)
#undef LADDER_OPERATION

namespace details {

// Integers of up to 4 bytes are reduced in one instruction, unless the group is a small tile.
template <typename Group>
inline constexpr bool has_reductions = false;
template <>
inline constexpr bool has_reductions<coalesced_group> = true;
template <unsigned Size, typename Parent>
inline constexpr bool has_reductions<thread_block_tile<Size, Parent>> = Size >= 16;

#define LADDER_REDUCTION(operation, function)                                          \
  template <typename Type>                                                             \
  LADDER_DEVICE auto reduce_integer(unsigned mask, Type value, const operation<Type>&) \
      ->std::enable_if_t<std::is_integral_v<Type> && sizeof(Type) <= 4, Type> {        \
    using Word = std::conditional_t<std::is_unsigned_v<Type>, unsigned, int>;          \
    return static_cast<Type>(function(mask, static_cast<Word>(value)));                \
  }
LADDER_REDUCTION(plus, __reduce_add_sync)
LADDER_REDUCTION(less, __reduce_min_sync)
LADDER_REDUCTION(greater, __reduce_max_sync)
LADDER_REDUCTION(bit_and, __reduce_and_sync)
LADDER_REDUCTION(bit_or, __reduce_or_sync)
LADDER_REDUCTION(bit_xor, __reduce_xor_sync)
#undef LADDER_REDUCTION

template <typename Type, typename Operation, typename = void>
inline constexpr bool is_reduction = false;
template <typename Type, typename Operation>
inline constexpr bool is_reduction<
    Type, Operation, std::void_t<decltype(reduce_integer(0u, std::declval<Type>(), std::declval<Operation>()))>> = true;

// Else by shuffles: of tiles to and fro; of others, as the last thread's scan.
template <unsigned Size, typename Parent, typename Type, typename Operation>
LADDER_DEVICE Type reduce_by_shuffles(const thread_block_tile<Size, Parent>& tile, Type value,
                                      const Operation& operation) {
  for (unsigned lanes = Size / 2; lanes > 0; lanes /= 2) value = operation(value, tile.shfl_xor(value, lanes));
  return value;
}
template <typename Type, typename Operation>
LADDER_DEVICE Type reduce_by_shuffles(const coalesced_group& group, Type value, const Operation& operation) {
  if (group.size() == warpSize) return reduce_by_shuffles(thread_block_tile<warpSize>(0, 1), value, operation);
  return group.shfl(inclusive_scan(group, value, operation), static_cast<int>(group.size()) - 1);
}

}  // namespace details

template <typename Group, typename Type, typename Operation>
LADDER_DEVICE auto reduce(const Group& group, Type&& value, Operation&& operation) {
  using Value = std::decay_t<Type>;
  if constexpr (details::has_reductions<Group> && details::is_reduction<Value, std::decay_t<Operation>>) {
    return details::reduce_integer(details::Lanes::mask(group), static_cast<Value>(value), operation);
  } else {
    return details::reduce_by_shuffles(group, static_cast<Value>(value), operation);
  }
}

// One thread stores it.
template <typename Group, typename To, typename Type, typename Operation>
LADDER_DEVICE void reduce_store_async(const Group& group, To* to, Type&& value, Operation&& operation) {
  const auto result = reduce(group, value, operation);
  if (group.thread_rank() == 0) *to = result;
}

template <typename Group, typename Type, typename Operation>
LADDER_DEVICE auto inclusive_scan(const Group& group, Type&& value, Operation&& operation) {
  std::decay_t<Type> result = value;
  for (unsigned distance = 1; distance < group.size(); distance *= 2) {
    const auto before = group.shfl_up(result, distance);
    if (distance <= group.thread_rank()) result = operation(result, before);
  }
  return result;
}
template <typename Group, typename Type>
LADDER_DEVICE auto inclusive_scan(const Group& group, Type&& value) {
  return inclusive_scan(group, value, plus<std::decay_t<Type>>());
}

// The first thread gets a Type{}, whatever the operation.
template <typename Group, typename Type, typename Operation>
LADDER_DEVICE auto exclusive_scan(const Group& group, Type&& value, Operation&& operation) {
  const auto inclusive = inclusive_scan(group, value, operation);
  if constexpr (std::is_integral_v<std::decay_t<Type>> &&
                std::is_same_v<std::decay_t<Operation>, plus<std::decay_t<Type>>>) {
    return static_cast<std::decay_t<Type>>(inclusive - value);
  } else {
    const auto before = group.shfl_up(inclusive, 1);
    return group.thread_rank() == 0 ? std::decay_t<Type>{} : before;
  }
}
template <typename Group, typename Type>
LADDER_DEVICE auto exclusive_scan(const Group& group, Type&& value) {
  return exclusive_scan(group, value, plus<std::decay_t<Type>>());
}

}  // namespace cooperative_groups
