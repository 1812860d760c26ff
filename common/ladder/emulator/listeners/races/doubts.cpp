#include "ladder/emulator/listeners/races/doubts.hpp"

#include <cstring>
#include <mutex>
#include <set>

namespace ladder::emulator {
namespace {

// A thread that writes more than that twice is judged in pieces; and of more looks, each is judged at once.
constexpr std::size_t most_doubts = 256, most_looks = 4096;

struct KnownLooks {
  std::mutex mutex;
  std::set<Site> sites;
};

KnownLooks& known_looks() {
  static KnownLooks known;
  return known;
}

}  // namespace

SmallValue value_of(const LaneAccess& part) {
  SmallValue value{};
  std::memcpy(value.data(), reinterpret_cast<const void*>(part.address), static_cast<std::size_t>(part.bytes));
  return value;
}

void DoubtfulWrites::add(const Collision& write) {
  if (doubts_.size() == most_doubts) settle_all();
  doubts_.push_back({write, value_of(write.part)});
}

void DoubtfulWrites::settle_those_of(std::uintptr_t address, int bytes) {
  std::erase_if(doubts_, [&](const Doubt& doubt) {
    const LaneAccess& part = doubt.write.part;
    const bool apart = part.address + static_cast<std::uintptr_t>(part.bytes) <= address ||
                       address + static_cast<std::uintptr_t>(bytes) <= part.address;
    if (!apart) settle(doubt);
    return !apart;
  });
}

void DoubtfulWrites::settle_all() {
  for (const Doubt& doubt : doubts_) settle(doubt);
  doubts_.clear();
}

void DoubtfulWrites::settle(const Doubt& doubt) {
  const auto& [kind_if_changed, actor, other, part, remark] = doubt.write;
  const bool changes = value_of(part) != doubt.before;
  if (!changes && other.operation == Access::load) return;  // it reads the same before and after
  const HazardKind kind = !changes ? HazardKind::written_alike : kind_if_changed;
  if (context_.hazards.count(kind, actor, other)) {
    const std::string extents = part.space == Space::shared ? context_.shared.extent_of(part.address) : "";
    context_.hazards.keep({kind, actor, other, context_.name_of(part), extents, {}, context_.place_of(part)});
  }
}

void FirstLooks::note(Site load) {
  static thread_local Site newest = 0;
  if (load == newest || load == 0) return;
  newest = load;
  KnownLooks& known = known_looks();
  const std::lock_guard lock(known.mutex);
  known.sites.insert(load);
}

void FirstLooks::doubt(const Collision& look) {
  if (doubted_.size() < most_looks) {
    doubted_.push_back(look);
  } else {
    judge(look);
  }
}

void FirstLooks::end_launch() {
  for (const Collision& look : doubted_) judge(look);
  doubted_.clear();
}

void FirstLooks::judge(const Collision& look) {
  {
    KnownLooks& known = known_looks();
    const std::lock_guard lock(known.mutex);
    if (known.sites.contains((look.actor.operation == Access::load ? look.actor : look.other).site)) return;
  }
  context_.report(look.kind, look.actor, look.other, look.part, look.remark);
}

}  // namespace ladder::emulator
