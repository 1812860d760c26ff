// Keeps the requests of block 0, for --trace.
#pragma once

#include <cstdint>
#include <vector>

#include "ladder/engine/emulator/requests/warp_trace.hpp"
#include "ladder/engine/observation.hpp"

namespace ladder::emulator {

class SharedMemory;

class TraceRecorder {
 public:
  void begin_launch() { ++launches_; }

  // A request of block 0. To be called on the OS thread that runs the block: `shared` is that thread's.
  void add(const Request& request, unsigned warp, std::uint32_t barriers, const SharedMemory& shared);

  // All of them so far, with their lines.
  std::vector<TracedRequest> requests() const;

 private:
  std::uint64_t launches_ = 0;
  std::vector<TracedRequest> requests_;
  std::vector<Site> sites_;  // of the requests
};

}  // namespace ladder::emulator
