// Searches among the bits of a word, as one instruction each: compiled without instrumentation, out of the kernels'
// sight.
#pragma once

#include "ladder/engine/emulator/language/device.hpp"

namespace ladder::cuda {

// The position of the |nth|-th bit that is 1, from bit `base` on upwards, or downwards where nth is negative; nth = 0:
// `base`, if that is one. UINT32_MAX where there is none. (PTX ISA, "fns".)
unsigned position_of_bit(unsigned word, unsigned base, int nth) noexcept __attribute__((const));

// The lowest `count` bits in the other order.
unsigned long long reverse_bits(unsigned long long word, int count) noexcept __attribute__((const));

// The bits of `word` that `mask` chooses, side by side from bit 0 on.
unsigned pack_bits(unsigned word, unsigned mask) noexcept __attribute__((const));

// Of the bits that are 1 in `mask`, counted from the lowest one on, `count` each belong together: those that bit
// `member`, one of them, belongs to.
unsigned bits_beside(unsigned mask, unsigned member, unsigned count) noexcept __attribute__((const));

}  // namespace ladder::cuda
