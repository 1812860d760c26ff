// Atomics. (CUDA C++ Programming Guide, "Atomic Functions".) The value's type follows the address's.
#pragma once

#include <type_traits>

#include "ladder/emulator/cuda/special_registers.hpp"

namespace ladder::emulator {

// What is made of two values: by an atomic, of the old one and its own; by a reduction, of those of two lanes.
enum class Operation { add, exchange, minimum, maximum, increment, decrement, bit_and, bit_or, bit_xor };

// For whom an atomic is one piece: for threads of the same block, or for all. (The system's other devices do not run
// here.)
enum class Scope { block, device };

// acquires: who makes it knows from then on what others have released there; or else only behind a fence of its own.
struct AtomicOrder {
  constexpr AtomicOrder(Scope scope, bool acquires = true) : scope(scope), acquires(acquires) {}
  Scope scope;
  bool acquires;
};

// Performs the operation in one piece and returns the old value.
template <typename T>
LADDER_TOGETHER T atomic(Operation operation, T* address, T value, AtomicOrder order);
template <typename T>
LADDER_TOGETHER T atomic_compare_and_swap(T* address, T expected, T value, AtomicOrder order);
// Adds each part of a float2 or float4 in global memory in one piece.
template <typename T>
LADDER_TOGETHER T atomic_add_parts(T* address, T value, AtomicOrder order);
// Bits that are loaded, or stored, in one piece.
template <typename Bits>
LADDER_TOGETHER Bits atomic_load(const Bits* address, AtomicOrder order);
template <typename Bits>
LADDER_TOGETHER void atomic_store(Bits* address, Bits value, Scope scope);

// Whether a kernel of this program makes atomics at all: where none does, nobody notes who reads what. Known before
// main(): whatever makes one has a variable that says so.
bool atomics_are_made() noexcept;
bool note_atomics() noexcept;
template <typename T>
inline const bool are_made_of = note_atomics();

template <typename T, typename... Types>
inline constexpr bool is_any_of = (std::is_same_v<T, Types> || ...);

// Whether CUDA has the operation for the type.
template <typename T>
inline constexpr bool is_word = is_any_of<T, int, unsigned, unsigned long long>;
template <typename T>
constexpr bool has_atomic(Operation operation) {
  switch (operation) {
    case Operation::add: return is_word<T> || is_any_of<T, float, double, float2, float4> || cuda::is_small_float<T>;
    case Operation::exchange: return is_word<T> || std::is_same_v<T, float>;
    case Operation::minimum:
    case Operation::maximum: return is_word<T> || std::is_same_v<T, long long>;
    case Operation::increment:
    case Operation::decrement: return std::is_same_v<T, unsigned>;
    default: return is_word<T>;
  }
}

template <Operation operation, typename T>
LADDER_DEVICE T checked_atomic(T* address, T value, Scope scope) {
  static_cast<void>(&are_made_of<T>);
  static_assert(has_atomic<T>(operation), "CUDA does not have this atomic function for this type");
  if constexpr (is_any_of<T, float2, float4>) {
    return atomic_add_parts(address, value, scope);
  } else {
    return atomic(operation, address, value, scope);
  }
}
template <typename T>
LADDER_DEVICE T checked_subtraction(T* address, T value, Scope scope) {
  static_cast<void>(&are_made_of<T>);
  static_assert(is_any_of<T, int, unsigned>, "CUDA has atomicSub() for int and unsigned");
  return atomic(Operation::add, address, static_cast<T>(0u - static_cast<unsigned>(value)), scope);
}
template <typename T>
LADDER_DEVICE T checked_swap(T* address, T expected, T value, Scope scope) {
  static_cast<void>(&are_made_of<T>);
  static_assert(is_word<T> || std::is_same_v<T, unsigned short>,
                "CUDA has atomicCAS() for int, unsigned, unsigned long long and unsigned short");
  return atomic_compare_and_swap(address, expected, value, scope);
}

}  // namespace ladder::emulator

#define LADDER_IN_SCOPE(name, scope, call)                                                         \
  template <typename T>                                                                            \
  LADDER_DEVICE T name(T* address, typename ladder::cuda::Converted<T>::type value) {              \
    return ladder::emulator::call(address, static_cast<T>(value), ladder::emulator::Scope::scope); \
  }
#define LADDER_ATOMIC(name, call)              \
  LADDER_IN_SCOPE(name, device, call)          \
  LADDER_IN_SCOPE(name##_system, device, call) \
  LADDER_IN_SCOPE(name##_block, block, call)
LADDER_ATOMIC(atomicAdd, checked_atomic<ladder::emulator::Operation::add>)
LADDER_ATOMIC(atomicSub, checked_subtraction)
LADDER_ATOMIC(atomicExch, checked_atomic<ladder::emulator::Operation::exchange>)
LADDER_ATOMIC(atomicMin, checked_atomic<ladder::emulator::Operation::minimum>)
LADDER_ATOMIC(atomicMax, checked_atomic<ladder::emulator::Operation::maximum>)
LADDER_ATOMIC(atomicInc, checked_atomic<ladder::emulator::Operation::increment>)
LADDER_ATOMIC(atomicDec, checked_atomic<ladder::emulator::Operation::decrement>)
LADDER_ATOMIC(atomicAnd, checked_atomic<ladder::emulator::Operation::bit_and>)
LADDER_ATOMIC(atomicOr, checked_atomic<ladder::emulator::Operation::bit_or>)
LADDER_ATOMIC(atomicXor, checked_atomic<ladder::emulator::Operation::bit_xor>)
#undef LADDER_ATOMIC
#undef LADDER_IN_SCOPE

#define LADDER_SWAP(name, scope)                                                                     \
  template <typename T>                                                                              \
  LADDER_DEVICE T name(T* address, typename ladder::cuda::Converted<T>::type expected,               \
                       typename ladder::cuda::Converted<T>::type value) {                            \
    return ladder::emulator::checked_swap(address, expected, value, ladder::emulator::Scope::scope); \
  }
LADDER_SWAP(atomicCAS, device)
LADDER_SWAP(atomicCAS_system, device)
LADDER_SWAP(atomicCAS_block, block)
#undef LADDER_SWAP
