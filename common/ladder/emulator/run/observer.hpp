// Collects what the blocks of a run saw, over all its launches.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "ladder/emulator/block/block.hpp"
#include "ladder/engine/engine.hpp"
#include "ladder/engine/excerpts.hpp"

namespace ladder::emulator {

class Observer {
 public:
  struct Wishes {
    std::size_t most_traced = 0;   // how many requests of block 0 to keep
    double patience = 20;          // the seconds that a launch of long blocks may take
    bool reorders = false;         // see Engine::reorder_blocks()
    Progress tell = nullptr;       // see Engine::tell_progress(); null for nobody
    BlockChoice choose = nullptr;  // the blocks that are run, of the first launch only; null for all
    bool sees = true;              // what threads load and store; else launches just run
    double most_seconds = 1e9;     // that blocks of a launch are observed, where there is plain code for the others
    std::function<bool(const Step&)> keep = nullptr;  // the steps to keep, see Excerpts::record(); null for none
    std::size_t step_bytes = sizeof(Step::bits);      // what a step moves
  };

  // The one that run_grid adds to; null where nobody observes.
  static Observer* current();

  explicit Observer(Wishes wishes);

  // While it lives, the observer is the current one. A run begins: no sector has been loaded or stored.
  class Watch {
   public:
    explicit Watch(Observer& observer);
    ~Watch();
    Watch(Watch&&) = delete;
  };

  void begin_launch(dim3 grid, dim3 block, const void* kernel, std::size_t shared_bytes,
                    const std::vector<SharedArray>& arrays);
  void add(const Block& block);
  // Where the host's code asks for the next launch.
  void note_launch(std::uintptr_t site) { next_launch_at_ = site; }
  // The next launch's, among all that the program does.
  void note_turn(std::uint64_t turn) { next_turn_ = turn; }
  // What stopped threads of a block that is not observed; or of a launch of which no block was, by who ran it instead.
  void add_stops(const Block& block) { add_hazards(block.hazards().stops(), block.accesses().went_astray(), launch_); }
  void add_stops(const Observer& other) { add_hazards(other.hazards_, other.went_astray_, other.launch_); }
  // So many blocks of the newest launch were not observed, but just ran.
  void leave_out(std::uint64_t blocks);
  std::uint64_t left_out() const { return left_out_; }  // of all launches
  // Of all launches: blocks that were observed for a time only; and all of which not everything was seen.
  std::uint64_t cut() const { return cut_; }
  std::uint64_t not_seen_whole() const { return left_out_ + cut_; }
  std::uint64_t idle_blocks() const { return seen_.idle_blocks; }

  // The blocks of the newest launch that are to be run, by their linear index; null for all.
  const std::vector<std::uint64_t>* chosen() const { return wishes_.choose ? &chosen_ : nullptr; }

  const Wishes& wishes() const { return wishes_; }
  double most_seconds() const { return wishes_.sees ? wishes_.most_seconds : 0; }
  void observe_for(double most_seconds) { wishes_.most_seconds = most_seconds; }

  // Where the newest launch leaves what is recorded of it.
  Recorders recorders() {
    return {wishes_.most_traced > 0 ? &requests_ : nullptr, wishes_.keep ? &values_ : nullptr, wishes_.sees};
  }

  // made: what nvcc made of the kernel; null where that is not known.
  Observation observation(const MadeWidth& made = nullptr) const;
  Hazards hazards() const { return hazards_.totals(); }
  const std::vector<Hazard>& kept_hazards() const { return hazards_.kept(); }
  // Whether a thread was about to touch what belongs to no allocation at all, or to another device that is closed to
  // it. (One close behind an allocation goes unnoticed on a GPU.)
  bool went_astray() const { return went_astray_; }
  // Whether threads waited, or may have, by reading one place again and again: plain code would do so for ever.
  bool has_volatile_loads() const { return has_volatile_loads_; }
  // What was asked of the memory of other devices since this was called before.
  RemoteSectors take_remote_sectors() { return std::exchange(remote_sectors_, {}); }

 private:
  void add_hazards(const HazardLog& hazards, bool went_astray, const LaunchShape& launch) {
    hazards_.merge(hazards, launch);
    went_astray_ = went_astray_ || went_astray;
  }
  Trace traced() const;

  HazardLog hazards_;
  Sites sites_;
  Wishes wishes_;
  std::vector<std::uint64_t> chosen_;
  Observation seen_;  // so far, as far as it need not be worked out
  std::uint64_t left_out_ = 0, cut_ = 0;
  bool has_volatile_loads_ = false, went_astray_ = false;
  EventCounts events_;
  AtomicTurns atomic_turns_;
  RemoteSectors remote_sectors_;
  TraceRecorder requests_;
  ValueRecorder values_;
  LaunchShape launch_;                 // the newest
  std::uintptr_t next_launch_at_ = 0;  // 0: not known
  std::uint64_t next_turn_ = 0;
  std::vector<std::uintptr_t> launched_at_;  // of all launches
  double blocks_for_each_run_ = 1;           // of the first launch
};

}  // namespace ladder::emulator
