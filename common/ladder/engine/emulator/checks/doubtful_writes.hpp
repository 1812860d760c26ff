// Writes of what another thread has written, or read, of which only the values will tell whether they collide: threads
// that write the same value do not.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "ladder/engine/emulator/checks/access_check.hpp"

namespace ladder::emulator {

// What stands there, of 4 bytes at most.
using SmallValue = std::array<std::byte, 4>;
SmallValue value_of(const LaneAccess& part);

class DoubtfulWrites {
 public:
  explicit DoubtfulWrites(const CheckContext& context) : context_(context) {}

  // The running thread is about to write bytes, 4 at most, that `other` has written or read. If the write changes them,
  // it is a hazard of this kind.
  void add(HazardKind kind, const Actor& actor, const Actor& other, const LaneAccess& part);
  // To be called before the running thread touches these bytes again, and when it stops.
  void settle(std::uintptr_t address, int bytes) {
    if (!doubts_.empty()) settle_those_of(address, bytes);
  }
  void settle() {
    if (!doubts_.empty()) settle_all();
  }

 private:
  struct Doubt {
    HazardKind kind;
    Actor actor, other;
    LaneAccess part;
    SmallValue before;
  };
  void settle(const Doubt& doubt);
  void settle_those_of(std::uintptr_t address, int bytes);
  void settle_all();

  CheckContext context_;
  std::vector<Doubt> doubts_;
};

}  // namespace ladder::emulator
