// What the requests of a launch cost: for each instruction, and of memory as a whole.
#pragma once

#include <cstdint>
#include <map>
#include <unordered_map>

#include "ladder/emulator/events.hpp"
#include "ladder/model/memory_model.hpp"

namespace ladder::emulator {

// What atomics of global memory ask for at the least. Lanes that update one element take turns; but the whole numbers
// of a warp's lanes a compiler may put together first, so that they take one turn.
struct AtomicTurns {
  std::uint64_t sectors = 0;                                    // see global_atomic_sectors()
  std::unordered_map<std::uint64_t, std::uint64_t> of_element;  // turns, by its address

  void add(const Request& atomic);
  void add(const AtomicTurns& other);
  std::uint64_t most() const;  // of one element
};

// What is asked of the memory of other devices, by the device that has it: the sectors that cross a link, each once a
// request. What an atomic updates counts as stored.
struct RemoteSectors {
  struct Sectors {
    std::uint64_t loaded = 0, stored = 0;
  };
  std::map<int, Sectors> by_device;

  void add(const Request& request);
  void add(const RemoteSectors& others);
};

// Adds each request to the counters of its instruction, and to the traffic of global memory.
class RequestCounters : public Listener {
 public:
  using Listener::Listener;

  // Of all blocks that ran here.
  struct Traffic {
    // Sectors of global memory that they were the first of the run to load, and to store; and the lines that those lie
    // in that were loaded, for each request.
    std::uint64_t loaded_sectors = 0, stored_sectors = 0, loaded_lines = 0;
    std::uint64_t asked_to_load = 0, asked_to_store = 0;  // bytes of global memory, by all lanes
    std::uint64_t idle_blocks = 0;                        // that have loaded and stored nothing
    AtomicTurns atomics;
    RemoteSectors remote;
  };
  const Traffic& traffic() const { return traffic_; }

  void on(const event::LaunchBegins&) {
    traffic_ = {};
    partial_.end();  // a launch that failed may have left some
    has_remote_ = GlobalMemory::instance().has_open_remote();
  }
  void on(const event::BlockBegins&) { is_idle_ = true; }
  void on(const event::BlockEnds&) { traffic_.idle_blocks += is_idle_ ? 1 : 0; }
  void on(const event::Request& seen);
  void on(const event::RequestsEnd&) { add_partial(partial_.end()); }

 private:
  void add_partial(int sectors) {
    if (sectors > 0) context_.sites.add_partial_sectors(newest_store_, sectors);
  }

  Traffic traffic_;
  bool is_idle_ = true;      // the running block
  bool has_remote_ = false;  // some memory is another device's
  memory_model::PartialSectors partial_;
  Request newest_store_;  // to global memory
};

}  // namespace ladder::emulator
