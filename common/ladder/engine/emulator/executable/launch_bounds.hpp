// __launch_bounds__(N, ..) of a kernel.
#pragma once

#include <string>

namespace ladder::emulator {

struct LaunchBounds {
  unsigned threads = 0;  // N, the most that a block of the kernel may have; 0: there is none, or it is not known
  std::string place;     // "kernel.cuh:77"
};

// The debug information says where the kernel stands, and the source there is read: N is a number, a parameter of the
// template, or a constant.
LaunchBounds launch_bounds(const void* kernel);

}  // namespace ladder::emulator
