// What `#include <cooperative_groups/scan.h>` finds on the emulator: scans of a group within a warp, by shuffles.
#pragma once

#include <cooperative_groups.h>

#include <type_traits>
#include <utility>

#include "ladder/engine/emulator/language/groups/operations.hpp"

namespace cooperative_groups {

template <typename Group, typename T, typename Operation>
LADDER_DEVICE auto inclusive_scan(const Group& group, T&& value, Operation&& operation) {
  std::decay_t<T> result = value;
  for (unsigned distance = 1; distance < group.size(); distance *= 2) {
    const auto before = group.shfl_up(result, distance);
    if (distance <= group.thread_rank()) result = operation(result, before);
  }
  return result;
}
template <typename Group, typename T>
LADDER_DEVICE auto inclusive_scan(const Group& group, T&& value) {
  return inclusive_scan(group, value, plus<std::decay_t<T>>());
}

// The first thread gets a T{}, whatever the operation.
template <typename Group, typename T, typename Operation>
LADDER_DEVICE auto exclusive_scan(const Group& group, T&& value, Operation&& operation) {
  const auto inclusive = inclusive_scan(group, value, operation);
  if constexpr (std::is_integral_v<std::decay_t<T>> && std::is_same_v<std::decay_t<Operation>, plus<std::decay_t<T>>>) {
    return static_cast<std::decay_t<T>>(inclusive - value);
  } else {
    const auto before = group.shfl_up(inclusive, 1);
    return group.thread_rank() == 0 ? std::decay_t<T>{} : before;
  }
}
template <typename Group, typename T>
LADDER_DEVICE auto exclusive_scan(const Group& group, T&& value) {
  return exclusive_scan(group, value, plus<std::decay_t<T>>());
}

}  // namespace cooperative_groups
