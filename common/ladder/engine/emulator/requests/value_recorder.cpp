#include "ladder/engine/emulator/requests/value_recorder.hpp"

#include <cstring>

namespace ladder::emulator {
namespace {

constexpr std::uintptr_t word_bytes = sizeof(Step::bits);

// What lies there now, at most up to the end of its word.
std::uint32_t bits_at(std::uintptr_t address) {
  std::uint32_t bits = 0;
  std::memcpy(&bits, reinterpret_cast<const void*>(address), word_bytes - address % word_bytes);
  return bits;
}

Step::Doing doing_of(Access operation) {
  switch (operation) {
    case Access::load: return Step::Doing::load;
    case Access::store: return Step::Doing::store;
    default: return Step::Doing::atomic;
  }
}

}  // namespace

void ValueRecorder::access(Who who, const LaneAccess& access, const SharedMemory& shared) {
  settle();
  addresses_from_ = access.space == Space::shared ? shared.begin() : 0;
  Step step{doing_of(access.operation),
            access.space == Space::shared,
            static_cast<std::uint32_t>(launches_.size() - 1),
            who.thread,
            who.block,
            access.site,
            access.address - addresses_from_,
            0,
            who.barriers,
            who.meetings};
  for (const std::uintptr_t end = step.address + static_cast<std::uintptr_t>(access.bytes); step.address < end;
       step.address += word_bytes) {
    unsettled_.push_back(step);
  }
  if (access.operation == Access::load) settle();
}

void ValueRecorder::exchange(Who who, Site site, unsigned from, std::uint64_t value) {
  add({Step::Doing::exchange, false, static_cast<std::uint32_t>(launches_.size() - 1), who.thread, who.block, site,
       from, static_cast<std::uint32_t>(value)});
}

void ValueRecorder::settle() {
  for (Step& step : unsettled_) {
    step.bits = bits_at(addresses_from_ + step.address);
    add(step);
  }
  unsettled_.clear();
}

void ValueRecorder::add(const Step& step) {
  if (!keep_(step)) return;
  if (steps_.size() < Recorder::most_steps) {
    steps_.push_back(step);
  } else {
    is_complete_ = false;
  }
}

}  // namespace ladder::emulator
