#include <algorithm>
#include <array>
#include <functional>
#include <string>
#include <vector>

#include "tools/rates/bench.cuh"
#include "tools/rates/latencies.hpp"
#include "tools/rates/latency_kernels.cuh"

namespace ladder::rates {
namespace {

Rate block_rate(Bench& bench, unsigned threads) {
  constexpr unsigned blocks = 1u << 20;
  return bench.rate("blocks", blocks, "blocks",
                    std::to_string(blocks) + " blocks of " + std::to_string(threads) + " threads that do nothing",
                    [&] { gpu::launch(begin_and_end, dim3(blocks), dim3(threads), bench.out.as<float>()); });
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

// Of one launch after the other, each of a block that does nothing.
Rate launch_step(Bench& bench) {
  return bench.of_a_step("", 100, "launches of one block of 32 threads that does nothing, one after the other",
                         [&](int launches) {
                           for (int i = 0; i < launches; ++i) {
                             gpu::launch(begin_and_end, dim3(1), dim3(32), bench.out.as<float>());
                           }
                         });
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
  return {4 / step.value, step.value, 1, 4};
}

using InRounds = void (*)(const float*, float*, int);
constexpr unsigned threads_of_a_block = 256;

// So many blocks in each multiprocessor, each thread with so many floats on their way: the less of two, with few rounds
// and with many. The beginning of a block is no part of it.
LoadedLatency loaded_latency(Bench& bench, InRounds kernel, unsigned loads, unsigned resident, double begin) {
  constexpr std::size_t count = Bench::floats / 4, shared_memory = 228 * 1024, of_system = 1024;
  LoadedLatency found{0, 1, resident * threads_of_a_block, 4 * loads};
  for (const unsigned rounds : {4u, 16u}) {
    const unsigned blocks = count / (rounds * loads * threads_of_a_block);
    const Timing timing = bench.time([&] {
      gpu::launch(kernel, {dim3(blocks), dim3(threads_of_a_block), shared_memory / resident - of_system},
                  bench.in.as<const float>(), bench.out.as<float>(), int(rounds));
    });
    const double life = timing.median() * resident * bench.sms / blocks;
    const double latency = (life - begin) / rounds;
    if (latency < found.seconds) found.seconds = latency, found.bytes_per_second = 4.0 * count / timing.median();
  }
  return found;
}

// The points that no other one beats, by being faster and earlier. kernels: with 1, 2, 4 and 8 floats on their way.
std::vector<LoadedLatency> curve(Bench& bench, const LoadedLatency& idle, double begin,
                                 const std::array<InRounds, 4>& kernels) {
  std::vector<LoadedLatency> points = {idle};
  for (const unsigned resident : {1, 2, 4, 6, 8}) {
    points.push_back(loaded_latency(bench, kernels[0], 1, resident, begin));
  }
  for (const unsigned resident : {5, 6, 8}) {
    points.push_back(loaded_latency(bench, kernels[1], 2, resident, begin));
    points.push_back(loaded_latency(bench, kernels[2], 4, resident, begin));
  }
  points.push_back(loaded_latency(bench, kernels[3], 8, 8, begin));
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
  found.rates.push_back(worked_out("launch_latency", launch_step(bench), begin(32), "s",
                                   [](double launch, double block) { return launch - block; }));
  const auto know = [&](const std::string& what, void (*kernel)(float*)) {
    return life_alone(bench, 1024, what, kernel, bench.out.as<float>());
  };
  found.rates.push_back(worked_out("index_latency_of_warp", know("ask for all six indexes", know_all_indexes),
                                   know("ask for one", know_column), "s",
                                   [](double six, double one) { return (six - one) / 5 / 32; }));
  found.rates.push_back(shared_latency(bench));
  add_by_warps("barrier_latency", barrier_latency(bench, 32), barrier_latency(bench, 1024), found.rates);
  const LoadedLatency idle = idle_latency(bench);
  const double begin_of_256 =
      life_alone(bench, threads_of_a_block, "ask for one index", know_column, bench.out.as<float>()).value;
  found.latency =
      curve(bench, idle, begin_of_256, {read_in_rounds<1>, read_in_rounds<2>, read_in_rounds<4>, read_in_rounds<8>});
  found.latency_copying =
      curve(bench, idle, begin_of_256, {copy_in_rounds<1>, copy_in_rounds<2>, copy_in_rounds<4>, copy_in_rounds<8>});
}

}  // namespace ladder::rates
