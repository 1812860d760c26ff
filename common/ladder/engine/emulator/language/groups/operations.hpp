// What reduce() and the scans of cooperative groups are given: plus<T>, ...
#pragma once

#include "ladder/engine/emulator/language/device.hpp"

namespace cooperative_groups {

#define LADDER_OPERATION(name, value)                            \
  template <typename T>                                          \
  struct name {                                                  \
    LADDER_DEVICE T operator()(T a, T b) const { return value; } \
  };
LADDER_OPERATION(plus, a + b)
LADDER_OPERATION(less, b < a ? b : a)
LADDER_OPERATION(greater, a < b ? b : a)
LADDER_OPERATION(bit_and, a& b)
LADDER_OPERATION(bit_or, a | b)
LADDER_OPERATION(bit_xor, a ^ b)
#undef LADDER_OPERATION

}  // namespace cooperative_groups
