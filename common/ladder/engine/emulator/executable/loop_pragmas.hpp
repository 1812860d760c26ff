// What the source asks of the compiler for a loop.
#pragma once

#include <cstdint>

namespace ladder::emulator {

enum class LoopPragma : std::uint8_t { none, unroll, kept_rolled };

// What stands above the line of this comparison, which ends a loop: `#pragma unroll` with or without a number, or with
// 1. Nothing where the source cannot be read. (Each answer is kept.)
LoopPragma loop_pragma(std::uintptr_t comparison);

}  // namespace ladder::emulator
