// What a thread waits for, asks and says: barriers and fences, clocks, the end of a launch, printf(). (CUDA C++
// Programming Guide, "Synchronization Functions", "Memory Fence Functions", "Time Function", "Formatted Output".)
#pragma once

#include <cstdint>
#include <cstdio>
#include <ctime>

#include "ladder/emulator/cuda/device.hpp"
#include "ladder/emulator/cuda/special_registers.hpp"

namespace ladder::emulator {

// A __syncthreads() that returns how many threads of the block voted for it.
LADDER_TOGETHER unsigned barrier_with_votes(bool vote);

// The launch fails, and it is said of the thread what it does: "calls __trap()". In host code, the program ends.
[[noreturn]] void fail_launch(const char* what_the_thread_does);
// The thread ends here, as by returning from its kernel.
[[noreturn]] void end_thread();

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

long long clock64();
void __nanosleep(unsigned nanoseconds);  // the clock goes on by so much

// For profilers, which the emulator is not.
LADDER_DEVICE void __prof_trigger(int) {}

[[noreturn]] void __trap();
// What assert() calls where the condition does not hold.
[[noreturn]] void ladder_fail_assertion(const char* condition);
// (With a debugger, it would stop there.)
[[noreturn]] void __brkpt();

template <typename First, typename... Rest>
LADDER_DEVICE int printf(const char* format, First first, Rest... rest) {
  const std::uintptr_t pointers[] = {ladder::emulator::as_pointer(first), ladder::emulator::as_pointer(rest)...};
  ladder::emulator::check_printed(format, pointers, 1 + sizeof...(rest));
  return std::printf(format, ladder::emulator::as_printed(first), ladder::emulator::as_printed(rest)...);
}
