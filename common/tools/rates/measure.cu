#include <functional>
#include <string>
#include <vector>

#include "tools/rates/bench.cuh"
#include "tools/rates/kernels.cuh"

namespace ladder::rates {
namespace {

Rate read_rate(Bench& bench) {
  return bench.rate("read_bytes", 4.0 * Bench::floats, "bytes", "4 GiB read, 16 bytes per thread", read_all_of,
                    Bench::floats / 4 / 256, 256, bench.in.as<const float4>(), bench.out.as<float>());
}

Rate copy_rate(Bench& bench) {
  return bench.rate("copied_bytes", 8.0 * Bench::floats, "bytes", "4 GiB copied: read and written bytes", copy_all_of,
                    Bench::floats / 4 / 256, 256, bench.in.as<const float4>(), bench.out.as<float4>());
}

template <int LOADS, bool READS, bool WRITES>
Rate request_rate(Bench& bench, const std::string& how) {
  constexpr std::size_t bytes = std::size_t{1} << 30;
  return bench.rate("requests", (READS + WRITES) * bytes / 32.0, "requests",
                    "1 GiB " + how + ", a byte per lane, " + std::to_string(LOADS) + " per thread",
                    move_bytes<LOADS, READS, WRITES>, bytes / LOADS / 256, 256, bench.in.as<const unsigned char>(),
                    bench.out.as<unsigned char>());
}

constexpr int rounds = 1000;

double loads_in_all(const Bench& bench) { return 1.0 * bench.sms * threads_of_a_multiprocessor / 32 * rounds * 4; }

Rate wavefront_rate(Bench& bench, int stride) {
  return bench.rate("wavefronts", loads_in_all(bench) * stride, "wavefronts",
                    "loads from shared memory, lanes " + std::to_string(stride) + " words apart", read_banks,
                    2 * bench.sms, 1024, bench.out.as<float>(), rounds, stride);
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
                    "loads from the L1 cache and from shared memory in turn, 32 wavefronts each",
                    look_up_and_read_banks, 2 * bench.sms, 1024, bench.in.as<const float>(), bench.out.as<float>(),
                    rounds);
}

// Where the parts of sectors are, and which blocks follow each other.
struct Layout {
  std::size_t bytes;
  unsigned row_bytes, warps;  // of a block
  bool down_first;
};

template <typename Word, int ROWS, bool LOADS>
Rate partial_rate(Bench& bench, const std::string& name, const Layout& layout) {
  constexpr unsigned words_of_warp = 32 / ROWS;
  const unsigned words = layout.row_bytes / sizeof(Word), across = words / words_of_warp / layout.warps;
  const auto rows = static_cast<unsigned>(layout.bytes / layout.row_bytes);
  const std::string how = std::to_string(words_of_warp * sizeof(Word)) + " bytes of a sector stored to each of " +
                          std::to_string(ROWS) + " rows of " + std::to_string(layout.row_bytes) + " bytes" +
                          (LOADS ? ", loaded from a row" : "");
  return bench.rate(name, 1.0 * rows * words / words_of_warp, "sectors", how, store_columns<Word, ROWS, LOADS>,
                    rows / ROWS * across, dim3(32, layout.warps), bench.in.as<const Word>(), bench.out.as<Word>(),
                    words, across, layout.down_first);
}

// The fastest of several layouts, for each of these kernels: in the L2 cache and beyond it, in lines that follow each
// other or far apart. Only blocks that fit a row are tried.
Rate fastest_partial(const std::function<std::vector<Rate>(const Layout&)>& measured) {
  constexpr std::size_t in_the_cache = 1u << 24, beyond = 1u << 28;
  std::vector<Rate> found;
  for (const std::size_t bytes : {in_the_cache, beyond}) {
    for (const unsigned row_bytes : {128u, 16384u, 65536u}) {
      for (const unsigned warps : {2u, 4u, 8u, 16u, 32u}) {
        if (warps * sizeof(float4) > row_bytes) continue;
        for (const bool down_first : {false, true}) {
          for (const Rate& rate : measured({bytes, row_bytes, warps, down_first})) found.push_back(rate);
        }
      }
    }
  }
  return fastest(found);
}

template <bool LOADS>
Rate scattered_rate(Bench& bench, const std::string& name) {
  return fastest_partial([&](const Layout& layout) -> std::vector<Rate> {
    return {partial_rate<float, 32, LOADS>(bench, name, layout), partial_rate<float2, 32, LOADS>(bench, name, layout),
            partial_rate<float4, 32, LOADS>(bench, name, layout)};
  });
}

// Of fewer rows.
template <bool LOADS>
Rate partial_rate_of_others(Bench& bench, const std::string& name) {
  return fastest_partial([&](const Layout& layout) -> std::vector<Rate> {
    return {partial_rate<float, 16, LOADS>(bench, name, layout), partial_rate<float, 8, LOADS>(bench, name, layout),
            partial_rate<float2, 16, LOADS>(bench, name, layout)};
  });
}

// How many wavefronts a warp's barrier keeps from passing: what a round takes longer with one.
template <int LOADS>
Rate barrier_wavefronts(Bench& bench, double wavefronts_per_second) {
  const auto round = [&](auto kernel) {
    return bench.of_a_step("", 2000, "", [&, kernel](int steps) {
      gpu::launch(kernel, dim3(8 * bench.sms), dim3(256), bench.out.as<float>(), steps);
    });
  };
  const double in_a_second = wavefronts_per_second / bench.sms / (threads_of_a_multiprocessor / 32);
  const Rate with = round(read_banks_between_barriers<LOADS, true>),
             without = round(read_banks_between_barriers<LOADS, false>);
  return {"barrier_wavefronts",
          (with.value - without.value) * in_a_second,
          (with.least - without.most) * in_a_second,
          (with.most - without.least) * in_a_second,
          "wavefronts",
          "a barrier after every " + std::to_string(LOADS) + " loads from shared memory, blocks of 256 threads"};
}

// Atomics of all lanes that a GPU holds, each `rounds` times; lanes and warps so many floats apart. Of the sectors that
// they ask for (global_atomic_sectors()), so many for each warp.
Rate atomic_rate(Bench& bench, int of_warp, int of_lane, int sectors, const std::string& how) {
  const unsigned warps = bench.sms * threads_of_a_multiprocessor / 32;
  return bench.rate("atomics", 1.0 * warps * sectors * rounds, "sectors", how, add_atomically, 2 * bench.sms, 1024,
                    bench.out.as<float>(), rounds, of_warp, of_lane);
}

}  // namespace

Rates measure(Engine& gpu, int repeats) {
  Bench bench(gpu, repeats);
  Rates found;
  const Rate wavefronts = fastest({wavefront_rate(bench, 1), wavefront_rate(bench, 8), wavefront_rate(bench, 32)});
  found.rates = {
      read_rate(bench),
      copy_rate(bench),
      fastest({request_rate<4, true, true>(bench, "copied"), request_rate<8, true, true>(bench, "copied"),
               request_rate<16, true, true>(bench, "copied"), request_rate<16, true, false>(bench, "read"),
               request_rate<4, false, true>(bench, "written"), request_rate<16, false, true>(bench, "written")}),
      wavefronts,
      mixed_rate(bench),
      least({barrier_wavefronts<3>(bench, wavefronts.value), barrier_wavefronts<6>(bench, wavefronts.value),
             barrier_wavefronts<12>(bench, wavefronts.value), barrier_wavefronts<24>(bench, wavefronts.value)}),
      scattered_rate<false>(bench, "scattered_sectors"),
      scattered_rate<true>(bench, "scattered_sectors_copying"),
      partial_rate_of_others<false>(bench, "partial_sectors"),
      partial_rate_of_others<true>(bench, "partial_sectors_copying")};
  found.rates.push_back(fastest({atomic_rate(bench, 32, 1, 4, "lanes add to floats side by side"),
                                 atomic_rate(bench, 256, 8, 32, "lanes add to floats 32 bytes apart"),
                                 atomic_rate(bench, 8, 0, 32, "the lanes of a warp add to one float")}));
  found.rates.push_back(atomic_rate(bench, 0, 0, 32, "all lanes add to one float"));
  found.rates.back().name = "atomics_on_one";
  measure_latencies(bench, found);
  for (const int lane_stride : {0, 1, 2, 4, 8, 16, 32, 33, 36, 40, 64, 128}) {
    found.lookups.emplace_back(4 * lane_stride, cycles_of_a_lookup(bench, lane_stride, wavefronts.value));
  }
  return found;
}

}  // namespace ladder::rates
