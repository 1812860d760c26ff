#include "ladder/emulator/run/observer.hpp"

#include <algorithm>
#include <set>
#include <stdexcept>
#include <tuple>

#include "ladder/base/mapped.hpp"
#include "ladder/emulator/debuginfo/source_lines.hpp"
#include "ladder/emulator/hazards/hazard_words.hpp"
#include "ladder/emulator/memory/global_memory.hpp"

namespace ladder::emulator {
namespace {

Observer* current_observer = nullptr;

void add_to(Counters& counters, const SiteCounters& site) {
  const auto [requests, transactions] = counters_of(site.space, site.operation);
  counters.*requests += site.requests;
  counters.*transactions += site.transactions;
}

void add_to(memory_model::Demand& demand, const SiteCounters& site) {
  demand.partial_sectors += static_cast<double>(site.partial_sectors);
  demand.scattered_sectors += static_cast<double>(site.scattered_sectors);
  if (site.space == Space::global && site.operation != Access::atomic)
    demand.requests += static_cast<double>(site.requests - site.repeated.requests);
  (site.space == Space::shared ? demand.shared_wavefronts : demand.load_wavefronts) +=
      static_cast<double>(site.wavefronts_kept_by_compiler);
}

// In the order of the code.
std::vector<std::pair<StepCode, LineAccess>> accesses_of(const Sites& sites) {
  const std::map<StepCode, SiteCounters> in_order(sites.counters().begin(), sites.counters().end());
  std::vector<std::pair<StepCode, LineAccess>> result;
  for (const auto& [code, site] : in_order) {
    const CodePlace line = source_line(site.site);
    result.push_back({code, {line.file, line.line, site.space, site.operation, site.bytes, line.path}});
  }
  return result;
}

LineCounters::Merged as_merged(const SiteCounters& sum, const MergedCounts& more, bool made) {
  return {more.bytes, sum.requests + static_cast<std::uint64_t>(more.requests),
          sum.transactions + static_cast<std::uint64_t>(more.transactions), made};
}

// Each part of what nvcc has split touches the sectors that the whole does: those of the lanes' own. (Of shared memory
// the parts meet in banks where the whole does not: it is left as it was written.)
LineCounters::Merged as_split(const SiteCounters& sum, int bytes) {
  const auto parts = static_cast<std::uint64_t>(sum.bytes / bytes);
  return {bytes, sum.requests * parts, sum.transactions * parts, true};
}

// The joined arms of all lines. made: empty where that is not known. nvcc has joined those of which one line has no
// access left; of arms on one line nobody knows.
std::map<LineAccess, LineCounters::Joined> joined_by_line(const Sites& sites, const std::map<StepCode, int>& made,
                                                          const std::map<StepCode, LineAccess>& lines) {
  std::map<LineAccess, LineCounters::Joined> result;
  for (const auto& [codes, joined] : sites.joined_arms()) {
    const auto& [first, other] = codes;
    const bool is_known = !made.empty() && (lines.at(first) < lines.at(other) || lines.at(other) < lines.at(first));
    if (is_known && made.at(first) != 0 && made.at(other) != 0) continue;
    LineCounters::Joined& of_first = result[lines.at(first)];
    of_first.any = true;
    of_first.transactions += joined.first.transactions;
    LineCounters::Joined& of_other = result[lines.at(other)];
    of_other.any = true;
    of_other.requests += joined.other.requests;
    of_other.transactions += joined.other.transactions;
    of_first.made = of_other.made = is_known;
  }
  return result;
}

// Where several instructions of a line cost the most, the first of them is shown. made: null where that is not known.
std::vector<LineCounters> by_line(const Sites& sites, const MadeWidth& made) {
  const auto accesses = accesses_of(sites);
  std::map<StepCode, int> made_of_sites;
  if (made) {
    for (const auto& [code, access] : accesses) made_of_sites[code] = made(access);
  }
  const std::map<StepCode, MergedCounts> merged_of_sites = sites.merged(made_of_sites);
  auto joined = joined_by_line(sites, made_of_sites, {accesses.begin(), accesses.end()});
  std::map<LineAccess, SiteCounters> sums;
  std::map<LineAccess, MergedCounts> merged;
  std::map<LineAccess, std::set<Callers>> callers;
  for (const auto& [code, access] : accesses) {
    const SiteCounters& site = sites.counters().at(code);
    sums[access].add(site);
    if (const auto found = merged_of_sites.find(code); found != merged_of_sites.end())
      merged[access].add(found->second);
    callers[access].insert(calling_lines(site.site));
  }
  std::vector<LineCounters> result;
  for (const auto& [key, sum] : sums) {
    const int bytes = made && key.space == Space::global ? made(key) : 0;
    const bool is_split = bytes != 0 && bytes < key.bytes;
    result.push_back({key, sum, callers[key],
                      is_split ? as_split(sum, bytes) : as_merged(sum, merged[key], made != nullptr), joined[key],
                      sum.repeated});
  }
  return result;
}

std::vector<LineEvents> by_line(const EventCounts& events) {
  std::map<std::tuple<std::string, int, Event>, LineEvents> sums;
  for (const auto& [key, count] : events) {
    const CodePlace line = source_line(key.second);
    LineEvents& sum = sums[{line.file, line.line, key.first}];
    sum = {line.file, line.line, key.first, sum.count + count, sum.callers};
    sum.callers.insert(calling_lines(key.second));
  }
  return mapped(sums, [](const auto& key_and_sum) { return key_and_sum.second; });
}

}  // namespace

Observer* Observer::current() { return current_observer; }

Observer::Observer(Wishes wishes)
    : wishes_(std::move(wishes)), requests_(wishes_.most_traced), values_(wishes_.keep, wishes_.step_bytes) {}

Observer::Watch::Watch(Observer& observer) {
  if (current_observer != nullptr) throw std::logic_error("one run at a time on the emulator");
  current_observer = &observer;
  GlobalMemory::instance().begin_run();
}

Observer::Watch::~Watch() { current_observer = nullptr; }

void Observer::begin_launch(dim3 grid, dim3 block, const void* kernel, std::size_t shared_bytes,
                            const std::vector<SharedArray>& arrays) {
  launch_ = {launch_.number + 1, grid, block, wishes_.reorders, next_turn_};
  launched_at_.push_back(std::exchange(next_launch_at_, 0));
  const std::uint64_t blocks = std::uint64_t{grid.x} * grid.y * grid.z;
  seen_.blocks += blocks;
  seen_.demand.launches.push_back({static_cast<double>(blocks), block.x * block.y * block.z, shared_bytes});
  if (wishes_.choose) {
    chosen_ = launch_.number == 1 ? wishes_.choose(blocks) : std::vector<std::uint64_t>();
    if (!chosen_.empty()) blocks_for_each_run_ = static_cast<double>(blocks) / static_cast<double>(chosen_.size());
  }
  requests_.begin_launch(grid, block);
  values_.begin_launch({grid, block, kernel, arrays, launched_at_.back()});
}

void Observer::leave_out(std::uint64_t blocks) {
  left_out_ += blocks;
  seen_.blocks -= blocks;
  seen_.demand.launches.back().blocks -= static_cast<double>(blocks);
}

void Observer::add(const Block& block) {
  const Accesses& accesses = block.accesses();
  cut_ += block.cut();
  add_hazards(block.hazards(), accesses.went_astray(), launch_);
  const RequestCounters::Traffic& traffic = accesses.listener<RequestCounters>().traffic();
  const Rounds::Sum& rounds = accesses.listener<Rounds>().sum();
  has_volatile_loads_ = has_volatile_loads_ || accesses.has_volatile_loads();
  seen_.idle_blocks += traffic.idle_blocks;
  std::uint64_t barriers = 0;
  for (const auto& [event, count] : block.events()) {
    events_[event] += count;
    (event.first == Event::barrier    ? barriers
     : event.first == Event::exchange ? seen_.exchanges
                                      : seen_.fences) += count;
  }
  seen_.barriers += barriers;
  const auto bytes_of = [](std::uint64_t sectors) {
    return static_cast<double>(sectors) * memory_model::architecture.sector_bytes;
  };
  memory_model::Demand& demand = seen_.demand;
  demand.loaded_bytes += bytes_of(traffic.loaded_sectors);
  demand.stored_bytes += bytes_of(traffic.stored_sectors);
  demand.asked_to_load += static_cast<double>(traffic.asked_to_load);
  demand.asked_to_store += static_cast<double>(traffic.asked_to_store);
  memory_model::Launch& launch = demand.launches.back();
  memory_model::Demand of_block;
  for (const auto& [key, site] : accesses.sites().counters()) add_to(of_block, site);
  launch.indexes = std::max(launch.indexes, block.indexes());
  launch.lines += static_cast<double>(traffic.loaded_lines);
  launch.load_wavefronts += of_block.load_wavefronts;
  launch.shared_wavefronts += of_block.shared_wavefronts;
  launch.barriers += static_cast<double>(barriers);
  launch.global_rounds += static_cast<double>(rounds.of_global);
  seen_.load_rounds_unrolled += rounds.of_global_unrolled;
  seen_.store_rounds += rounds.stores;
  launch.shared_rounds += static_cast<double>(rounds.of_shared);
  atomic_turns_.add(traffic.atomics);
  remote_sectors_.add(traffic.remote);
  Sites sites = accesses.sites();
  sites.count_from_arrays(accesses.shared());
  sites_.add(sites);
}

// With the files that it names, and those that the hazards and remarks name.
Trace Observer::traced() const {
  Trace trace = requests_.trace();
  std::set<std::string> paths;
  const auto add = [&](Site site) {
    if (const CodePlace line = source_line(site); !line.path.empty()) paths.insert(line.path);
  };
  for (const auto& [key, site] : sites_.counters()) add(site.site);
  for (const Hazard& hazard : hazards_.kept()) add(hazard.actor.site), add(hazard.other.site);
  trace.sources.assign(paths.begin(), paths.end());
  return trace;
}

Observation Observer::observation(const MadeWidth& made) const {
  Observation result = seen_;
  for (const auto& [key, site] : sites_.counters()) add_to(result.counters, site);
  result.lines = [sites = sites_, made] { return by_line(sites, made); };
  result.hazards = hazards_.totals();
  result.events = [events = events_] { return by_line(events); };
  if (!seen_.demand.launches.empty()) result.block_threads = seen_.demand.launches.front().threads;
  for (const memory_model::Launch& launch : seen_.demand.launches) {
    result.load_rounds += static_cast<std::uint64_t>(launch.global_rounds);
    const std::uint64_t threads = std::uint64_t{memory_model::resident_blocks(launch)} * launch.threads;
    result.resident_threads = result.resident_threads == 0 ? threads : std::min(result.resident_threads, threads);
  }
  for (const auto& [key, site] : sites_.counters()) add_to(result.demand, site);
  result.demand.atomic_sectors = static_cast<double>(atomic_turns_.sectors);
  result.demand.atomics_on_one = static_cast<double>(atomic_turns_.most());
  memory_model::scale(result.demand, blocks_for_each_run_);
  for (PlacedHazard& hazard :
       placed(hazards_.kept(), [this](const ArrayByte& byte) { return requests_.place_of(byte); })) {
    const Site site = hazard.launch < launched_at_.size() ? launched_at_[hazard.launch] : 0;
    const std::string and_name = hazard.host_name.empty() ? "" : ", where this array is " + hazard.host_name;
    if (site != 0) hazard.launched_at = place_of(site) + and_name;
    (hazard.is_remark ? result.remarks : result.places).push_back(hazard);
    if (!hazard.is_remark) result.messages.push_back(hazard.words);
  }
  if (wishes_.most_traced > 0) result.trace = traced();
  return result;
}

}  // namespace ladder::emulator
