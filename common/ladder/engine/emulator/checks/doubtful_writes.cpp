#include "ladder/engine/emulator/checks/doubtful_writes.hpp"

#include <cstring>

namespace ladder::emulator {
namespace {

// A thread that writes more than that twice is judged in pieces.
constexpr std::size_t most_doubts = 256;

}  // namespace

SmallValue value_of(const LaneAccess& part) {
  SmallValue value{};
  std::memcpy(value.data(), reinterpret_cast<const void*>(part.address), static_cast<std::size_t>(part.bytes));
  return value;
}

void DoubtfulWrites::add(HazardKind kind, const Actor& actor, const Actor& other, const LaneAccess& part) {
  if (doubts_.size() == most_doubts) settle_all();
  doubts_.push_back({kind, actor, other, part, value_of(part)});
}

void DoubtfulWrites::settle_those_of(std::uintptr_t address, int bytes) {
  std::erase_if(doubts_, [&](const Doubt& doubt) {
    const bool apart = doubt.part.address + static_cast<std::uintptr_t>(doubt.part.bytes) <= address ||
                       address + static_cast<std::uintptr_t>(bytes) <= doubt.part.address;
    if (!apart) settle(doubt);
    return !apart;
  });
}

void DoubtfulWrites::settle_all() {
  for (const Doubt& doubt : doubts_) settle(doubt);
  doubts_.clear();
}

void DoubtfulWrites::settle(const Doubt& doubt) {
  const bool changes = value_of(doubt.part) != doubt.before;
  if (!changes && doubt.other.operation == Access::load) return;  // it reads the same before and after
  const HazardKind kind = !changes ? HazardKind::written_alike : doubt.kind;
  if (context_.hazards.count(kind, doubt.actor, doubt.other)) {
    const bool in_shared = doubt.part.space == Space::shared;
    const std::string extents = in_shared ? context_.shared.extent_of(doubt.part.address) : "";
    context_.hazards.keep(
        {kind, doubt.actor, doubt.other, context_.name_of(doubt.part), extents, {}, context_.place_of(doubt.part)});
  }
}

}  // namespace ladder::emulator
