#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include "ladder/engine/gpu/launch.cuh"
#include "ladder/timing/timing.hpp"
#include "tools/rates/kernels.cuh"
#include "tools/rates/rates.hpp"

namespace ladder::rates {
namespace {

constexpr unsigned threads_of_a_multiprocessor = 2048;

// So many floats on the GPU, released with the object. No kernel here finds `never` in them.
class Floats {
 public:
  Floats(Engine& gpu, std::size_t count, const std::string& name)
      : gpu_(gpu), bytes_(count * sizeof(float)), data_(gpu.allocate(bytes_, sizeof(float), name)) {
    clear();
  }
  ~Floats() { gpu_.release(data_); }
  Floats(const Floats&) = delete;
  Floats& operator=(const Floats&) = delete;

  void clear() { gpu_.poison(data_, 0, bytes_); }
  void upload(const std::vector<unsigned>& words) { gpu_.upload(data_, words.data(), words.size() * sizeof(unsigned)); }
  template <typename T = float>
  T* as() const {
    return static_cast<T*>(data_);
  }

 private:
  Engine& gpu_;
  std::size_t bytes_;
  void* data_;
};

// The buffers that the kernels work on, and the loop around them.
class Bench {
 public:
  Bench(Engine& gpu, int repeats)
      : gpu_(gpu), repeats_(repeats), in(gpu, floats, "in"), out(gpu, floats, "out"), sms(gpu::multiprocessors()) {}

  Timing time(const Run& run) { return time_cold(gpu_, run, repeats_); }
  // Of one more step, from runs of `steps` and of three times as many: their launches fall out.
  Rate of_a_step(const std::string& name, int steps, const std::string& how, const std::function<void(int)>& run) {
    const Timing few = time([&] { run(steps); }), many = time([&] { run(3 * steps); });
    const auto at = [&](double a, double b) { return (many.at(a) - few.at(b)) / (2 * steps); };
    return {name, at(0.5, 0.5), at(0, 0.5), at(1, 0.5), "s", how};
  }
  // So many a second.
  Rate rate(const std::string& name, double count, const std::string& unit, const std::string& how, const Run& run) {
    const Timing timing = time(run);
    return {name, count / timing.median(), count / timing.at(1), count / timing.at(0), unit + "/s", how};
  }

  static constexpr std::size_t floats = std::size_t{1} << 30;

 private:
  Engine& gpu_;
  int repeats_;

 public:
  Floats in, out;
  unsigned sms;
};

// A limit is a bound: of several patterns, the one that is served fastest.
Rate fastest(const std::vector<Rate>& rates) {
  return *std::max_element(rates.begin(), rates.end(), [](const Rate& a, const Rate& b) { return a.value < b.value; });
}

Rate read_rate(Bench& bench) {
  return bench.rate("read_bytes", 4.0 * Bench::floats, "bytes", "4 GiB read, 16 bytes per thread", [&] {
    gpu::launch(read_all_of, dim3(Bench::floats / 4 / 256), dim3(256), bench.in.as<const float4>(),
                bench.out.as<float>());
  });
}

Rate copy_rate(Bench& bench) {
  return bench.rate("copied_bytes", 8.0 * Bench::floats, "bytes", "4 GiB copied: read and written bytes", [&] {
    gpu::launch(copy_all_of, dim3(Bench::floats / 4 / 256), dim3(256), bench.in.as<const float4>(),
                bench.out.as<float4>());
  });
}

constexpr int rounds = 1000;

double loads_in_all(const Bench& bench) { return 1.0 * bench.sms * threads_of_a_multiprocessor / 32 * rounds * 4; }

Rate wavefront_rate(Bench& bench, int stride) {
  return bench.rate("wavefronts", loads_in_all(bench) * stride, "wavefronts",
                    "loads from shared memory, lanes " + std::to_string(stride) + " words apart", [&] {
                      gpu::launch(read_banks, dim3(2 * bench.sms), dim3(1024), bench.out.as<float>(), rounds, stride);
                    });
}

// Cycles of the multiprocessors' clock, where wavefronts come one in each of them.
double cycles_of_a_lookup(Bench& bench, int lane_stride, double wavefronts_per_second) {
  const int step = lane_stride <= 1 ? 32 * lane_stride : 1;
  const Timing timing = bench.time([&] {
    gpu::launch(look_up, dim3(2 * bench.sms), dim3(1024), bench.in.as<const float>(), bench.out.as<float>(), rounds,
                lane_stride, step);
  });
  return timing.median() * wavefronts_per_second / loads_in_all(bench);
}

Rate mixed_rate(Bench& bench) {
  return bench.rate("mixed_wavefronts", loads_in_all(bench) * 32, "wavefronts",
                    "loads from the L1 cache and from shared memory in turn, 32 wavefronts each", [&] {
                      gpu::launch(look_up_and_read_banks, dim3(2 * bench.sms), dim3(1024), bench.in.as<const float>(),
                                  bench.out.as<float>(), rounds);
                    });
}

template <typename Word>
Rate partial_rate(Bench& bench, unsigned row_bytes) {
  constexpr unsigned rows = 16384;
  const unsigned words = row_bytes / sizeof(Word);
  return bench.rate(
      "partial_sectors", 1.0 * rows * words, "sectors",
      std::to_string(sizeof(Word)) + " bytes of a sector stored to each of 32 rows of " + std::to_string(row_bytes) +
          " bytes",
      [&] { gpu::launch(store_columns<Word>, dim3(rows / 32, words / 8), dim3(32, 8), bench.out.as<Word>(), words); });
}

Rate block_rate(Bench& bench, unsigned threads) {
  constexpr unsigned blocks = 1u << 20;
  return bench.rate("blocks", blocks, "blocks",
                    std::to_string(blocks) + " blocks of " + std::to_string(threads) + " threads that do nothing",
                    [&] { gpu::launch(begin_and_end, dim3(blocks), dim3(threads), bench.out.as<float>()); });
}

// One block at a time in each multiprocessor, as it takes all of the shared memory.
Rate block_latency(Bench& bench, unsigned threads) {
  constexpr std::size_t all_shared = 227 * 1024;
  return bench.of_a_step(
      "block_latency", 2000, "blocks of " + std::to_string(threads) + " threads, one at a time", [&](int blocks) {
        gpu::launch(begin_and_end, {dim3(blocks * bench.sms), dim3(threads), all_shared}, bench.out.as<float>());
      });
}

Rate barrier_latency(Bench& bench, unsigned threads) {
  return bench.of_a_step("barrier_latency", 20000, "barriers of one block of " + std::to_string(threads) + " threads",
                         [&](int barriers) { gpu::launch(wait_at_barriers, dim3(1), dim3(threads), barriers); });
}

Rate shared_latency(Bench& bench) {
  return bench.of_a_step("shared_latency", 20000, "indexes followed in shared memory", [&](int steps) {
    gpu::launch(follow_in_shared, dim3(1), dim3(32), bench.out.as<unsigned>(), steps);
  });
}

// A line further with each step, through more than the L2 cache holds.
LoadedLatency idle_latency(Bench& bench) {
  constexpr unsigned stride = 64, steps = 1u << 20;  // words
  std::vector<unsigned> next(std::size_t{stride} * steps);
  for (unsigned i = 0; i < steps; ++i) next[std::size_t{i} * stride] = (i + 1) % steps * stride;
  bench.in.upload(next);
  const Rate step = bench.of_a_step("latency", 20000, "", [&](int each) {
    gpu::launch(follow, dim3(1), dim3(1), bench.in.as<const unsigned>(), bench.out.as<unsigned>(), each);
  });
  bench.in.clear();
  return {4 / step.value, step.value, 1, 4};
}

template <int LOADS>
LoadedLatency loaded_latency(Bench& bench, unsigned threads) {
  constexpr std::size_t count = Bench::floats / 4;
  const Timing timing = bench.time([&] {
    gpu::launch(read_in_rounds<LOADS>, dim3(2 * bench.sms), dim3(threads / 2), bench.in.as<const float>(),
                bench.out.as<float>(), count);
  });
  const double in_flight = 4.0 * LOADS * threads * bench.sms;
  const double bytes_per_second = 4.0 * count / timing.median();
  return {bytes_per_second, in_flight / bytes_per_second, threads, 4 * LOADS};  // Little's law
}

// A latency that grows with the block: that of one warp's block, and what each warp adds.
void add_by_warps(const Rate& of_one_warp, const Rate& of_32_warps, std::vector<Rate>& rates) {
  Rate each = of_32_warps, first = of_one_warp;
  each.name += "_of_warp";
  for (double Rate::*member : {&Rate::value, &Rate::least, &Rate::most}) {
    each.*member = (of_32_warps.*member - of_one_warp.*member) / 31;
    first.*member = of_one_warp.*member - each.*member;
  }
  rates.push_back(first);
  rates.push_back(each);
}

}  // namespace

Rates measure(Engine& gpu, int repeats) {
  Bench bench(gpu, repeats);
  Rates found;
  const Rate wavefronts = fastest({wavefront_rate(bench, 1), wavefront_rate(bench, 8), wavefront_rate(bench, 32)});
  found.rates = {
      read_rate(bench),
      copy_rate(bench),
      wavefronts,
      mixed_rate(bench),
      fastest({partial_rate<float>(bench, 16384), partial_rate<float>(bench, 65536), partial_rate<float2>(bench, 16384),
               partial_rate<float2>(bench, 65536), partial_rate<float4>(bench, 65536)}),
      fastest({block_rate(bench, 32), block_rate(bench, 256), block_rate(bench, 1024)}),
      shared_latency(bench)};
  add_by_warps(barrier_latency(bench, 32), barrier_latency(bench, 1024), found.rates);
  add_by_warps(block_latency(bench, 32), block_latency(bench, 1024), found.rates);
  for (const int lane_stride : {0, 1, 2, 4, 8, 16, 32, 33, 36, 40, 64, 128}) {
    found.lookups.emplace_back(4 * lane_stride, cycles_of_a_lookup(bench, lane_stride, wavefronts.value));
  }
  found.latency = {idle_latency(bench),
                   loaded_latency<1>(bench, 128),
                   loaded_latency<1>(bench, 512),
                   loaded_latency<1>(bench, 1024),
                   loaded_latency<1>(bench, 1536),
                   loaded_latency<1>(bench, 2048),
                   loaded_latency<2>(bench, 1536),
                   loaded_latency<2>(bench, 2048),
                   loaded_latency<4>(bench, 1536),
                   loaded_latency<4>(bench, 2048),
                   loaded_latency<8>(bench, 2048)};
  std::sort(found.latency.begin(), found.latency.end(),
            [](const auto& a, const auto& b) { return a.bytes_per_second < b.bytes_per_second; });
  return found;
}

}  // namespace ladder::rates
