#include "ladder/engine/emulator/runtime/chapter.hpp"

#include <cstring>

#include "ladder/engine/emulator/memory/global_memory.hpp"
#include "ladder/engine/emulator/runtime/allocations.hpp"
#include "ladder/engine/emulator/runtime/devices.hpp"
#include "ladder/engine/emulator/runtime/errors.hpp"
#include "ladder/engine/emulator/runtime/links.hpp"
#include "ladder/engine/emulator/runtime/mistakes.hpp"
#include "ladder/engine/emulator/runtime/nccl_calls.hpp"
#include "ladder/engine/emulator/runtime/order.hpp"
#include "ladder/engine/emulator/runtime/variables.hpp"

namespace ladder::emulator {

void begin_host_code(int devices) {
  conclude_nccl();
  Order::instance() = {};
  Devices& all = Devices::instance();
  for (int device = 0; device < all.count(); ++device) all.forget_peers(device);
  all.make(devices);
  all.choose(0);
  Variables::instance().begin(devices);
  ErrorState::instance().reset();
  Links::instance().clear();
  MistakeLog::instance().clear();
  GlobalMemory::instance().know_others(describe);
}

void poison(void* from, unsigned char value, std::size_t bytes) {
  Allocations::instance().open();
  std::memset(from, value, bytes);
  GlobalMemory::instance().mark(from, bytes, never_written);
  Allocations::instance().close();
}

std::vector<std::string> mistakes_of_host_code() {
  conclude_nccl();
  return MistakeLog::instance().lines(false);
}

std::vector<LinkTraffic> traffic_of_host_code() {
  std::vector<LinkTraffic> all;
  for (const auto& [ends, traffic] : Links::instance().all()) {
    all.push_back({ends.first, ends.second, traffic.copies, traffic.copied_bytes, traffic.loaded, traffic.stored});
  }
  return all;
}

}  // namespace ladder::emulator
