// How CUDA's device functions are declared on the emulator.
#pragma once

// Part of what calls it: a call site is the kernel's, or the program's.
#define LADDER_DEVICE inline __attribute__((always_inline))

// What threads do together must stay where it is: clang++ would copy a barrier into both arms of a branch.
#if defined(__clang__)
#define LADDER_TOGETHER __attribute__((convergent, noduplicate))
#else
#define LADDER_TOGETHER
#endif

namespace ladder::cuda {

// The type of a parameter that is converted to what another parameter says.
template <typename T>
struct Converted {
  using type = T;
};

template <typename To, typename From>
LADDER_DEVICE To same_bits(From value) {
  static_assert(sizeof(To) == sizeof(From));
  To result;
  __builtin_memcpy(static_cast<void*>(&result), &value, sizeof(To));
  return result;
}

}  // namespace ladder::cuda
