// What an atomic makes of the old value and its own, and a reduction of the values of two lanes.
#pragma once

#include <algorithm>
#include <type_traits>

#include "ladder/engine/emulator/language/atomic_functions.hpp"
#include "ladder/engine/emulator/language/small_float2.hpp"

namespace ladder::emulator {

template <typename T>
T apply(Operation operation, T old, T value) {
  if constexpr (std::is_integral_v<T>) {
    using Bits = std::make_unsigned_t<T>;
    if (operation == Operation::add) return static_cast<T>(static_cast<Bits>(old) + static_cast<Bits>(value));
  }
  switch (operation) {
    case Operation::add: return old + value;
    case Operation::exchange: return value;
    case Operation::minimum: return std::min(old, value);
    case Operation::maximum: return std::max(old, value);
    case Operation::increment: return old >= value ? T{0} : old + T{1};
    case Operation::decrement: return old == T{0} || old > value ? value : old - T{1};
    default: break;
  }
  if constexpr (std::is_integral_v<T>) {
    if (operation == Operation::bit_and) return old & value;
    if (operation == Operation::bit_or) return old | value;
    return old ^ value;
  }
  return old;  // CUDA has no bit operations on floating-point values
}

// Numbers of 16 bits, and pairs of them, are only added.
template <template <typename> typename Small, typename Format>
Small<Format> apply(Operation, Small<Format> old, Small<Format> value) {
  return old + value;
}

}  // namespace ladder::emulator
