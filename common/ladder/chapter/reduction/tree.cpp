#include "ladder/chapter/reduction/tree.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "ladder/model/architecture.hpp"

namespace ladder::reduction {
namespace {

using Doing = Step::Doing;

constexpr unsigned warp = memory_model::architecture.warp_lanes;
constexpr std::uintptr_t element_bytes = sizeof(Step::bits);

// What a thread does in one line at one level: it adds what lies at one place to what lies at another.
struct Addition {
  Step taken, changed;
};

// The threads that add in one line with no barrier between, by their numbers.
using Level = std::map<unsigned, Addition>;

struct Levels {
  std::vector<Level> all;           // in their order
  bool has_rounds_at_once = false;  // a thread adds twice with no barrier between
};

// By their lines.
std::map<std::string, Levels> levels_of(const Recording& block) {
  using When = std::pair<std::uint32_t, std::uint32_t>;
  std::map<std::string, std::map<When, std::map<unsigned, std::pair<std::vector<Step>, std::vector<Step>>>>> uses;
  for (const Step& step : block.steps) {
    if (!step.in_shared) continue;
    auto& [loads, stores] = uses[block.line(step)][{step.barriers, step.meetings}][step.thread];
    (step.doing == Doing::load ? loads : stores).push_back(step);
  }
  std::map<std::string, Levels> lines;
  for (const auto& [line, of_line] : uses) {
    for (const auto& [when, threads] : of_line) {
      Level level;
      for (const auto& [thread, steps] : threads) {
        const std::vector<Step>&loads = steps.first, &stores = steps.second;
        if (stores.size() > 1) lines[line].has_rounds_at_once = true;
        if (stores.size() != 1) continue;
        const auto taken = std::find_if(loads.begin(), loads.end(),
                                        [&](const Step& load) { return load.address != stores[0].address; });
        if (taken != loads.end()) level.emplace(thread, Addition{*taken, stores[0]});
      }
      if (!level.empty()) lines[line].all.push_back(std::move(level));
    }
  }
  return lines;
}

// One thread takes what another one changes at the same level.
struct Meeting {
  const Addition *takes, *changes;
};

std::optional<Meeting> meeting_in(const Level& level) {
  std::map<std::uintptr_t, const Addition*> changed;
  for (const auto& [thread, addition] : level) changed.emplace(addition.changed.address, &addition);
  for (const auto& [thread, addition] : level) {
    const auto found = changed.find(addition.taken.address);
    if (found != changed.end() && found->second != &addition) return Meeting{&addition, found->second};
  }
  return std::nullopt;
}

std::string name(const Recording& block, const Step& step) {
  const std::string words = block.thread(step);
  return words.substr(0, words.find(" of block"));
}

long distance(const Addition& addition) {
  return (static_cast<long>(addition.taken.address) - static_cast<long>(addition.changed.address)) /
         static_cast<long>(element_bytes);
}

// Whether thread t changes element t.
bool is_by_thread(const Recording& block, const Levels& levels) {
  return std::all_of(levels.all.begin(), levels.all.end(), [&](const Level& level) {
    const auto& [thread, addition] = *level.rbegin();
    return block.element(addition.changed).ends_with(fmt::format("[{}]", thread));
  });
}

// Whether it is the same at all levels, at which ever fewer threads add.
bool is_one_distance(const Levels& levels) {
  const auto differs = [&](const Level& level) {
    return distance(level.begin()->second) != distance(levels.all[0].begin()->second);
  };
  return levels.all.front().size() > levels.all.back().size() &&
         std::none_of(levels.all.begin(), levels.all.end(), differs);
}

std::string too_many_add(const Recording& block, const Levels& levels) {
  if (levels.has_rounds_at_once) return {};  // as where a barrier is missing
  for (const Level& level : levels.all) {
    const auto meeting = meeting_in(level);
    if (!meeting) continue;
    const Step &taken = meeting->takes->taken, &changed = meeting->takes->changed;
    const std::string who = name(block, taken), other = name(block, meeting->changes->changed);
    const std::string begin = fmt::format(
        "{}: at distance {}, too many threads add at once: {} adds {} to {}, while {} adds to {}", block.line(taken),
        distance(*meeting->takes), who, block.element(taken), block.element(changed), other, block.element(taken));
    if (is_one_distance(levels)) {
      return fmt::format("{}: the distance is the same at every level, and fewer threads add at each{}", begin,
                         block.caller(taken));
    }
    if (is_by_thread(block, levels)) {
      return fmt::format(
          "{}: a test of who adds is missing, or lets through those whose sum another one takes (or the distance is "
          "wrong){}",
          begin, block.caller(taken));
    }
    const auto second = std::next(level.begin());
    const long step =
        (static_cast<long>(second->second.changed.address) - static_cast<long>(level.begin()->second.changed.address)) /
        static_cast<long>(element_bytes) / (static_cast<long>(second->first) - level.begin()->first);
    return fmt::format("{}: the index goes on by {} from thread to thread, and each of them takes two sums, {} apart{}",
                       begin, step, distance(*meeting->takes), block.caller(taken));
  }
  return {};
}

// All sums are one, and a thread that goes on adding is stopped.
std::string level_too_many(const Recording& block, const std::string& line, const Levels& levels) {
  std::optional<Step> stopped;
  for (const auto& [who, site] : block.stopped) {
    Step step{Doing::load, true, 0, std::get<2>(who), 0, site, 0, 0};
    if (std::get<0>(who) == 0 && std::get<1>(who) == 0 && block.line(step) == line) stopped = step;
  }
  if (!stopped) return {};
  std::set<std::uintptr_t> sums, taken;
  for (const Level& level : levels.all) {
    for (const auto& [thread, addition] : level) {
      sums.insert({addition.taken.address, addition.changed.address});
      if (!taken.insert(addition.taken.address).second || taken.contains(addition.changed.address)) return {};
    }
  }
  if (sums.size() != taken.size() + 1) return {};
  return fmt::format(
      "{}: {} levels have added all {} sums to one, and {} goes on to the next, at which there is nothing to add: the "
      "loop makes a round too many{}",
      line, levels.all.size(), sums.size(), name(block, *stopped), block.caller(*stopped));
}

// More than one warp makes the last steps of lines that only a __syncwarp() orders, and they meet there.
std::string several_warps(const Recording& block) {
  std::map<std::pair<std::uint32_t, std::uintptr_t>, Step> stored;  // by the barriers passed, and the place
  for (const Step& step : block.steps) {
    if (step.in_shared && step.meetings > 0 && step.doing == Doing::store) stored[{step.barriers, step.address}] = step;
  }
  for (const Step& step : block.steps) {
    const auto found = stored.find({step.barriers, step.address});
    if (!step.in_shared || step.meetings == 0 || found == stored.end()) continue;
    const Step& store = found->second;
    if (store.thread / warp == step.thread / warp) continue;
    std::map<std::uint32_t, std::set<unsigned>> who;  // comes to the line of the store, by meetings
    for (const Step& other : block.steps) {
      const bool is_alike = other.in_shared && other.barriers == store.barriers && other.meetings > 0;
      if (is_alike && block.line(other) == block.line(store)) who[other.meetings].insert(other.thread);
    }
    const std::set<unsigned>& last = who.rbegin()->second;
    if (*last.begin() / warp == *last.rbegin() / warp) {  // the block's threads come, and ever fewer of them
      return fmt::format(
          "{}: a __syncwarp() is all that stands between two levels here, and it orders the threads of one warp: {} "
          "meets {} at {}: a __syncthreads() is needed{}",
          block.line(store), name(block, store), name(block, step), block.element(store), block.caller(store));
    }
    return fmt::format(
        "{}: {} threads come here, up to number {}, and a __syncwarp() is all that orders them, which is for one warp: "
        "{} meets {} at {}: the test of who goes on lets more than one warp through{}",
        block.line(store), last.size(), *last.rbegin(), name(block, store), name(block, step), block.element(store),
        block.caller(store));
  }
  return {};
}

// How often a lane has the value of each lane, as it adds what it gets, step by step.
using Shares = std::array<std::array<unsigned, warp>, warp>;

std::string lanes(const std::vector<unsigned>& numbers) {
  constexpr std::size_t most = 5;
  std::vector<unsigned> named(numbers.begin(), numbers.begin() + static_cast<long>(std::min(most, numbers.size())));
  return fmt::format("{}{}", fmt::join(named, ", "), numbers.size() > most ? ", .." : "");
}

}  // namespace

std::string wrong_level(const Recording& block) {
  const auto lines = levels_of(block);
  for (const auto& [line, levels] : lines) {
    if (const std::string words = too_many_add(block, levels); !words.empty()) return words;
    if (const std::string words = level_too_many(block, line, levels); !words.empty()) return words;
  }
  return several_warps(block);
}

std::string wrong_shuffles(const Recording& block, const std::function<bool(unsigned thread)>& counts_wrong) {
  std::array<std::vector<const Step*>, warp> got;  // by the lanes of warp 0, before one of them stores
  const Step* store = nullptr;
  for (const Step& step : block.steps) {
    if (step.thread >= warp) continue;
    if (step.doing == Doing::exchange && store == nullptr) got[step.thread].push_back(&step);
    const bool is_store = step.doing == Doing::store && !got[step.thread].empty();
    if (is_store && store != nullptr && store->thread != step.thread && store->site == step.site) return {};
    if (is_store && store == nullptr) store = &step;
  }
  const std::size_t steps = got[0].size();
  const auto differs = [&](const auto& of_lane) { return of_lane.size() != steps; };
  if (store == nullptr || steps == 0 || std::any_of(got.begin(), got.end(), differs)) return {};
  Shares shares{};
  for (unsigned lane = 0; lane < warp; ++lane) shares[lane][lane] = 1;
  for (std::size_t i = 0; i < steps; ++i) {
    const Shares before = shares;
    for (unsigned lane = 0; lane < warp; ++lane) {
      const auto source = static_cast<unsigned>(got[lane][i]->address) % warp;
      for (unsigned of = 0; of < warp; ++of) shares[lane][of] += before[source][of];
    }
  }
  const unsigned end = store->thread;
  std::vector<unsigned> missing, twice;
  for (unsigned lane = 0; lane < warp; ++lane) {
    if (shares[end][lane] == 1) continue;
    if (!counts_wrong(lane)) return {};  // it does not add all that it gets
    (shares[end][lane] == 0 ? missing : twice).push_back(lane);
  }
  if (missing.empty() && twice.empty()) return {};
  const Step& at = *got[end][0];
  std::vector<unsigned> sources;
  for (const Step* step : got[end]) sources.push_back(static_cast<unsigned>(step->address) % warp);
  const auto is_own = [&](unsigned source) { return source == end; };
  const unsigned middle = warp / 2, of_middle = static_cast<unsigned>(got[middle][0]->address) % warp;
  const std::string who =
      fmt::format("{}, which stores the warp's sum at {},", name(block, *store), block.line(*store));
  if (std::all_of(sources.begin(), sources.end(), is_own)) {
    const bool goes_up = of_middle < middle;
    if (!goes_up && end != 0) {
      return fmt::format(
          "{}: {} stores the warp's sum here, and does not have it: at {} it gets only its own value, at each of {} "
          "steps, as values go down, to lane 0{}",
          block.line(*store), name(block, *store), block.line(at), steps, block.caller(*store));
    }
    return fmt::format(
        "{}: {} gets only its own value here, at each of {} steps: values go {} (lane {} gets that of lane {}){}{}",
        block.line(at), who, steps, goes_up ? "up, to lanes of higher numbers" : "down, to lanes of lower numbers",
        middle, of_middle, goes_up && end == 0 ? ": is __shfl_down_sync() meant?" : ": is another lane meant?",
        block.caller(at));
  }
  const bool is_one_lane = std::all_of(got.begin(), got.end(),
                                       [&](const auto& of_lane) { return of_lane[0]->address == got[0][0]->address; });
  const std::string faults =
      missing.empty() ? fmt::format("it has the values of lanes {} more than once", lanes(twice))
      : twice.empty()
          ? fmt::format("it never gets the values of lanes {}, {} of {}", lanes(missing), missing.size(), warp)
          : fmt::format("it never gets the values of lanes {}, and has those of lanes {} more than once",
                        lanes(missing), lanes(twice));
  return fmt::format("{}: {} gets here what the lanes {} have, one after the other: {}; {}{}", block.line(at), who,
                     fmt::join(sources, ", "), faults,
                     is_one_lane
                         ? "all lanes get the value of one here: __shfl_sync() takes a lane's number, and not a "
                           "distance"
                         : "to have each once takes the distances 16, 8, 4, 2, 1",
                     block.caller(at));
}

}  // namespace ladder::reduction
