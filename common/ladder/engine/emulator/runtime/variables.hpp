// Variables of a program's kernels, `__device__` and `__constant__`: each device has its own, and there is one address.
#pragma once

#include <cstddef>
#include <vector>

#include "ladder/engine/emulator/executable/executable.hpp"

namespace ladder::emulator {

// At the variables' addresses stand the values of one device; those of the others are kept here.
class Variables {
 public:
  static Variables& instance();

  // At the program's start: each of so many devices has the values that stand there.
  void begin(int devices);
  // From now on the values there are those of the device.
  void use(int device);

 private:
  void put_away(std::vector<std::byte>& values) const;

  std::vector<Segment> variables_;
  std::vector<std::vector<std::byte>> values_;  // by device
  int used_ = 0;
};

}  // namespace ladder::emulator
