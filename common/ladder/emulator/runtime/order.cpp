#include "ladder/emulator/runtime/order.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "ladder/emulator/debuginfo/source_lines.hpp"
#include "ladder/emulator/runtime/allocations.hpp"

namespace ladder::emulator {

std::uint64_t StreamClock::of(StreamNumber stream) const {
  const auto found = pieces_.find(stream);
  return found == pieces_.end() ? 0 : found->second;
}

void StreamClock::advance(StreamNumber stream, std::uint64_t piece) {
  std::uint64_t& known = pieces_[stream];
  known = std::max(known, piece);
}

void StreamClock::merge(const StreamClock& other) {
  for (const auto& [stream, piece] : other.pieces_) advance(stream, piece);
}

const StreamNumber* Order::find(cudaStream_t stream, int device) {
  const auto number = stream == nullptr ? static_cast<StreamNumber>(device) : reinterpret_cast<StreamNumber>(stream);
  if (stream == nullptr) streams_[number].device = device;
  const auto found = streams_.find(number);
  const bool is_there = found != streams_.end() && is_default(number) == (stream == nullptr) && found->second.exists;
  return is_there ? &found->first : nullptr;
}

cudaStream_t Order::create(bool blocking) {
  ++newest_;
  streams_[newest_].blocking = blocking;
  streams_[newest_].device = Devices::instance().current();
  return reinterpret_cast<cudaStream_t>(newest_);
}

StreamNumber Order::root_of(StreamNumber stream) const {
  const auto found = roots_.find(stream);
  return found == roots_.end() ? stream : found->second;
}

StreamNumber Order::branch(StreamNumber stream, int device, const StreamClock& before) {
  const auto is_free = [&](StreamNumber number) {
    return device_of(number) == device && before.of(number) >= streams_.at(number).pieces;
  };
  if (is_free(stream)) return stream;
  for (const auto& [number, root] : roots_) {
    if (root == stream && is_free(number)) return number;
  }
  create(false);
  streams_[newest_].device = device;
  roots_[newest_] = stream;
  return newest_;
}

// The default stream of a device waits for all there that block, and they for it.
StreamClock Order::clock_of(StreamNumber stream) const {
  const Stream& its = streams_.at(stream);
  StreamClock clock = its.clock;
  if (is_default(stream)) {
    for (const auto& [number, other] : streams_) {
      if (other.blocking && other.device == its.device) clock.merge(other.clock);
    }
  } else if (its.blocking) {
    const auto first = streams_.find(static_cast<StreamNumber>(its.device));
    if (first != streams_.end()) clock.merge(first->second.clock);
  }
  return clock;
}

Work Order::begin(StreamNumber stream) {
  Stream& its = streams_.at(stream);
  its.clock = clock_of(stream);
  its.clock.merge(host_);
  Work work{stream, ++its.pieces, its.clock};
  its.clock.advance(stream, work.number);
  return work;
}

Work Order::begin_alone(StreamNumber stream, const std::set<int>& devices) {
  for (const int device : devices) find(nullptr, device);  // which streams made later follow
  StreamClock before;
  for (const auto& [number, other] : streams_) {
    if (devices.count(other.device) != 0) before.merge(other.clock);
  }
  let_wait(stream, before);
  Work work = begin(stream);
  for (auto& [number, other] : streams_) {
    if (devices.count(other.device) == 0) continue;
    other.clock.merge(work.before);
    other.clock.advance(stream, work.number);
  }
  return work;
}

void Order::note_wait(StreamNumber stream, Wait wait) {
  wait.pieces = streams_.at(stream).pieces;
  streams_.at(stream).wait = wait;
}

std::string Order::how_to_order(const Work& work, const Work& earlier, bool both_write) const {
  if (are_of_one_graph(work, earlier))
    return "; in a capture, cudaEventRecord() after that work and cudaStreamWaitEvent() before this; of nodes, a "
           "dependency";
  const Wait& wait = streams_.at(work.stream).wait;
  if (both_write || wait.site == 0 || wait.pieces + 1 != work.number || is_of_the_library(wait.site))
    return fmt::format(
        "{}; cudaEventRecord() after that work and cudaStreamWaitEvent() before this, or one stream for "
        "both",
        both_write ? " (both write there: is one of the places wrong?)" : "");
  std::string event = "an event that is not recorded by then: cudaEventRecord() first";
  const bool is_recorded = wait.recorded != 0 && !is_of_the_library(wait.recorded);
  if (is_recorded && wait.stream == earlier.stream) {
    event = fmt::format("an event that was recorded before that work, at {}", place_of(wait.recorded));
  } else if (is_recorded) {
    const int device = streams_.at(wait.stream).device, other = streams_.at(earlier.stream).device;
    event = fmt::format("another event: recorded at {} in a stream of device {}, and that work is in {} of device {}",
                        place_of(wait.recorded), device, device == other ? "another one" : "one", other);
  }
  return fmt::format("; the cudaStreamWaitEvent() at {} waits for {}", place_of(wait.site), event);
}

void Order::wait_for_device(int device) {
  for (const auto& [number, stream] : streams_) {
    if (stream.device == device) host_.merge(stream.clock);
  }
}

void Order::wait_for_all() {
  for (const auto& [number, stream] : streams_) host_.merge(stream.clock);
}

bool Order::host_knows(const StreamClock& clock) const {
  StreamClock both = host_;
  both.merge(clock);
  return std::ranges::all_of(streams_,
                             [&](const auto& stream) { return both.of(stream.first) == host_.of(stream.first); });
}

}  // namespace ladder::emulator
