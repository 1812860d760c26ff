#include "ladder/model/limits.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "ladder/model/architecture.hpp"

namespace memory_model {

std::string in_full(double number) {
  if (number < 1000) return fmt::format("{:.4g}", number);
  std::string digits = fmt::format("{:.0f}", number);
  for (std::size_t at = digits.size(); at > 3;) digits.insert(at -= 3, ",");
  return digits;
}

namespace {

std::string a_second(double rate) { return fmt::format("{:.4g} billion a second", rate / 1e9); }

double on_line(double small, double large, double share) { return small + (large - small) * share; }

// A write takes what a copy takes longer than its read.
double memory_seconds(const Demand& demand, const Machine& machine) {
  const double of_read = 1 / machine.read_bytes;
  const double of_write = 2 / machine.copied_bytes - of_read;
  return demand.loaded_bytes * of_read + demand.stored_bytes * of_write;
}

// On the straight line between two measured points.
double on_curve(const std::vector<std::pair<double, double>>& points, double bytes_a_second) {
  const auto above = std::ranges::find_if(points, [&](auto p) { return p.first >= bytes_a_second; });
  if (above == points.begin()) return points.front().second;
  if (above == points.end()) return points.back().second;
  const auto below = std::prev(above);
  return on_line(below->second, above->second, (bytes_a_second - below->first) / (above->first - below->first));
}

// In seconds: of a load, and what the last one takes longer of a block that asks for 32 lines at once.
struct Latency {
  double of_load, at_once;
};

// Which share of that a block waits that asks for so many. The latency of a load was measured with 8 in a block.
double share_at_once(double lines) {
  constexpr double none = 8, all = 32;
  return std::clamp((lines - none) / (all - none), 0.0, 1.0);
}

// Where the memory is busy for a share of the time, and writes so many bytes for each that it reads: as it takes at the
// same share where the memory only reads, and where it copies.
Latency latency(const Machine& machine, double busy, double written) {
  const auto between = [&](const auto& reading, const auto& copying) {
    return on_line(on_curve(reading, busy * machine.read_bytes), on_curve(copying, busy * machine.copied_bytes / 2),
                   std::min(1.0, written));
  };
  const double of_load = between(machine.latency, machine.latency_copying);
  const double of_last = between(machine.latency_at_once, machine.latency_at_once_copying);
  return {of_load, std::max(0.0, of_last - of_load)};
}

unsigned warps_of(const Launch& launch) {
  const auto lanes = static_cast<unsigned>(architecture.warp_lanes);
  return (launch.threads + lanes - 1) / lanes;
}

// The life of a block, from its begin to the begin of the one that takes its place, part by part, in seconds: it
// begins, and its threads learn their indexes; its longest warp waits for its rounds of loads one after the other, and
// for its barriers. It ends, or passes its barrier, with the slowest of its loads: the more lines it asks for at once,
// the later that one is. The last of its loads is on its way when all wavefronts of its loads have passed, so its
// latency comes on top of these, though not that of rounds before it. Where there is a barrier, what comes before and
// after it do not overlap in the block: its wavefronts take their time as well.
struct Life {
  double begin, loads, at_once, shared_loads, barriers, wavefronts;  // seconds
  double seconds() const { return begin + loads + at_once + shared_loads + barriers + wavefronts; }
  std::map<std::string, double> parts() const {
    return {{"begin", begin}, {"loads", loads + at_once}, {"tile", shared_loads + barriers + wavefronts}};
  }
};
double lines_at_once(const Launch& launch) {
  return launch.global_rounds > 0 ? launch.lines / launch.global_rounds : 0;
}
Life life_of(const Launch& launch, const Machine& machine, const Latency& latency) {
  const double warps = warps_of(launch), of_all = launch.blocks;
  const double of_warp = machine.block_latency_of_warp + launch.indexes * machine.index_latency_of_warp;
  const double barrier = machine.barrier_latency + warps * machine.barrier_latency_of_warp;
  const double wavefront = machine.multiprocessors / machine.wavefronts;
  const double loads = launch.global_rounds / of_all * latency.of_load;
  const double at_once = latency.at_once * share_at_once(lines_at_once(launch));
  // While the wavefronts of its loads pass, the first lines are on their way.
  const double of_loads = std::max(0.0, launch.load_wavefronts / of_all * wavefront - at_once);
  const bool in_turn = launch.barriers > 0;
  return {machine.block_latency + warps * of_warp,
          loads,
          at_once,
          launch.shared_rounds / of_all * machine.shared_latency,
          launch.barriers / of_all * barrier,
          in_turn ? of_loads + launch.shared_wavefronts / of_all * wavefront
                  : std::max(0.0, of_loads - std::max(0.0, loads - latency.of_load))};
}

// "8192 blocks, 8 at a time in each of 132 multiprocessors; a block takes 2.14 us: 0.17 to begin, 1 x 1.862 for loads".
std::string in_words(const Launch& launch, const Machine& machine, const Latency& latency) {
  const Life life = life_of(launch, machine, latency);
  std::string words = fmt::format(
      "{} blocks, {} at a time in each of {:.0f} multiprocessors; a block takes {:.2f} us: ", in_full(launch.blocks),
      resident_blocks(launch), machine.multiprocessors, life.seconds() * 1e6);
  words += fmt::format("{:.2f} to begin, {} x {:.3f} for loads", life.begin * 1e6,
                       in_full(launch.global_rounds / launch.blocks), latency.of_load * 1e6);
  if (life.at_once > 0) {
    words +=
        fmt::format(", {:.2f} as it asks for {} lines at once", life.at_once * 1e6, in_full(lines_at_once(launch)));
  }
  const auto add = [&](double seconds, double times, const char* of) {
    if (seconds > 0) words += fmt::format(", {} x {:.3f} for {}", in_full(times), seconds / times * 1e6, of);
  };
  add(life.shared_loads, launch.shared_rounds / launch.blocks, "shared loads");
  add(life.barriers, launch.barriers / launch.blocks, "barriers");
  if (life.wavefronts > 0) words += fmt::format(", {:.2f} for wavefronts", life.wavefronts * 1e6);
  return words;
}

Limit in_flight(const Demand& demand, const Machine& machine) {
  double lives = 0;  // one after the other
  const double launches = static_cast<double>(demand.launches.size());
  const double between = std::max(0.0, launches - 1) * machine.launch_latency;
  const auto seconds_at = [&](const Latency& latency) {
    double seconds = between;
    lives = 0;
    for (const Launch& launch : demand.launches) {
      if (launch.blocks == 0) continue;
      const double in_turn = std::max(1.0, launch.blocks / (machine.multiprocessors * resident_blocks(launch)));
      lives += in_turn;
      seconds += in_turn * life_of(launch, machine, latency).seconds();
    }
    return seconds;
  };
  const double memory = memory_seconds(demand, machine);
  const double written = demand.loaded_bytes > 0 ? demand.stored_bytes / demand.loaded_bytes : 0;
  const auto latency_in = [&](double seconds) { return latency(machine, seconds > 0 ? memory / seconds : 0, written); };
  // The busier the memory, the longer a load takes; and the longer that takes, the less busy is the memory. Halving
  // finds the time at which both agree. No run is shorter than the memory needs.
  double least = std::max(seconds_at(latency(machine, 0, written)), memory);
  double most = std::max(least, seconds_at(latency_in(least)));
  for (int i = 0; i < 50; ++i) {
    const double middle = (least + most) / 2;
    (seconds_at(latency_in(middle)) > middle ? least : most) = middle;
  }
  const Latency latency_then = latency_in(most);
  most = seconds_at(latency_then);
  std::string words = fmt::format("{} lives of blocks one after the other", in_full(lives));
  std::map<std::string, double> life;
  if (!demand.launches.empty() && demand.launches.front().blocks > 0) {
    words = in_words(demand.launches.front(), machine, latency_then);
    life = life_of(demand.launches.front(), machine, latency_then).parts();
  }
  if (between > 0) words += fmt::format("; {:.2f} us between {} launches", between * 1e6, launches);
  return {"in flight", lives, most == 0 ? 0 : lives / most, most, words, life};
}

// A barrier keeps some from passing, for each warp.
Limit wavefronts(const Demand& demand, const Machine& machine) {
  double of_barriers = 0;
  for (const Launch& launch : demand.launches) {
    of_barriers += launch.barriers * warps_of(launch) * machine.barrier_wavefronts;
  }
  const double count = demand.load_wavefronts + demand.shared_wavefronts + of_barriers;
  std::string words = fmt::format("{} wavefronts: {} of shared memory, {} of loads in the L1 cache", in_full(count),
                                  in_full(demand.shared_wavefronts), in_full(demand.load_wavefronts));
  if (of_barriers > 0) words += fmt::format(", {} turns taken by barriers", in_full(of_barriers));
  words += "; " + a_second(machine.wavefronts);
  return {"wavefronts", count, machine.wavefronts, count / machine.wavefronts, words};
}

// Those that a request scatters take longer, each.
Limit partial_sectors(const Demand& demand, const Machine& machine) {
  const double others = demand.partial_sectors - demand.scattered_sectors;
  const double loaded = demand.stored_bytes > 0 ? demand.loaded_bytes / demand.stored_bytes : 0;
  const auto rate_of = [&](double storing, double copying) { return on_line(storing, copying, std::min(1.0, loaded)); };
  const double seconds =
      demand.scattered_sectors / rate_of(machine.scattered_sectors, machine.scattered_sectors_copying) +
      others / rate_of(machine.partial_sectors, machine.partial_sectors_copying);
  const double rate = seconds > 0 ? demand.partial_sectors / seconds : machine.partial_sectors;
  return {"partial sectors", demand.partial_sectors, rate, seconds,
          fmt::format("{} sectors stored in part, {} of them by 32 lanes alone; {}", in_full(demand.partial_sectors),
                      in_full(demand.scattered_sectors), a_second(rate))};
}

// Before the first block has begun and after the last one has ended nothing passes. But what was stored may be in the
// L2 cache then, still on its way to memory.
void add_around(Limit& limit, double seconds) {
  if (limit.count == 0 || seconds == 0) return;
  limit.seconds += seconds;
  limit.words += fmt::format("; {:.2f} us around the run", seconds * 1e6);
}

Limit memory(const Demand& demand, const Machine& machine, double around) {
  const double bytes = demand.loaded_bytes + demand.stored_bytes, seconds = memory_seconds(demand, machine);
  const double rate = seconds > 0 ? bytes / seconds : machine.copied_bytes;
  Limit limit{"memory", bytes, rate, seconds,
              fmt::format("{} bytes loaded and {} stored, {}", in_full(demand.loaded_bytes),
                          in_full(demand.stored_bytes), a_second(rate))};
  if (const double of_loads = demand.loaded_bytes / machine.read_bytes; of_loads + around > seconds) {
    limit.seconds = of_loads;
    add_around(limit, around);
  }
  return limit;
}

}  // namespace

void scale(Demand& demand, double times) {
  for (double Demand::*sum :
       {&Demand::loaded_bytes, &Demand::stored_bytes, &Demand::asked_to_load, &Demand::asked_to_store,
        &Demand::requests, &Demand::load_wavefronts, &Demand::shared_wavefronts, &Demand::partial_sectors,
        &Demand::scattered_sectors, &Demand::atomic_sectors, &Demand::atomics_on_one}) {
    demand.*sum *= times;
  }
  for (Launch& launch : demand.launches) {
    for (double Launch::*sum : {&Launch::global_rounds, &Launch::shared_rounds, &Launch::barriers, &Launch::lines,
                                &Launch::load_wavefronts, &Launch::shared_wavefronts}) {
      launch.*sum *= times;
    }
  }
}

unsigned resident_blocks(const Launch& launch) {
  const unsigned threads = warps_of(launch) * static_cast<unsigned>(architecture.warp_lanes);
  const auto of_shared_memory = static_cast<unsigned>(architecture.resident_shared_bytes /
                                                      (launch.shared_bytes + architecture.reserved_shared_bytes));
  return std::max(1u, std::min({architecture.most_resident_blocks, architecture.most_resident_threads / threads,
                                of_shared_memory}));
}

std::vector<Limit> limits(const Demand& demand, const Machine& machine, double around) {
  const auto over = [](const std::string& name, double count, double rate, const std::string& of) {
    return Limit{name, count, rate, count / rate, fmt::format("{} {}, {}", in_full(count), of, a_second(rate))};
  };
  double blocks = 0;
  for (const Launch& launch : demand.launches) blocks += launch.blocks;
  std::vector<Limit> all = {
      wavefronts(demand, machine),
      partial_sectors(demand, machine),
      over("requests", demand.requests, machine.requests, "requests of global memory"),
      over("blocks", blocks, machine.blocks, "blocks begun"),
      over("atomics", demand.atomic_sectors, machine.atomics, "sectors of atomics"),
      over("atomics on one", demand.atomics_on_one, machine.atomics_on_one, "atomics on one element"),
      in_flight(demand, machine),
  };
  for (Limit& limit : all) add_around(limit, around);
  all.insert(all.begin(), memory(demand, machine, around));
  std::ranges::stable_sort(all, [](const Limit& a, const Limit& b) { return a.seconds > b.seconds; });
  return all;
}

}  // namespace memory_model
