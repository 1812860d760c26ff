// Which arrays are variables of a thread.
#pragma once

#include <string>

namespace ladder::emulator {

// Whether no shared array, no variable of the kernel's file, no member of a struct and nothing that a pointer leads to
// is an array of these extents, "[4][8]", or has such rows: then one in the kernel is a variable of the thread.
bool is_local_array(const void* kernel, const std::string& extents);
// Of one that is not: whether there is an array in the kernel's file that has rows of these extents.
bool is_row_of_an_array(const void* kernel, const std::string& extents);

}  // namespace ladder::emulator
