// Small wrong kernels, one for each message of the emulator: their messages are checked, and stand in the
// documentation.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace messages {

inline constexpr unsigned elements = 256;  // of both buffers

struct WrongKernel {
  std::string name;
  std::function<void(const float* in, float* out)> launch;
  bool input_is_closed = false;  // it is memory of another device
};

std::vector<WrongKernel> wrong_kernels();

}  // namespace messages
