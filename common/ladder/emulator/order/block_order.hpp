// What threads of a launch have told each other, in one block or in several: which accesses lie before an atomic, or a
// volatile store, that others may read.
//
// A fence and then an atomic on the writer's side, an atomic or a volatile read of the same place on the reader's: what
// was written before the fence is then there for the reader, if the fence was for both: __threadfence_block() is one
// for threads of a block. Atomics alone say nothing of other places. (CUDA C++ Programming Guide, "Memory Fence
// Functions"; PTX ISA, "Memory Consistency Model": release and acquire patterns. The fence on the reader's side, which
// PTX asks for, is not missed here.) docs/emulator.md has a table.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <unordered_map>
#include <utility>
#include <vector>

#include "ladder/base/singleton.hpp"
#include "ladder/emulator/cuda/atomic_functions.hpp"
#include "ladder/emulator/requests/warp.hpp"

namespace ladder::emulator {

// When a thread wrote, or read: how many barriers its block had passed, how many fences it had made since, and its time
// in the WarpClock. The numbers are those that a cell (writers.hpp) has room for.
struct Moment {
  static constexpr int barrier_bits = 10, fence_bits = 4;
  static constexpr std::uint32_t most_fences = (1u << fence_bits) - 1;  // and any more are one with the last

  std::uint64_t block = 0;
  unsigned thread = 0;
  std::uint32_t barriers = 0, fences = 0, warp_time = 0;
};

// Where threads tell each other: an address, and in shared memory the block that it is the address for.
struct SyncVariable {
  static constexpr std::uint64_t all_blocks = UINT64_MAX;

  std::uintptr_t address = 0;
  std::uint64_t block = all_blocks;
  auto operator<=>(const SyncVariable&) const = default;
};

// The times of a Moment since the last barrier, its time in the WarpClock and its fences, in one word.
class Stamp {
 public:
  constexpr Stamp() = default;
  constexpr Stamp(std::uint32_t warp_time, std::uint32_t fences)
      : bits_((warp_time & most_time) | std::min(fences, Moment::most_fences) << time_bits) {}
  constexpr std::uint32_t warp_time() const { return bits_ & most_time; }
  constexpr std::uint32_t fences() const { return bits_ >> time_bits; }

 private:
  static constexpr int time_bits = 32 - Moment::fence_bits;
  static constexpr std::uint32_t most_time = (1u << time_bits) - 1;

  std::uint32_t bits_ = 0;
};

constexpr Moment moment(std::uint64_t block, unsigned thread, std::uint32_t barriers, Stamp stamp) {
  return {block, thread, barriers, stamp.fences(), stamp.warp_time()};
}

class ReleaseLog;

// What a thread knows: of some places, so many of the first releases there.
class Knowledge {
 public:
  void add(const ReleaseLog* log, std::size_t releases);
  void add(const Knowledge& other);
  bool is_empty() const { return logs_.empty() && !everything_; }
  // Of a thread of that block.
  bool covers(const Moment& write, std::uint64_t block) const;

 private:
  static constexpr std::size_t most_places = 64;  // who has read more is taken to know everything

  std::vector<std::pair<const ReleaseLog*, std::size_t>> logs_;
  bool everything_ = false;
};

// What the fences of a block cover, for threads of it or for all: what it did before this many barriers; of what it did
// since then, that which a fence of the same thread followed, or of a thread that had met the other at a __syncwarp().
struct Cover {
  bool any = false;
  std::uint32_t barriers = 0;
  unsigned first_thread = 0;
  // Of first_thread and of those after it, since these barriers: the last fence that counts, of all that it made.
  std::vector<std::uint32_t> fences;
  std::vector<std::uint32_t> warp_seen;  // the same: its time in the WarpClock before which another lane's fence lies

  bool covers(const Moment& write) const;  // of a thread of the block
  // Whether this thread made one of them, since these barriers.
  bool made_by(unsigned thread) const {
    const unsigned nth = thread - first_thread;
    return nth < fences.size() && fences[nth] != 0;
  }
};

// And what was known.
struct Fenced {
  std::uint64_t block = 0;
  Cover for_block, for_all;
  Knowledge known;

  const Cover& cover_for(std::uint64_t other_block) const { return other_block == block ? for_block : for_all; }
  bool covers(const Moment& write, std::uint64_t for_thread_of) const {
    return write.block == block && cover_for(for_thread_of).covers(write);
  }
};

// What was released at one place, in order.
class ReleaseLog {
 public:
  std::size_t size() const { return releases_.size(); }
  void add(std::shared_ptr<const Fenced> fenced);
  // Whether one of the first `releases` covers the write by itself, for a thread of that block.
  bool covers(const Moment& write, std::size_t releases, std::uint64_t block) const;
  const Fenced& operator[](std::size_t release) const { return *releases_[release]; }

 private:
  std::vector<std::shared_ptr<const Fenced>> releases_;
  std::unordered_map<std::uint64_t, std::vector<std::size_t>> of_block_;  // indices in releases_
};

// What is missing between a write and another thread's access to the same place.
enum class MissingLink {
  everything,
  fence,
  fence_after_write,
  fence_after_sync,  // the fence is another thread's
  atomic_after_fence,
  atomic_after_sync,  // the atomic is
  acquire,            // the atomic that was read is relaxed
  write_of_flag,      // what is read as a flag is not written as one
  read_of_atomic
};

// What to do about it; empty for everything.
const char* in_words(MissingLink missing);

// Of the running launch. For use by several OS threads.
class ReleaseLogs : public Singleton<ReleaseLogs> {
 public:
  // kernel: its code.
  void begin_launch(const void* kernel);
  std::uint64_t launch() const { return launch_; }  // its number, from 1
  // Whether there has been a fence: where there was none, nothing is released.
  bool any_fence() const { return any_fence_.load(std::memory_order_relaxed); }
  void note_fence() {
    any_fence_.store(true, std::memory_order_relaxed);
    want_lines();
  }
  // Whether it is to be noted where in the kernel each write is: from the first sign on that blocks depend on each
  // other, and in each later launch of the kernel.
  bool lines_are_wanted() const { return lines_are_wanted_.load(std::memory_order_relaxed); }
  void want_lines();
  // What all fences of a block cover by now. For what_is_missing().
  void note_fences(std::shared_ptr<const Fenced> fenced);

  // Of a thread of that block that makes an atomic: the fences of others that it knows nothing of. The same.
  void note_unknown(std::shared_ptr<const Fenced> fenced);

  // While it is held, no other core makes an atomic; nothing where there has been no fence.
  std::unique_lock<std::mutex> no_other_atomic();

  // An atomic at that place, or (`is_store`) a store: who reads the place from now on knows of what is fenced; null: of
  // nothing new.
  void release(const SyncVariable& place, std::shared_ptr<const Fenced> fenced, bool is_store);
  void acquire(const SyncVariable& place, Knowledge& knowledge);
  bool covers(const Knowledge& knowledge, const Moment& write, std::uint64_t block);
  // has_read: whether the reader has read anything that others may have released.
  MissingLink what_is_missing(const Moment& write, bool has_read);

 private:
  std::uint64_t launch_ = 0;
  const void* kernel_ = nullptr;
  std::set<const void*> kernels_;  // whose lines were wanted
  std::atomic<bool> any_fence_{false}, lines_are_wanted_{false};
  std::mutex mutex_, atomics_;
  std::deque<ReleaseLog> logs_;
  std::map<SyncVariable, ReleaseLog*> of_place_;
  std::unordered_map<std::uint64_t, std::shared_ptr<const Fenced>> fences_of_block_, unknown_fences_of_block_;
};

// What the threads of one block know of others' accesses, and what they tell them.
//
// A thread knows what others have read once it has met them: lanes of its warp at any exchange, all at a barrier.
class BlockOrder {
 public:
  explicit BlockOrder(const WarpClock& clock) : warp_clock_(clock) {}

  void begin_block(std::uint64_t block);
  void barrier();
  void exchange(unsigned first, LaneMask lanes);

  // What a thread of the block does, which has passed so many barriers: a fence; an atomic, or a volatile store, to be
  // told of before it happens; an atomic or an atomic load, which has happened (see AtomicOrder for acquires); a
  // volatile read, which may happen later.
  void fence(unsigned thread, std::uint32_t barriers, Scope scope);
  void before_atomic(unsigned thread, const SyncVariable& place) { release(thread, place, false); }
  void before_volatile_store(unsigned thread, const SyncVariable& place) { release(thread, place, true); }
  void after_atomic(unsigned thread, const SyncVariable& place, bool acquires);
  void volatile_load(unsigned thread, const SyncVariable& place) {
    note_read(place);
    take_for_flag(thread, place);
  }
  // A read of a place that may be meant as a flag, though nothing makes it one.
  void take_for_flag(unsigned thread, const SyncVariable& place);

  // How many fences the thread has made since the last barrier, as a Moment has them.
  std::uint32_t fences_of(unsigned thread) const {
    return thread < fences_.size() ? static_cast<std::uint32_t>(fences_[thread].size()) : 0;
  }
  // Whether another thread's access happened before what the thread does now, by what it has read; and where not, why.
  bool knows(unsigned thread, const Moment& access);
  MissingLink what_is_missing(unsigned thread, const Moment& write) const;
  // Whether nothing is missing but that the atomic is read with an acquire.
  bool lacks_acquire(unsigned thread, const Moment& write) const;
  // Whether the block has read any other place by atomics or as a volatile.
  bool has_read_another(const SyncVariable& place) const {
    return has_read_several_ || (has_read_ && place != newest_read_);
  }

 private:
  // When in the WarpClock its thread made it, and what of each lane's time came before it.
  struct Fence {
    Scope scope;
    std::uint32_t time;
    std::array<std::uint32_t, warp_lanes> seen;
  };

  // Whether anything may have been released there: in shared memory, where the block has made a fence.
  bool may_tell(const SyncVariable& place) const {
    if (place.block != SyncVariable::all_blocks) return fenced_ != nullptr || !fences_.empty();
    return ReleaseLogs::instance().any_fence();
  }
  void acquire(const SyncVariable& place, Knowledge& knowledge) const;
  void release(unsigned thread, const SyncVariable& place, bool is_store);
  std::shared_ptr<const Fenced> fenced_by(unsigned thread);
  Fenced fenced(unsigned first, std::size_t threads, const auto& is_known) const;
  Fenced fenced_by_all() const;
  Knowledge& known_to(unsigned thread);
  void know_read(unsigned thread);
  void note_read(const SyncVariable& place);
  void catch_up();

  const WarpClock& warp_clock_;
  std::uint64_t block_ = 0;
  std::uint32_t barriers_ = 0;              // at the last fence
  std::vector<std::vector<Fence>> fences_;  // of each thread since the last barrier, at most most_fences; empty: none
  std::shared_ptr<const Fenced> fenced_;    // by all, up to the last barrier
  // By the thread that released last, at its time then, if nobody has made a fence since.
  std::shared_ptr<const Fenced> newest_;
  unsigned releaser_ = 0;
  std::uint32_t released_at_ = 0;
  Knowledge known_;                             // to the block, since the last barrier
  std::vector<Knowledge> of_threads_;           // what threads have read since
  std::map<unsigned, Knowledge> behind_fence_;  // what they are going to know behind their next fence
  // Reads of flags that may not have happened when their thread was seen last.
  std::vector<std::pair<unsigned, SyncVariable>> reads_;
  bool has_read_ = false, has_read_several_ = false;  // by atomics or as a volatile: one place, or more
  SyncVariable newest_read_;
};

}  // namespace ladder::emulator
