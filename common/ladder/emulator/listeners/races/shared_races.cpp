#include "ladder/emulator/listeners/races/shared_races.hpp"

#include <algorithm>

namespace ladder::emulator {

void SharedRaces::on(const event::LaunchBegins&) {
  segment_ = context_.shared.begin();
  granule_shift_ = word_shift;
  const std::size_t granules = (context_.shared.end_of_arrays() + word_bytes - 1) >> granule_shift_;
  if (granules > granules_.size()) granules_.resize(granules);
  keeps_sites_ = ReleaseLogs::instance().lines_are_wanted();
  read_sites_.clear();
  early_reads_.clear();  // a launch that failed may have left some
}

// From now on each granule has so many bytes, fewer than before. What was known of one is known of all its parts.
void SharedRaces::use_granules_of(int bytes) {
  const int finer = granule_shift_ - std::countr_zero(static_cast<unsigned>(bytes));
  granule_shift_ -= finer;
  std::vector<Granule> parts((context_.shared.end_of_arrays() >> granule_shift_) + word_bytes);
  for (std::size_t i = 0; i < parts.size(); ++i)
    parts[i] = i >> finer < granules_.size() ? granules_[i >> finer] : Granule{};
  granules_ = std::move(parts);
  for (EarlyRead& read : early_reads_) read.granule <<= finer;
}

void SharedRaces::on(const event::Barrier&) {
  for (const EarlyRead& read : early_reads_) {
    // Written since by somebody else, with nothing between: reported as a race already.
    if (granules_[read.granule].raced != 0 || misses_writes_) continue;
    if (context_.hazards.count(HazardKind::uninitialized_read)) {
      const LaneAccess part{0, segment_ + (read.granule << granule_shift_), 1, Space::shared, Access::load};
      context_.hazards.keep(
          {HazardKind::uninitialized_read, read.actor, {}, context_.name_of(part), {}, {}, context_.place_of(part)});
    }
  }
  context_.hazards.tell_more([this](Hazard& hazard) { note_users(hazard); });
  early_reads_.clear();
  read_sites_.clear();
  ++epoch_;
}

// Of a race within a warp of this block: which warps have used its array. They run one after the other.
void SharedRaces::note_users(Hazard& race) const {
  if (race.loop.epoch < first_epoch_ || distance(race.actor, race.other) != Distance::one_warp) return;
  const unsigned warp = warp_of(race.actor.thread);
  ArrayUsers& users = race.users;
  users.are_known = true;
  const std::size_t end = (race.place->array + race.loop.array_bytes - 1) >> granule_shift_;
  for (std::size_t i = race.place->array >> granule_shift_; i <= end; ++i) {
    const Granule& granule = granules_[i];
    const bool is_written = granule.write_epoch >= first_epoch_, is_read = granule.read_epoch >= first_epoch_;
    const bool other_writes = is_written && warp_of(granule.writer) != warp;
    const bool other_reads = is_read && (granule.other_known != 0 || granule.warp != warp);
    users.others |= other_writes || other_reads;
    users.others_meanwhile |= (other_writes && granule.write_epoch == race.loop.epoch) ||
                              (other_reads && granule.read_epoch == race.loop.epoch);
    users.meet |= is_read && (granule.other_known != 0 || (is_written && warp_of(granule.writer) != granule.warp));
  }
}

void SharedRaces::on(const event::AtomicBegins& atomic) {
  if (atomic.load == 0 || !context_.shared.contains(atomic.address)) return;
  Granule& granule = granules_[(atomic.address - segment_) >> granule_shift_];
  if (granule.read_epoch == epoch_) granule.forget(context_.running.thread);
}

// A flag has a value before the first thread waits for it. What had none is data, volatile or not.
void SharedRaces::on(const event::VolatileBegins& begin) {
  if (begin.buffer != nullptr) return;
  const Granule& granule = granules_[(begin.address - segment_) >> granule_shift_];
  const bool is_told = granule.atomic_write != 0 || granule.write_is_flag != 0;
  may_be_flag_ = granule.write_epoch >= first_epoch_ && (is_told || !is_unordered(granule));
}

bool SharedRaces::is_unordered(const Granule& granule) const {
  const Running& running = context_.running;
  const unsigned thread = running.thread, writer = granule.writer;
  if (granule.write_epoch != epoch_ || thread == writer) return false;
  const bool same_warp = warp_of(thread) == warp_of(writer);
  if (same_warp && context_.clock.happened_before(lane_of(thread), lane_of(writer), granule.write_stamp.warp_time()))
    return false;
  return !context_.order.knows(thread, moment(running.block, writer, running.barriers, granule.write_stamp));
}

Site SharedRaces::site_of_reader(const Granule& granule, unsigned thread) const {
  if (granule.sites_differ == 0) return granule.site();
  const auto known = read_sites_.find({reinterpret_cast<std::uintptr_t>(&granule), thread});
  if (known != read_sites_.end()) return known->second;
  ReleaseLogs::instance().want_lines();
  return keeps_sites_ ? site_address(granule.first_site) : 0;  // who touched it before all others has no entry
}

// What of the access lies in the granule.
LaneAccess SharedRaces::part(std::size_t granule, const LaneAccess& access) const {
  const std::uintptr_t begin = segment_ + (granule << granule_shift_);
  const std::uintptr_t end =
      std::min(begin + (1u << granule_shift_), access.address + static_cast<unsigned>(access.bytes));
  LaneAccess part = access;
  part.address = std::max(begin, access.address);
  part.bytes = static_cast<int>(end - part.address);
  return part;
}

void SharedRaces::check(std::size_t first, std::size_t last, std::uintptr_t address, int bytes, Access operation,
                        Site site) {
  const LaneAccess access{site, address, bytes, Space::shared, operation};
  const Actor actor = context_.actor(access.site, access.operation);
  pending_writes_.settle(access.address, access.bytes);
  if (operation != Access::load) reads_before_swap_.write(access);
  constexpr std::size_t none = SIZE_MAX;
  std::size_t reported = none;  // the word that had a race: its other granules add none
  for (std::size_t i = first; i <= last; ++i) {
    Granule& granule = granules_[i];
    const std::size_t word = i >> (word_shift - granule_shift_);
    const bool has_more_to_say = word != reported;
    const bool after_atomic = access.operation == Access::atomic && granule.atomic_write != 0;
    if (granule.write_epoch == epoch_ && !after_atomic && has_more_to_say) {
      if (races_with_write(granule, actor, part(i, access))) reported = word;
    }
    const bool reads = access.operation != Access::store && context_.running.swap != Swap::overwrites;
    if (reads && granule.write_epoch < first_epoch_) {
      const LaneAccess touched = part(i, access);
      if (granule.awaits_copy == 0 ||
          !report_on_the_way(context_.copies.on_the_way_to(touched.address, touched.bytes), actor, touched))
        early_reads_.push_back({i, actor});
      granule.raced = 0;
    }
    if (access.operation == Access::load) {
      if (keeps_sites_) read_sites_[{reinterpret_cast<std::uintptr_t>(&granule), actor.thread}] = site;
      granule.note(context_.running, access.site, epoch_);
    } else {
      if (granule.read_epoch == epoch_ && has_more_to_say) {
        if (races_with_reads(granule, actor, part(i, access))) reported = word;
      }
      // Behind its own store: another thread's atomic may come before that.
      const bool is_behind_store = access.operation == Access::atomic && granule.write_epoch == epoch_ &&
                                   granule.writer == actor.thread && granule.atomic_write == 0;
      if (!is_behind_store) note_write(granule, access.operation, access.site);
    }
    if (word == reported) granule.raced = 1;
  }
}

bool SharedRaces::races_with_write(const Granule& granule, const Actor& actor, const LaneAccess& part) {
  if (!is_unordered(granule)) return false;
  const Access operation = granule.atomic_write != 0 ? Access::atomic : Access::store;
  const bool is_told = granule.atomic_write != 0 || granule.write_is_flag != 0;
  const bool is_told_now = may_be_flag_ || actor.operation == Access::atomic;
  const bool by_volatiles = may_be_flag_ && granule.write_is_flag != 0;
  if (is_told && is_told_now && !(by_volatiles && actor.operation == Access::load)) return false;
  const Actor writer{actor.block, granule.writer, site_address(granule.write_site), operation};
  if (actor.operation == Access::load && operation == Access::atomic && !reads_before_swap_.is_full()) {
    reads_before_swap_.add({{HazardKind::race, actor, writer, part}});
    return false;
  }
  if (by_volatiles) {
    pending_reads_.add(described({HazardKind::race, actor, writer, part, "", {}, true}));
    return false;
  }
  if (actor.operation != Access::store) {
    const Moment write = moment(actor.block, granule.writer, context_.running.barriers, granule.write_stamp);
    const bool lacks_acquire = context_.order.lacks_acquire(actor.thread, write);
    InLoop loop;
    loop.of_copy = granule.copied != 0;
    loop.copy_is_new = granule.copy_is_new != 0;
    return race(actor, writer, part, loop, lacks_acquire ? in_words(MissingLink::acquire) : "");
  }
  pending_writes_.add({HazardKind::race, actor, writer, part});
  return false;
}

bool SharedRaces::races_with_reads(const Granule& granule, const Actor& actor, const LaneAccess& part) {
  const auto reader = granule.unordered_with(context_);
  if (!reader) return false;
  const Actor other{actor.block, *reader, site_of_reader(granule, *reader), Access::load};
  InLoop loop;
  loop.both_write = granule.write_epoch == epoch_ && granule.writer != actor.thread;
  loop.in_this_line = loop.both_write && site_address(granule.write_site) == actor.site;
  loop.writer = granule.writer;
  loop.of_copy = loop.copy_is_new = starts_copy_;
  if (actor.operation != Access::atomic && !may_be_flag_) return race(actor, other, part, loop);
  pending_reads_.add(described({HazardKind::race, actor, other, part, "", loop, may_be_flag_}));
  return false;
}

// With what is known of the two in a loop. (How many iterations the other thread has made since is known, not in which
// one it was there.)
Collision SharedRaces::described(Collision collision) const {
  const Actor &actor = collision.actor, &other = collision.other;
  const LaneAccess& part = collision.part;
  InLoop& loop = collision.loop;
  const std::uint32_t mine = iterations_of(actor.thread), its = iterations_of(other.thread);
  const bool is_further_up = actor.site < other.site;
  loop.iterations = mine + its == 0 ? InLoop::Iterations::one : InLoop::Iterations::several;
  const SharedArray& array = context_.shared.array_of(part.address);
  loop.array_bytes = array.end - array.begin;
  const Iterations& ahead = iterations_[is_further_up ? actor.thread : other.thread];
  loop.epoch = epoch_;
  loop.in_warps = context_.running.warp_time > 0;
  loop.in_next_iteration = context_.running.barriers > 0 && (is_further_up ? mine > its : its > mine) &&
                           ahead.has(actor.site) && ahead.has(other.site);
  loop.with_barrier = loop.in_next_iteration && ahead.passes_barrier;
  return collision;
}

bool SharedRaces::race(const Actor& actor, const Actor& other, const LaneAccess& part, InLoop loop,
                       const char* detail) {
  const Collision race = described({HazardKind::race, actor, other, part, "", loop});
  context_.report(HazardKind::race, actor, other, part, detail, race.loop);
  return true;
}

}  // namespace ladder::emulator
