// Inline PTX as C++ for the emulator.
#pragma once

#include <string>

namespace ladder::tried {

// The C++ statement, of one line and without its semicolon, that takes the place of asm(TEXT) or asm volatile(TEXT) in
// a kernel. Its file includes ladder/engine/emulator/language/inline_ptx.hpp. Throws Failure(bad_usage) with the
// instruction's name where that is not supported: "inline PTX: mma.sync.aligned.m16n8k16 is not supported".
std::string translate_ptx(const std::string& text);

}  // namespace ladder::tried
