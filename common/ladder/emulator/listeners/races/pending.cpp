#include "ladder/emulator/listeners/races/pending.hpp"

#include <cstring>
#include <mutex>
#include <set>
#include <tuple>

namespace ladder::emulator {
namespace {

// A thread that has more pending writes is judged in pieces. Of more pending reads, each is judged at once.
constexpr std::size_t most_writes = 256, most_reads = 4096;

// Of loads, by their sites; and which threads have revalidated what they had read, by the launch.
struct KnownReads : Singleton<KnownReads> {
  std::mutex mutex;
  std::set<Site> before_swaps, of_flags, of_data;
  std::set<std::tuple<std::uint64_t, std::uintptr_t, std::uint64_t, unsigned>> excused;
};

}  // namespace

SmallValue value_of(const LaneAccess& part) {
  SmallValue value{};
  std::memcpy(value.data(), reinterpret_cast<const void*>(part.address), static_cast<std::size_t>(part.bytes));
  return value;
}

void PendingWrites::add(const Collision& write) {
  if (writes_.size() == most_writes) settle_all();
  writes_.push_back({write, value_of(write.part)});
}

void PendingWrites::settle_those_of(std::uintptr_t address, int bytes) {
  std::erase_if(writes_, [&](const Pending& pending) {
    const LaneAccess& part = pending.write.part;
    const bool apart = part.address + static_cast<std::uintptr_t>(part.bytes) <= address ||
                       address + static_cast<std::uintptr_t>(bytes) <= part.address;
    if (!apart) settle(pending);
    return !apart;
  });
}

void PendingWrites::settle_all() {
  for (const Pending& pending : writes_) settle(pending);
  writes_.clear();
}

void PendingWrites::settle(const Pending& pending) {
  const Collision& write = pending.write;
  const bool changes = value_of(write.part) != pending.before;
  if (!changes && write.other.operation == Access::load) return;  // it reads the same before and after
  if (!changes) return context_.report(HazardKind::written_alike, write.actor, write.other, write.part);
  if (write.by_volatiles) return pending_reads_.add(write);
  context_.report(write.kind, write.actor, write.other, write.part, "", write.loop);
}

void PendingReads::note_swap(Site load) {
  static thread_local Site newest = 0;
  if (load == newest || load == 0) return;
  newest = load;
  KnownReads& known = KnownReads::instance();
  const std::lock_guard lock(known.mutex);
  known.before_swaps.insert(load);
}

void PendingReads::note_volatile(const Request& load) {
  static thread_local Site newest_flag = 0;
  const std::uintptr_t place = load.access.address[first_lane(load)];
  bool is_one_place = true;
  for_each_lane(load.access.active, [&](unsigned lane) { is_one_place &= load.access.address[lane] == place; });
  if (is_one_place && load.site == newest_flag) return;
  if (is_one_place) newest_flag = load.site;
  KnownReads& known = KnownReads::instance();
  const std::lock_guard lock(known.mutex);
  (is_one_place ? known.of_flags : known.of_data).insert(load.site);
}

void PendingReads::excuse(std::uintptr_t address, std::uint64_t block, unsigned thread) {
  KnownReads& known = KnownReads::instance();
  const std::lock_guard lock(known.mutex);
  known.excused.insert({ReleaseLogs::instance().launch(), address, block, thread});
}

void PendingReads::add(const Collision& read) {
  if (reads_.size() < most_reads) {
    reads_.push_back(read);
  } else {
    judge(read);
  }
}

void PendingReads::end_launch() {
  for (const Collision& read : reads_) judge(read);
  reads_.clear();
}

void PendingReads::judge(const Collision& read) {
  const Actor& reader = read.actor.operation == Access::load ? read.actor : read.other;
  const bool with_atomic = read.actor.operation == Access::atomic || read.other.operation == Access::atomic;
  {
    KnownReads& known = KnownReads::instance();
    const std::lock_guard lock(known.mutex);
    const bool is_of_data = known.of_data.contains(reader.site);
    const bool is_volatile = is_of_data || known.of_flags.contains(reader.site);
    if (is_volatile && (read.by_volatiles ? !is_of_data : with_atomic)) return;
    if (!read.by_volatiles && known.before_swaps.contains(reader.site)) return;
    const std::uint64_t launch = ReleaseLogs::instance().launch();
    if (known.excused.contains({launch, read.part.address, reader.block, reader.thread})) return;
  }
  context_.report(read.kind, read.actor, read.other, read.part, read.detail, read.loop);
}

}  // namespace ladder::emulator
