// threadIdx, blockIdx, blockDim and gridDim: what they are made of on the emulator.
#pragma once

#include <type_traits>

#include "ladder/emulator/cuda/device.hpp"
#include "ladder/emulator/cuda/vector_types.hpp"

struct dim3 {
  unsigned x, y, z;
  constexpr dim3(unsigned x = 1, unsigned y = 1, unsigned z = 1) : x(x), y(y), z(z) {}
  constexpr dim3(uint3 value) : x(value.x), y(value.y), z(value.z) {}
  constexpr operator uint3() const { return {x, y, z}; }
};

namespace ladder::emulator {

enum class Register { thread, block, block_size, grid_size };

// The value of a special register in the thread that now runs. axis: 0, 1, 2 for x, y, z.
unsigned special_register(Register name, int axis) noexcept __attribute__((const));

// Whether a kernel's thread asks, and not the host.
bool in_kernel() noexcept __attribute__((const));

template <Register name, int axis>
struct RegisterField {
  LADDER_DEVICE operator unsigned() const noexcept { return special_register(name, axis); }
};

// A register's value. Without a constructor: so the compiler asks for no field but those that a kernel reads.
struct RegisterValue {
  unsigned x, y, z;
  LADDER_DEVICE operator dim3() const noexcept { return dim3(x, y, z); }
  LADDER_DEVICE operator uint3() const noexcept { return {x, y, z}; }
};

// All of them, by Register, of the thread that this OS thread runs. Plain code (debuginfo/device_code.hpp) reads them
// here, without a call; other code would tell of each read.
extern __thread RegisterValue plain_registers[4];

template <Register name>
struct RegisterFields {
  RegisterField<name, 0> x;
  RegisterField<name, 1> y;
  RegisterField<name, 2> z;
  LADDER_DEVICE RegisterValue as_numbers() const noexcept { return {x, y, z}; }
  LADDER_DEVICE operator dim3() const noexcept { return as_numbers(); }
  LADDER_DEVICE operator uint3() const noexcept { return as_numbers(); }
};

}  // namespace ladder::emulator

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
