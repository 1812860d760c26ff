#include "ladder/engine/emulator/runtime/devices.hpp"

#include <fmt/format.h>

namespace ladder::emulator {

Devices& Devices::instance() {
  static Devices devices;
  return devices;
}

void Devices::forget_peers(int device) {
  for (int peer = 0; peer < count_; ++peer) enabled_.erase({device, peer});
}

std::string no_device(int device) {
  const int count = Devices::instance().count();
  const std::string those = count == 1 ? "one, number 0" : fmt::format("{}, numbers 0 to {}", count, count - 1);
  return fmt::format("there is no device {}: the emulator has {}; ./learn try --gpus P gives it P", device, those);
}

}  // namespace ladder::emulator
