// Work of the device that functions of the host do, as those of Thrust.
#pragma once

#include "ladder/emulator/cuda/runtime/memory.hpp"

namespace ladder::emulator {

// From begin() on, for as long as it lives, what its thread of the host loads and stores is a piece of work of a
// stream, and may be memory of the device. Then the host has waited for that. Within another one, and in a kernel, it
// does nothing.
class DeviceWork {
 public:
  DeviceWork() = default;
  DeviceWork(const DeviceWork&) = delete;
  ~DeviceWork() {
    if (is_outermost_) end();
  }
  void begin(cudaStream_t stream);
  // Whether nothing is to begin: there is one, or this is a kernel.
  static bool is_running();

 private:
  static void end();
  bool is_outermost_ = false;
};

}  // namespace ladder::emulator
