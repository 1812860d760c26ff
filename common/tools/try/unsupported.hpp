// What the emulator does not have, found by name in a program: the compiler's own errors do not say that.
#pragma once

#include <string>
#include <vector>

#include "tools/try/source/tokens.hpp"

namespace ladder::tried {

// "mm.cu:14: tex2D: textures and surfaces are not supported" for each line of the program's own files, in their order.
std::vector<std::string> find_unsupported(const Source& source);

// The same for what would compile, and cannot run: a kernel, or a function for the device alone, that launches or
// allocates memory.
std::vector<std::string> find_in_device_code(const Source& source);

}  // namespace ladder::tried
