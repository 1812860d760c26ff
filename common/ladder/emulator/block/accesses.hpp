// Finds out what the running block does: every access is found in its buffer or shared array, put into a request, and
// told to the listeners, with all else that happens (events.hpp).
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "ladder/emulator/block/copies.hpp"
#include "ladder/emulator/block/loops.hpp"
#include "ladder/emulator/block/threads.hpp"
#include "ladder/emulator/listeners/listeners.hpp"

namespace ladder::emulator {

class Accesses {
 public:
  Accesses(Threads& threads, const WarpClock& clock, HazardLog& hazards)
      : threads_(threads),
        warp_clock_(clock),
        hazards_(hazards),
        block_order_(clock),
        listeners_({hazards, sites_, clock, shared_, running_, block_order_, copies_on_the_way_}) {}

  void begin_launch(const KernelCall& kernel, const std::vector<SharedArray>& arrays, const Recorders& recorders);
  void tell(const auto& event) { listeners_.tell(event); }
  // Whether somebody is told what the block loads and stores; and that nobody is from now on.
  bool is_observed() const { return is_observed_; }
  void stop_observing() {
    is_observed_ = false;
    trace_.clear();
  }
  void begin_block();
  void end_block();
  void barrier();

  // What comes between the two is done by this thread of the block, which has passed so many barriers.
  void begin_thread(unsigned thread, std::uint32_t barriers) {
    unseen_atomics_ = 0;
    unseen_site_ = 0;
    running_.block = threads_.block();
    running_.thread = thread;
    running_.barriers = barriers;
    is_noticed_ = false;
    if (!recorders_.is_plain) notice();
  }
  void end_thread(bool is_runnable);
  // The running thread is to do what somebody is told of. Of one that runs plain code nobody knows before.
  void notice() {
    if (!is_noticed_) notice_thread();
  }
  // Whether it was so of the running thread, and of any of the block.
  bool is_noticed() const { return is_noticed_; }
  bool has_noticed() const { return has_noticed_; }
  // To be called when each lane of the warp that begins with thread `first` has run as far as it can. Those in
  // `unfinished` have no room left for their accesses, or are at an __activemask(), to which `others` may come. Returns
  // the lanes that have met.
  LaneMask tell_requests(unsigned first, LaneMask unfinished, bool others, std::uint32_t barriers);

  // What the running thread does, if it is what the first lane of its warp did here: false where it is not, and nothing
  // is noted. Sites are return addresses in the kernel.
  bool follow(std::uintptr_t address, int bytes, Access operation, Site site);
  static bool follow(Site basic_block) {
    if (basic_block <= newest_basic_block_ || !WarpTrace::follow(basic_block)) return false;
    newest_basic_block_ = basic_block;
    return true;
  }
  // And whatever it is: an access that is not to its stack, a copy of a struct from or to such memory, or a basic block
  // that it enters.
  void access(std::uintptr_t address, int bytes, Access operation, Site site);
  void copy(std::uintptr_t address, std::size_t bytes, Access operation, Site site);
  // Or an index beyond an array type, "float [7]": of its own, as others are judged by the address.
  void pass_bound(const std::string& array, std::int64_t index, Site site);
  // The memory itself has stopped the running thread, in a block that is not observed.
  void note_refused(const LaneAccess& access);
  // Ends the thread before an access of a type that is aligned to so many bytes, if the address is not.
  void check_alignment(std::uintptr_t address, int bytes, Access operation, Site site);
  void access_volatile(std::uintptr_t address, int bytes, Access operation, Site site);
  // The same for an atomic, which update() makes.
  auto atomic(std::uintptr_t address, int bytes, AtomicOrder order, Swap swap, Site site, const auto& update);
  // A load or a store in one piece, which load() or store() makes.
  auto atomic_load(std::uintptr_t address, int bytes, AtomicOrder order, Site site, const auto& load);
  void atomic_store(std::uintptr_t address, int bytes, Scope scope, Site site, const auto& store);
  // An asynchronous copy to shared memory, whose groups are the running thread's. Both of its places are aligned.
  void start_copy(AsyncCopy copy);
  void commit_copies() { copies_on_the_way_.commit(running_.thread); }
  void wait_for_copies(unsigned groups_left);
  // What the running thread does there, nobody observes.
  void note_unseen(Site site) { unseen_site_ = site; }
  void fence(Scope scope);
  void enter_basic_block(Site site) {
    if (site <= newest_basic_block_) jump_back(site);
    newest_basic_block_ = site;
    if (!trace_.follow(site)) record_basic_block(site);
  }
  void meet(Site site) {
    notice();
    record_step(active_mask(site));
  }
  // Of the running thread; null where none runs.
  static LoopIterations* loops() { return loops_; }

  // Of the atomic at the site: what it is in shared memory, where that is no instruction of its own.
  void note_atomic(Site site, SharedAtomic atomic) { atomics_.insert_or_assign(site, atomic); }

  // The steps that a warp has made which others now go on before, and back again.
  WarpTrace take_trace() { return std::exchange(trace_, {}); }
  void put_back(WarpTrace trace) { trace_ = std::move(trace); }
  // Of what the running thread has done since begin_thread().
  std::uint64_t fingerprint() const { return is_noticed_ ? trace_.fingerprint() ^ unseen_atomics_ : unseen_atomics_; }

  // Where the running thread was seen last.
  Site last_site() const { return is_noticed_ && trace_.last_site() != 0 ? trace_.last_site() : unseen_site_; }

  // Of the launch.
  const Sites& sites() const { return sites_; }
  template <typename Listener>
  const Listener& listener() const {
    return listeners_.get<Listener>();
  }
  // Whether threads have read a volatile place, as they do who wait for others.
  bool has_volatile_loads() const { return has_volatile_loads_; }
  // Whether a thread was stopped before an access near to no array, or to a device's memory that is closed to it.
  bool went_astray() const { return went_astray_; }
  const SharedMemory& shared() const { return shared_; }

 private:
  // Whether nobody observes the block, and the atomic is none that has to be stopped.
  bool goes_unseen(std::uintptr_t address, int bytes) {
    if (is_observed_ || (address & static_cast<std::uintptr_t>(bytes - 1)) != 0) return false;
    const Buffer* const buffer = buffer_of(address, bytes);
    return buffer == nullptr ? shared_.find(address, bytes) : buffer->pages == nullptr && !buffer->is_input;
  }
  void notice_thread();
  auto update_in_turn(std::uintptr_t address, const Buffer* buffer, const auto& update);
  const Buffer* buffer_of(std::uintptr_t address, int bytes) {
    return shared_.contains(address) ? nullptr : buffers_.find(address, bytes);
  }
  // Then the next access is recorded without others coming between.
  void make_room(Site site) {
    while (trace_.is_full()) threads_.wait(State::trace_full, site);
  }
  [[gnu::noinline]] void record_basic_block(Site site);
  [[gnu::noinline]] void jump_back(Site site);
  void record_step(const LaneAccess& step);
  event::NewSectors touch_sectors(const Request& request);
  void tell_request(const Request& request, unsigned warp, std::uint32_t barriers);
  void find_and_access(std::uintptr_t address, int bytes, Access operation, Site site);
  void record_or_follow(const LaneAccess& access, const Buffer* buffer);
  Reach reach_of(const LaneAccess& access, const Buffer* buffer) const;
  [[gnu::cold]] void stop(Site site);
  void note_stopped(HazardKind kind, const LaneAccess& access);
  // The thread ends here, before the access: nothing is harmed, and the other threads go on.
  [[gnu::cold]] void stop_before(HazardKind kind, const LaneAccess& access);

  Threads& threads_;
  const WarpClock& warp_clock_;
  HazardLog& hazards_;
  SharedMemory shared_;
  RecentBuffers buffers_;
  Copies copies_{shared_};
  WarpTrace trace_;
  Running running_{};
  BlockOrder block_order_;
  AsyncCopies copies_on_the_way_;
  Sites sites_;
  Listeners listeners_;
  static constexpr unsigned no_warp = most_threads;
  unsigned unfinished_warp_ = no_warp;                    // which has more to come from where its requests end
  std::unordered_set<Site> volatile_sites_, copy_sites_;  // copy_sites_: of asynchronous copies, which are in both
  bool has_volatile_loads_ = false, went_astray_ = false;
  bool is_in_one_piece_ = false;  // the next access, a load or a store
  // Of the running thread: its atomics that nobody observes, as a number, and where the newest is.
  std::uint64_t unseen_atomics_ = 0;
  Site unseen_site_ = 0;
  // Of the thread that this OS thread runs: the basic block that it is in, and what it has compared.
  static constinit thread_local Site newest_basic_block_;
  static constinit thread_local LoopIterations* loops_;
  Loops loops_of_kernels_;
  Course* course_ = nullptr;  // of the running thread
  bool is_noticed_ = false, has_noticed_ = false;
  bool is_observed_ = true;
  struct IndexedArray {
    bool is_local = false, is_row = false;  // see kernel_facts.hpp
  };
  std::map<std::pair<const void*, std::string>, IndexedArray> indexed_arrays_;  // by kernel and extents
  const KernelCall* kernel_ = nullptr;
  Recorders recorders_{};
  std::unordered_map<Site, SharedAtomic> atomics_;  // those that are not native
};

auto Accesses::atomic(std::uintptr_t address, int bytes, AtomicOrder order, Swap swap, Site site, const auto& update) {
  if (goes_unseen(address, bytes)) {
    unseen_site_ = site;
    unseen_atomics_ = (unseen_atomics_ ^ site ^ address) * 0x9e3779b97f4a7c15u;
    const auto lock = ReleaseLogs::instance().no_other_atomic();
    return update();
  }
  notice();
  make_room(site);
  const Buffer* const buffer = buffer_of(address, bytes);
  running_.swap = swap;
  listeners_.tell(
      event::AtomicBegins{order, address, bytes, buffer, revalidates(swap) ? trace_.load_before(address) : 0});
  access(address, bytes, Access::atomic, site);
  return update_in_turn(address, buffer, update);
}

auto Accesses::atomic_load(std::uintptr_t address, int bytes, AtomicOrder order, Site site, const auto& load) {
  notice();
  has_volatile_loads_ = true;
  volatile_sites_.insert(site);
  make_room(site);
  const Buffer* const buffer = buffer_of(address, bytes);
  if (buffer == nullptr && !shared_.find(address, bytes)) access(address, bytes, Access::load, site);  // ends it
  running_.is_volatile = true;
  listeners_.tell(event::VolatileBegins{{address, buffer}, order.scope});
  is_in_one_piece_ = true;
  access(address, bytes, Access::load, site);
  is_in_one_piece_ = running_.is_volatile = false;
  const auto lock = ReleaseLogs::instance().no_other_atomic();
  const auto value = load();
  listeners_.tell(event::AtomicLoaded{{address, buffer}, order.acquires});
  return value;
}

// A store to the hardware, and to those who look for races an exchange.
void Accesses::atomic_store(std::uintptr_t address, int bytes, Scope scope, Site site, const auto& store) {
  notice();
  volatile_sites_.insert(site);
  make_room(site);
  const Buffer* const buffer = buffer_of(address, bytes);
  running_.swap = Swap::overwrites;
  listeners_.tell(event::AtomicBegins{{scope, false}, address, bytes, buffer, 0});
  is_in_one_piece_ = true;
  access(address, bytes, Access::store, site);
  is_in_one_piece_ = false;
  update_in_turn(address, buffer, [&] { return store(), 0; });
}

auto Accesses::update_in_turn(std::uintptr_t address, const Buffer* buffer, const auto& update) {
  const auto lock = ReleaseLogs::instance().no_other_atomic();
  listeners_.tell(event::AtomicUpdates{{address, buffer}, lock.owns_lock()});
  const auto old = update();
  listeners_.tell(event::AtomicUpdated{{address, buffer}});
  running_.swap = Swap::none;
  return old;
}

[[gnu::always_inline]] inline bool Accesses::follow(std::uintptr_t address, int bytes, Access operation, Site site) {
  const Reach* const reach = trace_.follow_in_reach(address, bytes, operation, site);
  if (reach == nullptr) return false;
  // Once for each space, which the compiler then knows.
  if (reach->buffer == nullptr) {
    listeners_.tell(event::Access{{site, address, bytes, Space::shared, operation}, nullptr});
  } else {
    listeners_.tell(event::Access{{site, address, bytes, Space::global, operation}, reach->buffer});
  }
  return true;
}

}  // namespace ladder::emulator
