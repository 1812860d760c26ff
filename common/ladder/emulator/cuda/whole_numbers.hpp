// <cuda/cmath>: divisions and multiples of whole numbers, for host and device. (CUDA C++ Core Libraries, libcu++,
// "cmath".)
#pragma once

#include <cmath>
#include <type_traits>

#include "ladder/emulator/cuda/device.hpp"

namespace cuda {

template <typename A, typename B>
using WholeNumber = std::enable_if_t<std::is_integral_v<A> && std::is_integral_v<B>, std::common_type_t<A, B>>;

// a / b, rounded up. a: 0 or more; b: more than 0.
template <typename A, typename B>
LADDER_DEVICE constexpr WholeNumber<A, B> ceil_div(A a, B b) {
  using Number = std::common_type_t<A, B>;
  const Number quotient = Number(a) / Number(b);
  return quotient + (quotient * Number(b) != Number(a) ? 1 : 0);
}

// The next multiple of b that is not less than a, or not more. The same numbers as there.
template <typename A, typename B>
LADDER_DEVICE constexpr WholeNumber<A, B> round_up(A a, B b) {
  return ceil_div(a, b) * std::common_type_t<A, B>(b);
}
template <typename A, typename B>
LADDER_DEVICE constexpr WholeNumber<A, B> round_down(A a, B b) {
  using Number = std::common_type_t<A, B>;
  return Number(a) / Number(b) * Number(b);
}

}  // namespace cuda
