// CUDA's built-in device functions, as kernels on the emulator call them. Included by cuda_syntax.hpp.
//
// Loads and stores of kernels are seen by the compiler's callbacks. What goes beyond them (barriers, exchanges between
// lanes, atomics) calls into the emulator here; the calls are implemented in device_functions.cpp.
#pragma once

#include <cstdint>
#include <cstdio>
#include <cstring>

#include "ladder/engine/emulator/language/special_registers.hpp"

// What threads do together must stay where it is: clang++ would copy a barrier into both arms of a branch.
#if defined(__clang__)
#define LADDER_TOGETHER __attribute__((convergent, noduplicate))
#else
#define LADDER_TOGETHER
#endif

namespace ladder::emulator {

// Waits for the lanes of the mask, which have to call the same function. Offers `value` to them and returns what
// source_lane offers.
LADDER_TOGETHER std::uint64_t exchange_with_lane(const char* function, std::uint32_t mask, std::uint64_t value,
                                                 int source_lane);
LADDER_TOGETHER std::uint32_t ballot(const char* function, std::uint32_t mask, bool vote);
// A __syncthreads() that returns how many threads of the block voted for it.
LADDER_TOGETHER unsigned barrier_with_votes(bool vote);
unsigned lane_of_this_thread() noexcept __attribute__((const));

enum class Atomic { add, exchange, minimum, maximum, increment, decrement, bit_and, bit_or, bit_xor };

// Performs the operation in one piece and returns the old value. T: int, unsigned, unsigned long long, float or double;
// to add, also the types of cuda_fp16.h and cuda_bf16.h.
template <typename T>
LADDER_TOGETHER T atomic(Atomic operation, T* address, T value);
template <typename T>
LADDER_TOGETHER T atomic_compare_and_swap(T* address, T expected, T value);

// What assert() calls where the condition does not hold: the launch fails.
[[noreturn]] void fail_assertion(const char* condition);

// Fails the launch where the format, or an argument that it prints as a string, is no text that can be read. One number
// for each argument: a pointer's address, anything else as 0.
void check_printed(const char* format, const std::uintptr_t* pointers, int count);

// T as 64 bits and back, for exchanges.
template <typename T>
inline __attribute__((always_inline)) T shuffle(const char* function, std::uint32_t mask, T value, int source_lane) {
  static_assert(sizeof(T) <= 8, "a shuffle moves at most 8 bytes");
  std::uint64_t bits = 0;
  __builtin_memcpy(&bits, &value, sizeof(T));
  bits = exchange_with_lane(function, mask, bits, source_lane);
  __builtin_memcpy(&value, &bits, sizeof(T));
  return value;
}

}  // namespace ladder::emulator

inline constexpr int warpSize = 32;

#define LADDER_DEVICE inline __attribute__((always_inline))

LADDER_TOGETHER void __syncthreads();
LADDER_DEVICE int __syncthreads_count(int vote) {
  return static_cast<int>(ladder::emulator::barrier_with_votes(vote != 0));
}
LADDER_DEVICE int __syncthreads_or(int vote) { return ladder::emulator::barrier_with_votes(vote != 0) != 0; }
LADDER_DEVICE int __syncthreads_and(int vote) { return ladder::emulator::barrier_with_votes(vote == 0) == 0; }
LADDER_TOGETHER void __syncwarp(unsigned mask = 0xffffffffu);
void __threadfence();
void __threadfence_block();
LADDER_DEVICE void __threadfence_system() { __threadfence(); }

// Shuffles: a lane's value goes to others of the same `width` consecutive lanes. (CUDA C++ Programming Guide, "Warp
// Shuffle Functions".) A source outside them is the lane itself.
template <typename T>
LADDER_DEVICE T __shfl_sync(unsigned mask, T value, int source, int width = warpSize) {
  const int lane = static_cast<int>(ladder::emulator::lane_of_this_thread());
  return ladder::emulator::shuffle("__shfl_sync()", mask, value, (lane & -width) | (source & (width - 1)));
}
template <typename T>
LADDER_DEVICE T __shfl_up_sync(unsigned mask, T value, unsigned distance, int width = warpSize) {
  const int lane = static_cast<int>(ladder::emulator::lane_of_this_thread());
  const int source = lane - static_cast<int>(distance);
  return ladder::emulator::shuffle("__shfl_up_sync()", mask, value, source < (lane & -width) ? lane : source);
}
template <typename T>
LADDER_DEVICE T __shfl_down_sync(unsigned mask, T value, unsigned distance, int width = warpSize) {
  const int lane = static_cast<int>(ladder::emulator::lane_of_this_thread());
  const int source = lane + static_cast<int>(distance);
  return ladder::emulator::shuffle("__shfl_down_sync()", mask, value, source > (lane | (width - 1)) ? lane : source);
}
template <typename T>
LADDER_DEVICE T __shfl_xor_sync(unsigned mask, T value, int lanes, int width = warpSize) {
  const int lane = static_cast<int>(ladder::emulator::lane_of_this_thread());
  const int source = lane ^ lanes;
  return ladder::emulator::shuffle("__shfl_xor_sync()", mask, value, source > (lane | (width - 1)) ? lane : source);
}
LADDER_DEVICE unsigned __ballot_sync(unsigned mask, int vote) {
  return ladder::emulator::ballot("__ballot_sync()", mask, vote != 0);
}
LADDER_DEVICE int __any_sync(unsigned mask, int vote) {
  return ladder::emulator::ballot("__any_sync()", mask, vote != 0) != 0;
}
LADDER_DEVICE int __all_sync(unsigned mask, int vote) {
  return ladder::emulator::ballot("__all_sync()", mask, vote == 0) == 0;
}

// Atomics (CUDA C++ Programming Guide, "Atomic Functions"). The value's type follows the address's.
template <typename T>
struct LadderSame {
  using type = T;
};
#define LADDER_ATOMIC(name, operation)                                                    \
  template <typename T>                                                                   \
  LADDER_DEVICE T name(T* address, typename LadderSame<T>::type value) {                  \
    return ladder::emulator::atomic(ladder::emulator::Atomic::operation, address, value); \
  }
LADDER_ATOMIC(atomicAdd, add)
LADDER_ATOMIC(atomicExch, exchange)
LADDER_ATOMIC(atomicMin, minimum)
LADDER_ATOMIC(atomicMax, maximum)
LADDER_ATOMIC(atomicInc, increment)
LADDER_ATOMIC(atomicDec, decrement)
LADDER_ATOMIC(atomicAnd, bit_and)
LADDER_ATOMIC(atomicOr, bit_or)
LADDER_ATOMIC(atomicXor, bit_xor)
#undef LADDER_ATOMIC
template <typename T>
LADDER_DEVICE T atomicSub(T* address, typename LadderSame<T>::type value) {
  return atomicAdd(address, static_cast<T>(0 - value));
}
template <typename T>
LADDER_DEVICE T atomicCAS(T* address, typename LadderSame<T>::type expected, typename LadderSame<T>::type value) {
  return ladder::emulator::atomic_compare_and_swap(address, expected, value);
}

// Loads and stores with a hint for the caches. The hint changes no count.
template <typename T>
LADDER_DEVICE T __ldg(const T* address) {
  return *address;
}
template <typename T>
LADDER_DEVICE T __ldca(const T* address) {
  return *address;
}
template <typename T>
LADDER_DEVICE T __ldcs(const T* address) {
  return *address;
}
template <typename T>
LADDER_DEVICE T __ldcg(const T* address) {
  return *address;
}
template <typename T>
LADDER_DEVICE void __stcs(T* address, T value) {
  *address = value;
}
template <typename T>
LADDER_DEVICE void __stcg(T* address, T value) {
  *address = value;
}
template <typename T>
LADDER_DEVICE void __stwb(T* address, T value) {
  *address = value;
}

// As nvcc makes them: byte by byte, however the pointers are aligned.
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

// printf of a kernel. threadIdx.x and the like are numbers only after a conversion, which printf(const char*, ...)
// would not make.
namespace ladder::emulator {
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

#undef LADDER_DEVICE
