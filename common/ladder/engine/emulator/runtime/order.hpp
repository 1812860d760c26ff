// What is done before what, as streams and events promise it, and no more. (CUDA C++ Programming Guide, "Streams",
// "Default Stream", "Events".)
//
// The emulator does each piece of work at once. On a GPU it may happen later: a stream's pieces in their order, those
// of two streams in any. Each piece has a number in its stream; who knows that it is done has a clock that says so.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>

#include "ladder/engine/emulator/language/runtime/memory.hpp"

namespace ladder::emulator {

using StreamNumber = std::size_t;  // 0: the default stream

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

class Order {
 public:
  static Order& instance();

  // Null where there is no such stream (any more).
  const StreamNumber* find(cudaStream_t stream) const;
  cudaStream_t create(bool blocking);
  void destroy(cudaStream_t stream);

  // A piece of work begins there.
  Work begin(StreamNumber stream);
  // The host waits for a stream, for all, or for what an event has seen.
  void wait_for(StreamNumber stream);
  void wait_for_all();
  void wait_for(const StreamClock& event) { host_.merge(event); }
  // What is known to be done where an event is recorded.
  StreamClock record(StreamNumber stream) { return clock_of(stream); }
  void let_wait(StreamNumber stream, const StreamClock& event) { streams_.at(stream).clock.merge(event); }

  bool host_knows(StreamNumber stream, std::uint64_t number) const { return host_.of(stream) >= number; }
  bool host_knows(const StreamClock& clock) const;
  bool several_streams() const { return streams_.size() > 1; }

 private:
  struct Stream {
    bool blocking = true;  // waits for the default stream, and it for this one
    std::uint64_t pieces = 0;
    StreamClock clock;  // what is done when its next piece begins
  };
  StreamClock clock_of(StreamNumber stream) const;

  std::map<StreamNumber, Stream> streams_{{0, {}}};
  std::map<cudaStream_t, StreamNumber> numbers_{{nullptr, 0}};
  StreamNumber newest_ = 0;
  StreamClock host_;
};

}  // namespace ladder::emulator
