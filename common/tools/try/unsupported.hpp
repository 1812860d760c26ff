// What the emulator does not have, found by name in a kernel's file: the compiler's own errors do not say that.
#pragma once

#include <string>
#include <vector>

namespace ladder::tried {

// "mm.cu:14: asm: PTX assembly is not supported" for each line of the text, in their order.
std::vector<std::string> find_unsupported(const std::string& file, const std::string& text);

}  // namespace ladder::tried
