// How the structs that a kernel's file knows are aligned.
#pragma once

#include <cstddef>

namespace ladder::emulator {

// Of those of so many bytes that the kernel has to do with, else of those in its file, the least alignment; 0 where
// there is none. From this executable's debug information, without what the emulator and the system's headers declare.
std::size_t struct_alignment(const void* kernel, std::size_t bytes);

}  // namespace ladder::emulator
