// memcpy() and memset() as nvcc makes them in a kernel: byte by byte, however the pointers are aligned.
#pragma once

#include <cstddef>
#include <cstring>

#include "ladder/engine/emulator/language/device.hpp"

LADDER_DEVICE void* device_memcpy(void* to, const void* from, std::size_t bytes) {
  for (std::size_t i = 0; i < bytes; ++i) static_cast<char*>(to)[i] = static_cast<const char*>(from)[i];
  return to;
}
LADDER_DEVICE void* device_memset(void* to, int value, std::size_t bytes) {
  for (std::size_t i = 0; i < bytes; ++i) static_cast<char*>(to)[i] = static_cast<char>(value);
  return to;
}
namespace std {
using ::device_memcpy;
using ::device_memset;
}  // namespace std
#define memcpy device_memcpy
#define memset device_memset
