// Atomics. (CUDA C++ Programming Guide, "Atomic Functions".) The value's type follows the address's.
#pragma once

#include "ladder/engine/emulator/language/device.hpp"

namespace ladder::emulator {

// What is made of two values: by an atomic, of the old one and its own; by a reduction, of those of two lanes.
enum class Operation { add, exchange, minimum, maximum, increment, decrement, bit_and, bit_or, bit_xor };

// Performs the operation in one piece and returns the old value. T: int, unsigned, unsigned long long, float or double;
// to add, also the types of cuda_fp16.h and cuda_bf16.h.
template <typename T>
LADDER_TOGETHER T atomic(Operation operation, T* address, T value);
template <typename T>
LADDER_TOGETHER T atomic_compare_and_swap(T* address, T expected, T value);

}  // namespace ladder::emulator

#define LADDER_ATOMIC(name, operation)                                                       \
  template <typename T>                                                                      \
  LADDER_DEVICE T name(T* address, typename ladder::cuda::Converted<T>::type value) {        \
    return ladder::emulator::atomic(ladder::emulator::Operation::operation, address, value); \
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
LADDER_DEVICE T atomicSub(T* address, typename ladder::cuda::Converted<T>::type value) {
  return atomicAdd(address, static_cast<T>(0 - value));
}
template <typename T>
LADDER_DEVICE T atomicCAS(T* address, typename ladder::cuda::Converted<T>::type expected,
                          typename ladder::cuda::Converted<T>::type value) {
  return ladder::emulator::atomic_compare_and_swap(address, expected, value);
}
