// What function templates of CUDA's take for a number.
#pragma once

#include <type_traits>

#include "ladder/engine/emulator/language/special_registers.hpp"

namespace ladder::cuda {

// threadIdx.x is one.
template <typename T>
struct Number {
  using type = T;
};
template <emulator::Register name, int axis>
struct Number<emulator::RegisterField<name, axis>> {
  using type = unsigned;
};
template <typename A, typename B>
using CommonNumber = std::common_type_t<typename Number<A>::type, typename Number<B>::type>;

// The types of cuda_fp16.h and cuda_bf16.h.
template <typename Format>
class SmallFloat;
template <typename Format>
struct SmallFloat2;
template <typename T>
inline constexpr bool is_small_float = false;
template <typename Format>
inline constexpr bool is_small_float<SmallFloat<Format>> = true;
template <typename Format>
inline constexpr bool is_small_float<SmallFloat2<Format>> = true;

}  // namespace ladder::cuda
