#include "ladder/engine/emulator/runtime/links.hpp"

namespace ladder::emulator {

Links& Links::instance() {
  static Links links;
  return links;
}

void Links::add(int device, const RemoteSectors& sectors) {
  for (const auto& [other, sums] : sectors.by_device) {
    if (sums.loaded != 0) from_to(other, device).loaded += sums.loaded;
    if (sums.stored != 0) from_to(device, other).stored += sums.stored;
  }
}

}  // namespace ladder::emulator
