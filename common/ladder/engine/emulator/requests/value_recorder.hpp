// Keeps the steps that values take, for Recorder.
#pragma once

#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "ladder/engine/emulator/language/special_registers.hpp"
#include "ladder/engine/emulator/memory/shared_memory.hpp"
#include "ladder/engine/emulator/requests/warp_trace.hpp"
#include "ladder/engine/recording.hpp"

namespace ladder::emulator {

class ValueRecorder {
 public:
  struct Who {
    std::uint64_t block;
    unsigned thread;
    std::uint32_t barriers = 0, meetings = 0;  // see Step
  };
  struct Launch {
    dim3 grid, block;
    const void* kernel;
    std::vector<SharedArray> arrays;
  };

  explicit ValueRecorder(std::function<bool(const Step&)> keep) : keep_(std::move(keep)) {}

  void begin_launch(const Launch& launch) { launches_.push_back(launch); }

  // The thread is about to make this access. What it stores is known when it does something else.
  void access(Who who, const LaneAccess& access, const SharedMemory& shared);
  // The thread gets a value of another one of its warp.
  void exchange(Who who, Site site, unsigned from, std::uint64_t value);
  // To be called when the thread waits, before another one runs.
  void settle();
  const std::vector<Step>& steps() const { return steps_; }
  const std::vector<Launch>& launches() const { return launches_; }
  bool is_complete() const { return is_complete_; }  // none was left out for want of room

 private:
  void add(const Step& step);

  std::function<bool(const Step&)> keep_;
  std::vector<Launch> launches_;
  std::vector<Step> steps_;
  bool is_complete_ = true;
  std::vector<Step> unsettled_;        // what the newest access does
  std::uintptr_t addresses_from_ = 0;  // where what it uses lies, in which steps name an address
};

}  // namespace ladder::emulator
