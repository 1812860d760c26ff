// What the source itself says of a kernel, where the debug information does not.
#pragma once

#include <string>

namespace ladder::emulator {

// __launch_bounds__(N, ..)
struct Written {
  std::string bounds, place;  // N as it is written, "kernel.cuh:77"
};
// Of the function of that name, whose declaration has the file and the line: "sum<256>", or "sum__device_code<256>" of
// a program. Empty where there is none, or what is left of it is another function's.
Written written_bounds(const std::string& file, int line, std::string name);

// What a constant is that is a macro, or that clang++ leaves out as it is used nowhere else: "#define NAME 96" or
// "constexpr unsigned NAME = 96;" in the kernel's file. 0 where there is none.
unsigned constant_in(const std::string& file, const std::string& name);

}  // namespace ladder::emulator
