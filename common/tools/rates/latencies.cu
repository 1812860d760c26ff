#include <algorithm>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "tools/rates/bench.cuh"
#include "tools/rates/latency_kernels.cuh"

namespace ladder::rates {
namespace {

Rate block_rate(Bench& bench, unsigned threads) {
  constexpr unsigned blocks = 1u << 20;
  return bench.rate("blocks", blocks, "blocks",
                    std::to_string(blocks) + " blocks of " + std::to_string(threads) + " threads that do nothing",
                    begin_and_end, blocks, threads, bench.out.as<float>());
}

// The time that each further step takes of a block that has a multiprocessor for itself, as it takes all of the shared
// memory.
template <typename Kernel, typename... Arguments>
Rate life_alone(Bench& bench, unsigned threads, const std::string& what, Kernel kernel, Arguments... arguments) {
  constexpr std::size_t all_shared = 227 * 1024;
  return bench.of_a_step("", 2000, "blocks of " + std::to_string(threads) + " threads that " + what + ", one at a time",
                         [=, &bench](int blocks) {
                           gpu::launch(kernel, {dim3(blocks * bench.sms), dim3(threads), all_shared}, arguments...);
                         });
}

Rate barrier_latency(Bench& bench, unsigned threads) {
  return bench.of_a_step("", 20000, "barriers of one block of " + std::to_string(threads) + " threads",
                         [&](int barriers) { gpu::launch(wait_at_barriers, dim3(1), dim3(threads), barriers); });
}

Rate shared_latency(Bench& bench) {
  return bench.of_a_step("shared_latency", 20000, "indexes followed in shared memory", [&](int steps) {
    gpu::launch(follow_in_shared, dim3(1), dim3(32), bench.out.as<unsigned>(), steps);
  });
}

// Of one launch after the other, each of a block that does nothing. They are queued behind a kernel that lasts longer
// than the queueing, which may take longer than the launches.
Rate launch_step(Bench& bench) {
  constexpr int long_enough = 300000;  // barriers: 4 ms
  return bench.of_a_step("", 100, "launches of one block of 32 threads that does nothing, one after the other",
                         [&](int launches) {
                           gpu::launch(wait_at_barriers, dim3(1), dim3(32), long_enough);
                           for (int i = 0; i < launches; ++i) {
                             gpu::launch(begin_and_end, dim3(1), dim3(32), bench.out.as<float>());
                           }
                         });
}

Rate empty_run(Bench& bench) {
  const Timing timing = bench.time([&] { gpu::launch(begin_and_end, dim3(1), dim3(32), bench.out.as<float>()); });
  return {"", timing.median(), timing.at(1), timing.at(0), "s", "runs of one block of 32 threads that does nothing"};
}

// The figure that `of` makes of two others, for the median and for the slowest and the fastest runs.
Rate worked_out(const std::string& name, const Rate& a, const Rate& b, const std::string& unit,
                const std::function<double(double a, double b)>& of) {
  return {name, of(a.value, b.value), of(a.least, b.least), of(a.most, b.most), unit, a.how};
}

// A latency that grows with the block: what each warp adds to it, and what it would be without.
void add_by_warps(const std::string& name, const Rate& of_one_warp, const Rate& of_32_warps, std::vector<Rate>& rates) {
  const auto each = [](double small, double large) { return (large - small) / 31; };
  rates.push_back(worked_out(name, of_one_warp, of_32_warps, "s",
                             [&](double small, double large) { return small - each(small, large); }));
  rates.push_back(worked_out(name + "_of_warp", of_32_warps, of_one_warp, "s",
                             [&](double large, double small) { return each(small, large); }));
}

// A line further with each step, through more than the L2 cache holds.
LoadedLatency idle_latency(Bench& bench) {
  constexpr unsigned stride = 64, steps = 1u << 20;  // words
  std::vector<unsigned> next(std::size_t{stride} * steps);
  for (unsigned i = 0; i < steps; ++i) next[std::size_t{i} * stride] = (i + 1) % steps * stride;
  bench.in.upload(next);
  const Rate step = bench.of_a_step("", 20000, "", [&](int each) {
    gpu::launch(follow, dim3(1), dim3(1), bench.in.as<const unsigned>(), bench.out.as<unsigned>(), each);
  });
  bench.in.clear();
  return {4 / step.value, step.value, 1, 4, 1};
}

// So many threads of a block, with so many floats on their way each, and blocks in a multiprocessor.
struct Occupancy {
  unsigned threads, loads, resident;
};

// From the end of a block of so many threads to the first step of the next, when its threads know where they are.
using Begin = std::function<double(unsigned threads)>;

// run(blocks, shared_bytes) launches so many blocks, of which no more than occupancy.resident fit a multiprocessor, for
// `floats` in all. The beginning of a block is no part of the latency.
LoadedLatency latency_of(Bench& bench, const Occupancy& occupancy, unsigned rounds, double begin,
                         const std::function<void(unsigned blocks, std::size_t shared_bytes)>& run) {
  constexpr std::size_t floats = Bench::floats / 4, shared_memory = 228 * 1024, of_system = 1024;
  const bool full = occupancy.resident * occupancy.threads == threads_of_a_multiprocessor;
  const unsigned blocks = floats / (rounds * occupancy.loads * occupancy.threads);
  const Timing timing = bench.time([&] { run(blocks, full ? 0 : shared_memory / occupancy.resident - of_system); });
  const double life = timing.median() * occupancy.resident * bench.sms / blocks;
  return {4.0 * floats / timing.median(), (life - begin) / rounds, occupancy.resident * occupancy.threads,
          4 * occupancy.loads, occupancy.threads};
}

using InRounds = void (*)(const float*, float*, int);
constexpr unsigned threads_of_a_block = 256, threads_of_a_small_block = 64;

// The less of two, with few rounds and with many.
LoadedLatency in_rounds(Bench& bench, InRounds kernel, const Occupancy& occupancy, double begin) {
  const auto found = [&](unsigned rounds) {
    return latency_of(bench, occupancy, rounds, begin, [&](unsigned blocks, std::size_t shared_bytes) {
      gpu::launch(kernel, {dim3(blocks), dim3(occupancy.threads), shared_bytes}, bench.in.as<const float>(),
                  bench.out.as<float>(), int(rounds));
    });
  };
  const LoadedLatency few = found(4), many = found(16);
  return few.seconds < many.seconds ? few : many;
}

// kernels: by the floats that each thread has on their way. Small blocks come and go evenly: there a load queues less
// than behind the loads of a large one.
std::vector<LoadedLatency> points_in_rounds(Bench& bench, const Begin& begin,
                                            const std::map<unsigned, InRounds>& kernels) {
  struct Series {
    unsigned threads, loads;
    std::vector<unsigned> resident;
  };
  const std::vector<unsigned> all_small = {1, 2, 4, 6, 8, 12, 16, 24, 32}, busy = {5, 6, 8};
  const std::vector<Series> all = {{threads_of_a_block, 1, {1, 2, 4, 6, 8}},
                                   {threads_of_a_block, 2, busy},
                                   {threads_of_a_block, 4, busy},
                                   {threads_of_a_block, 8, {8}},
                                   {threads_of_a_small_block, 1, all_small},
                                   {threads_of_a_small_block, 2, all_small},
                                   {threads_of_a_small_block, 4, all_small}};
  std::vector<LoadedLatency> points;
  for (const Series& series : all) {
    const double of_block = begin(series.threads);
    for (const unsigned resident : series.resident) {
      const Occupancy occupancy{series.threads, series.loads, resident};
      points.push_back(in_rounds(bench, kernels.at(series.loads), occupancy, of_block));
    }
  }
  return points;
}

// Blocks that ask for all they need at once, and so many lines that is.
struct AtOnce {
  unsigned lines;
  LoadedLatency latency;
};

template <int LOADS, bool STORES>
void add_in_a_row(Bench& bench, const Begin& begin, unsigned threads, std::vector<AtOnce>& points) {
  const double of_block = begin(threads);
  for (unsigned resident = 1; resident <= threads_of_a_multiprocessor / threads; ++resident) {
    const auto run = [&](unsigned blocks, std::size_t shared_bytes) {
      gpu::launch(at_once_in_a_row<LOADS, STORES>, {dim3(blocks), dim3(threads), shared_bytes},
                  bench.in.as<const float>(), bench.out.as<float>());
    };
    points.push_back({threads * LOADS / 32, latency_of(bench, {threads, LOADS, resident}, 1, of_block, run)});
  }
}

template <bool STORES>
void add_in_pieces(Bench& bench, const Begin& begin, std::vector<AtOnce>& points) {
  constexpr unsigned row = 1 << 14;
  const double of_block = begin(threads_of_a_block);
  for (unsigned resident = 1; resident <= threads_of_a_multiprocessor / threads_of_a_block; ++resident) {
    const auto run = [&](unsigned blocks, std::size_t shared_bytes) {
      gpu::launch(at_once_in_pieces<STORES>,
                  {dim3(blocks / (row / 8), row / 8), dim3(threads_of_a_block), shared_bytes},
                  bench.in.as<const float>(), bench.out.as<float>(), row);
    };
    points.push_back({32, latency_of(bench, {threads_of_a_block, 1, resident}, 1, of_block, run)});
  }
}

template <bool STORES>
std::vector<AtOnce> points_at_once(Bench& bench, const Begin& begin) {
  std::vector<AtOnce> points;
  for (const unsigned threads : {256, 512, 1024}) {
    add_in_a_row<1, STORES>(bench, begin, threads, points);
    add_in_a_row<2, STORES>(bench, begin, threads, points);
    add_in_a_row<4, STORES>(bench, begin, threads, points);
  }
  add_in_a_row<8, STORES>(bench, begin, 128, points);
  add_in_a_row<16, STORES>(bench, begin, threads_of_a_small_block, points);
  add_in_pieces<STORES>(bench, begin, points);
  return points;
}

// The points that no other one beats, by being faster and earlier.
std::vector<LoadedLatency> best(std::vector<LoadedLatency> points) {
  std::sort(points.begin(), points.end(), [](const auto& a, const auto& b) { return a.seconds < b.seconds; });
  std::vector<LoadedLatency> found;
  for (const LoadedLatency& point : points) {
    if (found.empty() || point.bytes_per_second > found.back().bytes_per_second) found.push_back(point);
  }
  return found;
}

}  // namespace

void measure_latencies(Bench& bench, Rates& found) {
  found.rates.push_back(fastest({block_rate(bench, 32), block_rate(bench, 256), block_rate(bench, 1024)}));
  const auto begin = [&](unsigned threads) {
    return life_alone(bench, threads, "do nothing", begin_and_end, bench.out.as<float>());
  };
  add_by_warps("block_latency", begin(32), begin(1024), found.rates);
  const auto but_its_block = [&](const std::string& name, const Rate& whole) {
    return worked_out(name, whole, begin(32), "s", [](double all, double block) { return all - block; });
  };
  found.rates.push_back(but_its_block("launch_latency", launch_step(bench)));
  found.rates.push_back(but_its_block("run_latency", empty_run(bench)));
  const auto know = [&](const std::string& what, void (*kernel)(float*)) {
    return life_alone(bench, 1024, what, kernel, bench.out.as<float>());
  };
  found.rates.push_back(worked_out("index_latency_of_warp", know("ask for all six indexes", know_all_indexes),
                                   know("ask for one", know_column), "s",
                                   [](double six, double one) { return (six - one) / 5 / 32; }));
  found.rates.push_back(shared_latency(bench));
  add_by_warps("barrier_latency", barrier_latency(bench, 32), barrier_latency(bench, 1024), found.rates);
  const LoadedLatency idle = idle_latency(bench);
  const Begin begin_and_know = [&](unsigned threads) {
    return life_alone(bench, threads, "ask for two", know_place, bench.out.as<float>()).value;
  };
  // Of a load, and of the last of 32 lines: who waits for the slowest of several has waited for one.
  const auto add_curves = [&](const std::string& what, const std::map<unsigned, InRounds>& kernels,
                              const std::vector<AtOnce>& at_once) {
    std::vector<LoadedLatency> points = points_in_rounds(bench, begin_and_know, kernels), of_32_lines;
    points.push_back(idle);
    for (const AtOnce& point : at_once) {
      points.push_back(point.latency);
      if (point.lines >= 32) of_32_lines.push_back(point.latency);
    }
    found.curves["latency" + what] = best(std::move(points));
    found.curves["latency_at_once" + what] = best(std::move(of_32_lines));
  };
  add_curves("", {{1, read_in_rounds<1>}, {2, read_in_rounds<2>}, {4, read_in_rounds<4>}, {8, read_in_rounds<8>}},
             points_at_once<false>(bench, begin_and_know));
  add_curves("_copying",
             {{1, copy_in_rounds<1>}, {2, copy_in_rounds<2>}, {4, copy_in_rounds<4>}, {8, copy_in_rounds<8>}},
             points_at_once<true>(bench, begin_and_know));
}

}  // namespace ladder::rates
