// __launch_bounds__(N, ..) of a kernel.
#pragma once

namespace ladder::emulator {

// N, the most threads that a block of the kernel may have; 0 where there is none, or where it is not known. The debug
// information says where the kernel stands, and the source there is read: N is a number, a parameter of the template,
// or a constant.
unsigned launch_bounds(const void* kernel);

}  // namespace ladder::emulator
