// Keeps the steps that values take, for Excerpts::record(): who loads and stores them where, and whose value a lane
// gets.
#pragma once

#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "ladder/emulator/events.hpp"
#include "ladder/engine/recording.hpp"

namespace ladder::emulator {

// Of all launches of a run.
class ValueRecorder {
 public:
  struct Launch {
    dim3 grid, block;
    const void* kernel;
    std::vector<SharedArray> arrays;
    Site at = 0;                     // where the host's code asks for it; 0: not known
    const char* function = nullptr;  // that copies; null: a kernel
  };

  // step_bytes: that each step moves, 1, 2 or 4.
  ValueRecorder(std::function<bool(const Step&)> keep, std::size_t step_bytes)
      : keep_(std::move(keep)), step_bytes_(step_bytes) {}

  void begin_launch(const Launch& launch) { launches_.push_back(launch); }

  // The thread is about to make this access. What it stores is known when it does something else.
  void access(const Running& who, const LaneAccess& access, const SharedMemory& shared);
  // The thread of the block gets a value of another one of its warp.
  void exchange(std::uint64_t block, unsigned thread, Site site, unsigned from, std::uint64_t value);
  // What the newest launch, of a function that copies, has put there: from there, or made of what is there.
  void copied(const std::vector<const void*>& from, const void* to, std::size_t bytes);
  // The host has got what nobody follows.
  void leave_to_host() { passes_host_ = true; }
  // To be called when the thread waits, before another one runs.
  void settle();
  // What was recorded, and how to say it.
  Recording recording() const;

 private:
  void add(const Step& step);
  // What lies there now, at most up to the end of the step.
  std::uint32_t bits_at(std::uintptr_t address) const;

  std::function<bool(const Step&)> keep_;
  std::size_t step_bytes_;
  std::vector<Launch> launches_;
  std::vector<Step> steps_;
  bool is_complete_ = true;  // none was left out for want of room
  bool passes_host_ = false;
  std::vector<Step> unsettled_;        // what the newest access does
  std::uintptr_t addresses_from_ = 0;  // where what it uses lies, in which steps name an address
};

// Hands over what each thread loads, stores and gets from other lanes.
class Provenance : public Listener {
 public:
  using Listener::Listener;

  void on(const event::LaunchBegins& launch) { recorder_ = launch.recorders.values; }
  [[gnu::always_inline]] void on(const event::Access& seen) {
    if (recorder_ != nullptr) recorder_->access(context_.running, seen.access, context_.shared);
  }
  void on(const event::CopyArrives& arrival) {
    if (recorder_ != nullptr) recorder_->access(context_.running, arrival.copy.store(), context_.shared);
  }
  void on(const event::ThreadPauses&) {
    if (recorder_ != nullptr) recorder_->settle();
  }
  void on(const event::Exchange& exchange);

 private:
  ValueRecorder* recorder_ = nullptr;
};

}  // namespace ladder::emulator
