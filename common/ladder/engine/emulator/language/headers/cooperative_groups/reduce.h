// What `#include <cooperative_groups/reduce.h>` finds on the emulator: reduce() of a tile, by shuffles.
#pragma once

#include <cooperative_groups.h>

namespace cooperative_groups {

template <typename T>
struct plus {
  LADDER_DEVICE T operator()(T a, T b) const { return a + b; }
};
template <typename T>
struct less {
  LADDER_DEVICE T operator()(T a, T b) const { return b < a ? b : a; }
};
template <typename T>
struct greater {
  LADDER_DEVICE T operator()(T a, T b) const { return a < b ? b : a; }
};

// Every thread of the tile gets the result.
template <unsigned Size, typename Parent, typename T, typename Operation>
LADDER_DEVICE T reduce(const thread_block_tile<Size, Parent>& tile, T value, const Operation& operation) {
  for (unsigned lanes = Size / 2; lanes > 0; lanes /= 2) value = operation(value, tile.shfl_xor(value, lanes));
  return value;
}

}  // namespace cooperative_groups
