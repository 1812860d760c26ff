// What is done before what, as streams and events promise it, and no more. (CUDA C++ Programming Guide, "Streams",
// "Default Stream", "Events".)
//
// The emulator does each piece of work at once. On a GPU it may happen later: a stream's pieces in their order, those
// of two streams in any. Each piece has a number in its stream; who knows that it is done has a clock that says so.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>

#include "ladder/base/singleton.hpp"
#include "ladder/emulator/cuda/runtime/memory.hpp"
#include "ladder/emulator/runtime/devices.hpp"

namespace ladder::emulator {

using StreamNumber = std::size_t;  // up to Devices::most: the default stream of that device

// For each stream, how many of its pieces are known to be done.
class StreamClock {
 public:
  std::uint64_t of(StreamNumber stream) const;
  void advance(StreamNumber stream, std::uint64_t piece);
  void merge(const StreamClock& other);

 private:
  std::map<StreamNumber, std::uint64_t> pieces_;
};

// One piece of work: its place, and what is done before it begins.
struct Work {
  StreamNumber stream = 0;
  std::uint64_t number = 0;
  StreamClock before;

  bool comes_after(const Work& other) const { return before.of(other.stream) >= other.number; }
  bool is(const Work& other) const { return stream == other.stream && number == other.number; }
};

class Order : public Singleton<Order> {
 public:
  // Null where there is no such stream (any more). The null stream is the default stream of the device.
  const StreamNumber* find(cudaStream_t stream, int device = Devices::instance().current());
  // As find() takes it, if the stream's device is the current one.
  static cudaStream_t handle_of(StreamNumber stream) {
    return is_default(stream) ? nullptr : reinterpret_cast<cudaStream_t>(stream);
  }
  static bool is_default(StreamNumber stream) { return stream < Devices::most; }
  bool is_blocking(StreamNumber stream) const { return streams_.at(stream).blocking; }
  int device_of(StreamNumber stream) const { return streams_.at(stream).device; }
  // On the current device.
  cudaStream_t create(bool blocking);
  void destroy(StreamNumber stream) { streams_.at(stream).exists = false; }  // what it has to do is done all the same
  // Of a graph that is launched in the stream: where on the device a piece of work goes that comes after this, and
  // after nothing else. It is the stream itself, or a branch beside it.
  StreamNumber branch(StreamNumber stream, int device, const StreamClock& before);
  // Branches are to come: from now on there are several streams.
  void count_sectors() { has_branches_ = true; }

  // A piece of work begins there.
  Work begin(StreamNumber stream);
  // One that begins when all is done that these devices have been given, and before all that they are given later.
  Work begin_alone(StreamNumber stream, const std::set<int>& devices);
  // The host waits for a stream, for all of a device, for all, or for what an event has seen.
  void wait_for(StreamNumber stream) { host_.merge(clock_of(stream)); }
  void wait_for_device(int device);
  void wait_for_all();
  void wait_for(const StreamClock& event) { host_.merge(event); }
  // What is known to be done where an event is recorded.
  StreamClock record(StreamNumber stream) { return clock_of(stream); }
  void let_wait(StreamNumber stream, const StreamClock& event) { streams_.at(stream).clock.merge(event); }
  // That the program lets it wait for an event: where it does, where the event was recorded, and in which stream.
  struct Wait {
    std::uintptr_t site = 0, recorded = 0;  // 0: nowhere
    StreamNumber stream = 0;
    std::uint64_t pieces = 0;  // that the waiting stream had before
  };
  void note_wait(StreamNumber stream, Wait wait);
  // Both are work of graphs in one stream. What is in no order then is so within one graph.
  bool are_of_one_graph(const Work& a, const Work& b) const { return root_of(a.stream) == root_of(b.stream); }
  // How the work could come after the earlier one, which it does not: what is wrong with the wait right before it, if
  // there is one. Where both write, the order need not be what is wrong.
  std::string how_to_order(const Work& work, const Work& earlier, bool both_write) const;

  bool host_knows(StreamNumber stream, std::uint64_t number) const { return host_.of(stream) >= number; }
  bool host_knows(const StreamClock& clock) const;
  bool several_streams() const { return has_branches_ || streams_.size() > 1; }

 private:
  struct Stream {
    int device = 0;
    bool exists = true;    // for the program
    bool blocking = true;  // waits for the default stream of its device, and it for this one
    std::uint64_t pieces = 0;
    StreamClock clock;  // what is done when its next piece begins
    Wait wait;          // the newest
  };
  StreamClock clock_of(StreamNumber stream) const;
  StreamNumber root_of(StreamNumber stream) const;

  std::map<StreamNumber, Stream> streams_{{0, {}}};
  std::map<StreamNumber, StreamNumber> roots_;  // of branches: the streams beside which they are
  bool has_branches_ = false;
  StreamNumber newest_ = Devices::most;
  StreamClock host_;
};

}  // namespace ladder::emulator
