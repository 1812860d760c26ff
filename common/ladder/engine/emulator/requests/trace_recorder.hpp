// Keeps the requests of block 0, for --trace and --show.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "ladder/engine/emulator/language/special_registers.hpp"
#include "ladder/engine/emulator/requests/warp_trace.hpp"
#include "ladder/engine/observation.hpp"

namespace ladder::emulator {

class SharedMemory;

// A byte of an array. Arrays of shared memory begin so many bytes from the begin of all; those of global memory,
// anywhere.
struct ArrayByte {
  Space space = Space::global;
  std::uintptr_t array = 0;  // where it begins
  std::uint64_t offset = 0;  // from there
};

class TraceRecorder {
 public:
  explicit TraceRecorder(std::size_t most_requests) : most_requests_(most_requests) {}

  void begin_launch(const dim3& grid, const dim3& block);

  // A request of block 0. To be called on the OS thread that runs the block: `shared` is that thread's.
  void add(const Request& request, unsigned warp, std::uint32_t barriers, const SharedMemory& shared);
  // A shuffle: each of the lanes gets the value of source_of(lane), also a lane.
  void add_exchange(unsigned warp, Site site, LaneMask lanes, const std::function<unsigned(unsigned)>& source_of);

  // All of them so far, with their lines.
  Trace trace() const;
  // Where the byte lies in the arrays of trace(); nothing where block 0 has not touched its array.
  std::optional<TracedPlace> place_of(const ArrayByte& byte) const;

 private:
  TracedLane traced_lane(const Request& request, unsigned lane, const SharedMemory& shared);

  std::size_t most_requests_;
  Trace trace_;
  std::map<std::pair<Space, std::uintptr_t>, std::size_t> array_at_;  // index in trace_.arrays, by where it begins
  std::vector<Site> sites_;                                           // of the requests
  std::vector<Site> exchange_sites_;
};

}  // namespace ladder::emulator
