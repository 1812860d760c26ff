// What a launch asks of the memory of other devices: the sectors that cross a link.
#pragma once

#include <cstdint>
#include <map>

#include "ladder/engine/emulator/memory/global_memory.hpp"
#include "ladder/engine/emulator/requests/warp_trace.hpp"

namespace ladder::emulator {

// By the device that has the memory. What an atomic updates counts as stored.
class RemoteSectors {
 public:
  struct Sectors {
    std::uint64_t loaded = 0, stored = 0;
  };

  // Of a request to global memory: each sector once, as for the memory of the own device.
  void add(const Request& request, RecentBuffers& buffers);
  void add(const RemoteSectors& others);
  const std::map<int, Sectors>& by_device() const { return by_device_; }

 private:
  std::map<int, Sectors> by_device_;
};

}  // namespace ladder::emulator
