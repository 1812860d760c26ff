#include "ladder/engine/emulator/listeners/provenance.hpp"

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

void ValueRecorder::access(const Running& who, const LaneAccess& access, const SharedMemory& shared) {
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
            who.warp_time};
  for (const std::uintptr_t end = step.address + static_cast<std::uintptr_t>(access.bytes); step.address < end;
       step.address += word_bytes) {
    unsettled_.push_back(step);
  }
  if (access.operation == Access::load) settle();
}

void ValueRecorder::exchange(std::uint64_t block, unsigned thread, Site site, unsigned from, std::uint64_t value) {
  add({Step::Doing::exchange, false, static_cast<std::uint32_t>(launches_.size() - 1), thread, block, site, from,
       static_cast<std::uint32_t>(value)});
}

void ValueRecorder::settle() {
  for (Step& step : unsettled_) {
    step.bits = bits_at(addresses_from_ + step.address);
    add(step);
  }
  unsettled_.clear();
}

void ValueRecorder::add(const Step& step) {
  if (steps_.size() < Recorder::most_steps && keep_(step)) steps_.push_back(step);
}

// A lane whose source has not come keeps its own value.
void Provenance::on(const event::Exchange& exchange) {
  if (recorder_ == nullptr || exchange.orders_memory) return;
  for_each_lane(exchange.lanes, [&](unsigned lane) {
    const event::Offer& own = exchange.offers[lane];
    const auto source = static_cast<unsigned>(own.source);
    if (own.source < 0 || !contains(exchange.lanes, source)) return;
    recorder_->exchange(context_.running.block, exchange.first + lane, own.site, exchange.first + source,
                        exchange.offers[source].value);
  });
}

}  // namespace ladder::emulator
