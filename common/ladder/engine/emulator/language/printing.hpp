// printf() of a kernel.
#pragma once

#include <cstdint>
#include <cstdio>

#include "ladder/engine/emulator/language/special_registers.hpp"

namespace ladder::emulator {

// Fails the launch where the format, or an argument that it prints as a string, is no text that can be read. One number
// for each argument: a pointer's address, anything else as 0.
void check_printed(const char* format, const std::uintptr_t* pointers, int count);

// threadIdx.x and the like are numbers only after a conversion, which printf(const char*, ...) would not make.
template <typename T>
LADDER_DEVICE T as_printed(T value) {
  return value;
}
template <Register name, int axis>
LADDER_DEVICE unsigned as_printed(RegisterField<name, axis> value) {
  return value;
}
template <typename T>
LADDER_DEVICE std::uintptr_t as_pointer(const T&) {
  return 0;
}
template <typename T>
LADDER_DEVICE std::uintptr_t as_pointer(T* pointer) {
  return reinterpret_cast<std::uintptr_t>(pointer);
}

}  // namespace ladder::emulator

template <typename First, typename... Rest>
LADDER_DEVICE int printf(const char* format, First first, Rest... rest) {
  const std::uintptr_t pointers[] = {ladder::emulator::as_pointer(first), ladder::emulator::as_pointer(rest)...};
  ladder::emulator::check_printed(format, pointers, 1 + sizeof...(rest));
  return std::printf(format, ladder::emulator::as_printed(first), ladder::emulator::as_printed(rest)...);
}
