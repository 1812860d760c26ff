#include "ladder/emulator/listeners/races/doubts.hpp"

#include <cstring>
#include <mutex>
#include <set>
#include <tuple>

namespace ladder::emulator {
namespace {

// A thread that writes more than that twice is judged in pieces; and of more looks, each is judged at once.
constexpr std::size_t most_doubts = 256, most_looks = 4096;

// Of loads, by their sites; and who has tested again what it had looked at, by the launch.
struct KnownLooks {
  std::mutex mutex;
  std::set<Site> before_swaps, of_flags, of_data;
  std::set<std::tuple<std::uint64_t, std::uintptr_t, std::uint64_t, unsigned>> excused;
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
  const Collision& write = doubt.write;
  const bool changes = value_of(write.part) != doubt.before;
  if (!changes && write.other.operation == Access::load) return;  // it reads the same before and after
  if (!changes) return context_.report(HazardKind::written_alike, write.actor, write.other, write.part);
  if (write.by_volatiles) return looks_.doubt(write);
  context_.report(write.kind, write.actor, write.other, write.part, "", write.loop);
}

void Looks::note_swap(Site load) {
  static thread_local Site newest = 0;
  if (load == newest || load == 0) return;
  newest = load;
  KnownLooks& known = known_looks();
  const std::lock_guard lock(known.mutex);
  known.before_swaps.insert(load);
}

void Looks::note_volatile(const Request& load) {
  static thread_local Site newest_flag = 0;
  const std::uintptr_t place = load.access.address[first_lane(load)];
  bool is_one_place = true;
  for_each_lane(load.access.active, [&](unsigned lane) { is_one_place &= load.access.address[lane] == place; });
  if (is_one_place && load.site == newest_flag) return;
  if (is_one_place) newest_flag = load.site;
  KnownLooks& known = known_looks();
  const std::lock_guard lock(known.mutex);
  (is_one_place ? known.of_flags : known.of_data).insert(load.site);
}

void Looks::excuse(std::uintptr_t address, std::uint64_t block, unsigned thread) {
  KnownLooks& known = known_looks();
  const std::lock_guard lock(known.mutex);
  known.excused.insert({ReleaseLogs::instance().launch(), address, block, thread});
}

void Looks::doubt(const Collision& look) {
  if (doubted_.size() < most_looks) {
    doubted_.push_back(look);
  } else {
    judge(look);
  }
}

void Looks::end_launch() {
  for (const Collision& look : doubted_) judge(look);
  doubted_.clear();
}

void Looks::judge(const Collision& look) {
  const Actor& reader = look.actor.operation == Access::load ? look.actor : look.other;
  const bool with_atomic = look.actor.operation == Access::atomic || look.other.operation == Access::atomic;
  {
    KnownLooks& known = known_looks();
    const std::lock_guard lock(known.mutex);
    const bool is_of_data = known.of_data.contains(reader.site);
    const bool is_volatile = is_of_data || known.of_flags.contains(reader.site);
    if (is_volatile && (look.by_volatiles ? !is_of_data : with_atomic)) return;
    if (!look.by_volatiles && known.before_swaps.contains(reader.site)) return;
    const std::uint64_t launch = ReleaseLogs::instance().launch();
    if (known.excused.contains({launch, look.part.address, reader.block, reader.thread})) return;
  }
  context_.report(look.kind, look.actor, look.other, look.part, look.detail, look.loop);
}

}  // namespace ladder::emulator
