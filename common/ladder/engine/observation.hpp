// What an engine that can look inside a run sees there.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "ladder/engine/code_place.hpp"
#include "ladder/model/limits.hpp"
#include "ladder/model/memory_model.hpp"

namespace ladder {

// What one line of a kernel asks of one kind of memory, by accesses of so many bytes per lane.
struct LineAccess {
  std::string file{};
  int line = 0;
  memory_model::Space space = memory_model::Space::global;
  memory_model::Access operation = memory_model::Access::load;
  int bytes = 0;
  std::string path{};  // of the file, as CodePlace has it
  bool operator<(const LineAccess& other) const {
    return std::tie(file, line, space, operation, bytes) <
           std::tie(other.file, other.line, other.space, other.operation, other.bytes);
  }
};

// A byte of an array in Trace::arrays.
struct TracedPlace {
  std::size_t array;     // its index
  std::uint64_t offset;  // from its begin
};

// An array that a traced request touches: a buffer, or one in shared memory.
struct TracedArray {
  std::string name;
  memory_model::Space space = memory_model::Space::global;
  std::uint64_t bytes = 0;
  std::size_t element_bytes = 0;     // 0 where it is not known
  std::vector<std::size_t> extents;  // of `float tile[32][33]` 32 and 33; of a matrix its rows and columns
  std::uint64_t begin = 0;           // of one in shared memory: bytes from the begin of all, as the banks are counted
};

struct TracedLane {
  unsigned lane;
  std::size_t array;     // index in Trace::arrays
  std::uint64_t offset;  // in bytes from its begin
};

// A lane that was stopped before the access.
struct StoppedLane {
  unsigned lane;
  std::string element;  // that it wanted: "global in[100]"
  std::string why;      // "in has 100 elements"
};

// One request of block 0. The warps of a block come one after the other between two barriers, as the emulator runs
// them; the requests of a warp are in their order.
struct TracedRequest : LineAccess {
  std::uint64_t launch = 0;  // of the run, from 0
  unsigned warp = 0;
  std::uint32_t barriers = 0;                                              // that the block has passed
  memory_model::SharedAtomic atomic = memory_model::SharedAtomic::native;  // where it is one, of shared memory
  int transactions = 0;                                                    // sectors (global) or wavefronts (shared)
  std::vector<TracedLane> lanes;     // the active ones: none where all were stopped, and it costs nothing
  std::vector<StoppedLane> stopped;  // those that would have been active too
};

// A shuffle of block 0.
struct TracedExchange {
  std::uint64_t launch = 0;
  unsigned warp = 0;
  std::size_t requests_before = 0;  // it comes behind so many requests of Trace::requests
  std::string file;
  int line = 0;
  std::vector<std::pair<unsigned, unsigned>> sources;  // a lane, and the one whose value it gets
};

struct TracedLaunch {
  std::array<unsigned, 3> grid{}, block{};
};

// What block 0 asked for, in all launches of a run.
struct Trace {
  std::vector<TracedLaunch> launches;
  std::vector<TracedArray> arrays;
  std::vector<TracedRequest> requests;
  std::vector<TracedExchange> exchanges;
  std::uint64_t left_out = 0;        // requests behind these, beyond what was asked for
  std::vector<std::string> sources;  // paths of the files that the requests and the hazards name
};

// Memory transactions of one run, summed over its launches; what each one counts is in memory_model.hpp. Atomics are
// neither loads nor stores; Nsight Compute, too, keeps them apart. What an atomic of shared memory executes as a loop
// has its loads among the shared loads.
struct Counters {
  std::uint64_t global_load_requests = 0, global_load_sectors = 0;
  std::uint64_t global_store_requests = 0, global_store_sectors = 0;
  std::uint64_t shared_load_requests = 0, shared_load_wavefronts = 0;
  std::uint64_t shared_store_requests = 0, shared_store_wavefronts = 0;
  std::uint64_t global_atomic_requests = 0, global_atomic_sectors = 0;
  std::uint64_t shared_atomic_requests = 0, shared_atomic_wavefronts = 0;
};

// The name of each counter in JSON, where the profiler's are set beside them.
inline constexpr std::pair<const char*, std::uint64_t Counters::*> counter_names[] = {
    {"global_load_requests", &Counters::global_load_requests},
    {"global_load_sectors", &Counters::global_load_sectors},
    {"global_store_requests", &Counters::global_store_requests},
    {"global_store_sectors", &Counters::global_store_sectors},
    {"shared_load_requests", &Counters::shared_load_requests},
    {"shared_load_wavefronts", &Counters::shared_load_wavefronts},
    {"shared_store_requests", &Counters::shared_store_requests},
    {"shared_store_wavefronts", &Counters::shared_store_wavefronts},
    {"global_atomic_requests", &Counters::global_atomic_requests},
    {"global_atomic_sectors", &Counters::global_atomic_sectors},
    {"shared_atomic_requests", &Counters::shared_atomic_requests},
    {"shared_atomic_wavefronts", &Counters::shared_atomic_wavefronts},
};
static_assert(std::size(counter_names) * sizeof(std::uint64_t) == sizeof(Counters), "a row for each member");

// Which two count what such accesses ask for.
struct CounterPair {
  std::uint64_t Counters::*requests, Counters::*transactions;
};
inline CounterPair counters_of(memory_model::Space space, memory_model::Access operation) {
  using C = Counters;
  constexpr CounterPair pairs[2][3] = {{{&C::global_load_requests, &C::global_load_sectors},
                                        {&C::global_store_requests, &C::global_store_sectors},
                                        {&C::global_atomic_requests, &C::global_atomic_sectors}},
                                       {{&C::shared_load_requests, &C::shared_load_wavefronts},
                                        {&C::shared_store_requests, &C::shared_store_wavefronts},
                                        {&C::shared_atomic_requests, &C::shared_atomic_wavefronts}}};
  return pairs[static_cast<int>(space)][static_cast<int>(operation)];
}

// How often a run did what no kernel may do. A member, and below it the row with its name in JSON.
struct Hazards {
  std::uint64_t races = 0;                // two threads, one element, one of them writes, no barrier between
  std::uint64_t out_of_bounds = 0;        // threads stopped before such an access
  std::uint64_t uninitialized_reads = 0;  // of shared or global memory that nothing wrote
  std::uint64_t divergent_barriers = 0;   // barriers that some threads of the block never reach

  bool any() const { return races + out_of_bounds + uninitialized_reads + divergent_barriers != 0; }
  // There are none but reads of what nothing wrote: those name who reads, and not who should have written.
  bool leave_cause_open() const { return races + out_of_bounds + divergent_barriers == 0; }
};

inline constexpr std::pair<const char*, std::uint64_t Hazards::*> hazard_counts[] = {
    {"races", &Hazards::races},
    {"out_of_bounds", &Hazards::out_of_bounds},
    {"uninitialized_reads", &Hazards::uninitialized_reads},
    {"divergent_barriers", &Hazards::divergent_barriers},
};
static_assert(std::size(hazard_counts) * sizeof(std::uint64_t) == sizeof(Hazards), "a row for each member");

// What such requests cost.
struct RequestCosts {
  std::uint64_t requests = 0;
  std::uint64_t transactions = 0;                 // sectors (global) or wavefronts (shared)
  std::uint64_t least_transactions = 0;           // that the same lanes could cost, side by side
  int worst_transactions = 0;                     // of one request
  memory_model::WarpAccess worst_request{};       // which then cost that
  std::uint64_t wavefronts_kept_by_compiler = 0;  // of shared memory, and of global loads in the L1 cache: see Demand
  std::uint64_t partial_sectors = 0;              // of global stores
};

// The requests of one line of a kernel to one kind of memory.
struct LineCounters : LineAccess, RequestCosts {
  std::set<Callers> callers{};
  // The same after nvcc has merged neighbours, as it may: into accesses of so many bytes at most; 0: there are none.
  // made: its machine code says so; then it may also have split them, into accesses of fewer bytes than they have.
  struct Merged {
    int bytes = 0;
    std::uint64_t requests = 0, transactions = 0;
    bool made = false;
  };
  Merged merged{};
  // The same after nvcc has made one of what both arms of a branch access, as it may: so much more, or less.
  struct Joined {
    std::int64_t requests = 0, transactions = 0;
    bool any = false, made = false;
  };
  Joined joined{};
  // Loads of what the same lanes have loaded there before, in a loop that stores nothing else between: nvcc may keep it
  // in registers.
  struct Repeated {
    std::uint64_t requests = 0, transactions = 0;
  };
  Repeated repeated{};
};

// Of how many bytes nvcc has made such accesses: as many as they have, more where it has merged them, fewer where it
// has split them; 0 where it has put them on another line.
using MadeWidth = std::function<int(const LineAccess&)>;

// What the threads of a block, or the lanes of a warp, do together, and which line does it how often.
enum class Event { barrier, exchange, fence };
struct LineEvents {
  std::string file;
  int line = 0;
  Event event = Event::barrier;
  std::uint64_t count = 0;
  std::set<Callers> callers{};
};

// One thread of a hazard, and where it was.
struct PlacedThread {
  std::uint64_t block = 0;  // linear index in the grid
  unsigned thread = 0;      // linear index in the block
  CodePlace at;             // no file where the line is not known
  memory_model::Access operation = memory_model::Access::load;
};

// One hazard, for a picture of it.
struct PlacedHazard {
  std::string words;                    // as in Observation::messages
  std::string rule{};                   // Finding::rule
  bool is_remark = false;               // no hazard, but it may explain what is wrong
  bool is_aside = false;                // a remark that stands behind a wrong result, which has a cause of its own
  bool explains_others = false;         // what comes before races: a wrong place, or an unwritten one
  std::uint64_t launch = 0;             // of the run, from 0
  std::uint64_t turn = 0;               // of the launch, among all that the program does
  std::string launched_at = {};         // "transposes.cuh:68", where it is a line of host code that anybody may edit
  std::string element{};                // "shared tile[3][4]", where it is about one
  std::string host_name = {};           // "receive": of its array, where the kernel calls that otherwise
  std::optional<TracedPlace> place{};   // of the element, where the trace has its array
  std::optional<std::int64_t> index{};  // of a row that does not have it
  PlacedThread thread{};
  Callers callers{};                       // of the function that its line is in
  std::size_t headline = 0;                // so many letters of the words say what is wrong; behind them, the evidence
  std::size_t advice = std::string::npos;  // where the advice begins in the words, with "; "
  std::optional<PlacedThread> other{};     // whom it collides with
};

// What has crossed the link from one device to another.
struct LinkTraffic {
  int from, to;
  std::uint64_t messages, bytes;                 // copies, and what libraries exchange
  std::uint64_t sectors_loaded, sectors_stored;  // that kernels asked for, of the memory at the other end
};

// What is seen of a run beside its counters; all of it is nothing where the engine cannot look inside.
struct Observed {
  Hazards hazards;
  std::vector<PlacedHazard> places;                  // the first hazards of each kind
  std::vector<PlacedHazard> remarks;                 // what is no hazard, and may explain a wrong result
  std::uint64_t blocks = 0;                          // launched, over all launches
  std::uint64_t barriers = 0;                        // __syncthreads() passed, added up over these blocks
  std::uint64_t exchanges = 0;                       // shuffles and votes, added up over their warps
  std::uint64_t fences = 0;                          // __threadfence(), of the lane in each warp that makes most
  std::uint64_t idle_blocks = 0;                     // of the blocks: those that load and store nothing
  std::uint64_t load_rounds = 0;                     // Launch::global_rounds of all launches
  std::uint64_t load_rounds_unrolled = 0;            // the same, if compilers unrolled every loop
  std::uint64_t store_rounds = 0;                    // stores to global memory, of the warp in each block with most
  std::uint64_t resident_threads = 0;                // that fit in a multiprocessor, of the launch with fewest
  std::uint64_t block_threads = 0;                   // of the first launch
  std::function<std::vector<LineCounters>()> lines;  // in the order of the source; looks the lines up when called
  std::function<std::vector<LineEvents>()> events;   // the same of barriers, exchanges and fences
};

// What an engine that can look inside a run saw there.
struct Observation : Observed {
  Counters counters;
  std::vector<std::string> messages;  // of the hazards, a line each
  Trace trace;                        // after trace_runs()
  memory_model::Demand demand;        // what limits() are worked out from
};

// A run that did not come to its end: why, in words that begin with the place where it was stopped; and what was seen
// of it before that. Its counters are not all there.
struct StoppedRun : std::runtime_error {
  StoppedRun(const std::string& why, CodePlace where, Observation so_far)
      : std::runtime_error(why), place(std::move(where)), seen(std::move(so_far)) {}
  CodePlace place;
  Observation seen;
};

}  // namespace ladder
