// The types and registers of inline PTX. (PTX ISA, "Types" and "Operands".) An asm statement of a kernel becomes C++
// that calls the functions of this folder: see tools/try/inline_ptx.hpp.
#pragma once

#include <cstdint>
#include <type_traits>

#include "ladder/emulator/cuda/small_float2.hpp"
#include "ladder/emulator/cuda/vector_types.hpp"

namespace ladder::ptx {

using pred = bool;
using b8 = std::uint8_t;
using u8 = std::uint8_t;
using s8 = std::int8_t;
using b16 = std::uint16_t;
using u16 = std::uint16_t;
using s16 = std::int16_t;
using b32 = std::uint32_t;
using u32 = std::uint32_t;
using s32 = std::int32_t;
using b64 = unsigned long long;
using u64 = unsigned long long;
using s64 = long long;
using f32 = float;
using f64 = double;
using f16 = cuda::SmallFloat<cuda::HalfFormat>;
using f16x2 = cuda::SmallFloat2<cuda::HalfFormat>;
using bf16 = cuda::SmallFloat<cuda::Bfloat16Format>;
using bf16x2 = cuda::SmallFloat2<cuda::Bfloat16Format>;

// What an instruction takes for a T: the bits of a register of its size; of a wider one the low bits; of a number in
// the text, its value.
template <typename T, typename From>
LADDER_DEVICE T as(From value) {
  if constexpr (std::is_same_v<T, From>) {
    return value;
  } else if constexpr (std::is_same_v<T, bool>) {
    return value != From(0);
  } else if constexpr (std::is_pointer_v<From>) {
    return as<T>(static_cast<u64>(reinterpret_cast<std::uintptr_t>(value)));
  } else if constexpr (std::is_enum_v<From>) {
    return as<T>(static_cast<std::underlying_type_t<From>>(value));
  } else if constexpr (sizeof(T) == sizeof(From) && !(std::is_integral_v<T> && std::is_integral_v<From>)) {
    return cuda::same_bits<T>(value);
  } else if constexpr (std::is_arithmetic_v<T>) {
    return static_cast<T>(value);
  } else {
    return as<T>(static_cast<std::conditional_t<sizeof(T) == 2, b16, b32>>(value));
  }
}
// A number in the text that stands for an integer or for a number of its type, in an instruction of type T.
LADDER_DEVICE f32 bits_of_f32(b32 bits) { return cuda::same_bits<f32>(bits); }
LADDER_DEVICE f64 bits_of_f64(b64 bits) { return cuda::same_bits<f64>(bits); }

// Into a register; a wider one gets the sign of what has one.
template <typename Register, typename T>
LADDER_DEVICE void set(Register& to, T value) {
  to = as<Register>(value);
}
// Into what the asm statement names as its output.
template <typename Output, typename Register>
LADDER_DEVICE void give(Output& to, Register value) {
  if constexpr (std::is_pointer_v<Output>) {
    to = reinterpret_cast<Output>(static_cast<std::uintptr_t>(value));
  } else {
    to = as<Output>(value);
  }
}

// Registers as parts of a wider one, the lowest first.
template <typename Wide, typename... Parts>
LADDER_DEVICE Wide pack(Parts... parts) {
  b64 bits = 0;
  unsigned at = 0;
  const auto add = [&](auto part) {
    bits |= static_cast<b64>(as<std::conditional_t<sizeof(part) == 2, b16, b32>>(part)) << at;
    at += 8 * sizeof(part);
  };
  (add(parts), ...);
  return as<Wide>(static_cast<std::conditional_t<sizeof(Wide) == 4, b32, b64>>(bits));
}
template <typename Wide, typename... Parts>
LADDER_DEVICE void unpack(Wide value, Parts&... parts) {
  b64 bits = as<std::conditional_t<sizeof(Wide) == 4, b32, b64>>(value);
  const auto take = [&](auto& part) {
    using Part = std::decay_t<decltype(part)>;
    part = as<Part>(static_cast<std::conditional_t<sizeof(Part) == 2, b16, b32>>(bits));
    bits >>= 8 * sizeof(Part) % 64;
  };
  (take(parts), ...);
}

}  // namespace ladder::ptx
