// What the source asks of the compiler for a loop.
#pragma once

#include <cstdint>

namespace ladder::emulator {

// Whether the line of this comparison, which ends a loop, stands below `#pragma unroll 1`. No where the source cannot
// be read. (Each answer is kept.)
bool is_kept_rolled(std::uintptr_t comparison);

}  // namespace ladder::emulator
