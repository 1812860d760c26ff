// Keeps the requests and shuffles of block 0, for --trace and --show.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>

#include "ladder/emulator/events.hpp"
#include "ladder/engine/observation.hpp"

namespace ladder::emulator {

// Of all launches of a run.
class TraceRecorder {
 public:
  explicit TraceRecorder(std::size_t most_requests) : most_requests_(most_requests) {}

  void begin_launch(const dim3& grid, const dim3& block);

  // A request of block 0. To be called on the OS thread that runs the block: `shared` is that thread's.
  void add(const event::WarpRequest& seen, const SharedMemory& shared);
  // A shuffle: each lane gets the value of its source.
  void add(const event::Exchange& shuffle);

  // All of them so far, with their lines.
  const Trace& trace() const { return trace_; }
  // Where the byte lies in the arrays of trace(); nothing where block 0 has not touched its array.
  std::optional<TracedPlace> place_of(const ArrayByte& byte) const;

 private:
  TracedLane traced_lane(const Request& request, unsigned lane, const SharedMemory& shared);

  std::size_t most_requests_;
  Trace trace_;
  std::map<std::pair<Space, std::uintptr_t>, std::size_t> array_at_;  // index in trace_.arrays, by where it begins
};

// Hands over what block 0 of a launch asks for and exchanges.
class Tracing : public Listener {
 public:
  using Listener::Listener;

  void on(const event::LaunchBegins& launch) { recorder_ = launch.recorders.requests; }
  // One that was stopped, too.
  void on(const event::WarpRequest& seen) {
    if (is_wanted()) recorder_->add(seen, context_.shared);
  }
  void on(const event::Exchange& exchange) {
    if (is_wanted() && !exchange.orders_memory) recorder_->add(exchange);
  }

 private:
  bool is_wanted() const { return recorder_ != nullptr && context_.running.block == 0; }

  TraceRecorder* recorder_ = nullptr;
};

}  // namespace ladder::emulator
