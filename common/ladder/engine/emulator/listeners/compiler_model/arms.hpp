// Which accesses in the two arms of a branch nvcc may make one: the emulator counts a request for each arm, and nvcc,
// where both load from the same place, loads in front of the branch; where both store to it, it may store behind. Of
// `c ? a[i] : a[j]` it chooses the address, and loads behind the branch.
#pragma once

#include <array>
#include <cstddef>

#include "ladder/engine/emulator/events.hpp"

namespace ladder::emulator {

// Of one warp, between two places where its lanes wait for others. Two requests belong to two arms where no lane is in
// both, and none of the lanes has come together with lanes of the other arm in between. They may become one where they
// stand on one line of the source, or access the same place: where all their lanes lie on one straight line, or in rows
// of 2, 4, 8 or 16 lanes.
//
//   In front of a load nothing may be stored in its arm, behind a store nothing may be loaded.
class Arms : public Listener {
 public:
  using Listener::Listener;

  void on(const event::LaunchBegins&) { forget(); }
  void on(const event::RequestsBegin& begin) {
    if (!begin.goes_on) forget();
  }
  void on(const event::Request& seen);
  void on(const event::LoopGoesRound& loop);
  void on(const event::Meeting&) { forget(); }

 private:
  struct Open {
    Request request;  // with the lanes of all arms that have joined
    int cost = 0;
    LaneMask stored_since = 0, loaded_since = 0;  // lanes that did, in its space
  };
  void forget() { count_ = 0; }
  bool join(const Request& request, int cost);
  void forget_met(LaneMask lanes);
  template <typename Is>
  void forget_if(const Is& is);

  static constexpr std::size_t most_open = 16;
  std::array<Open, most_open> open_;
  std::size_t count_ = 0;
};

}  // namespace ladder::emulator
