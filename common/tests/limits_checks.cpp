// From counts to time: what is counted for it, and the arithmetic.
#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>
#include <fstream>
#include <functional>
#include <nlohmann/json.hpp>

#include "ladder/model/limits.hpp"
#include "ladder/model/warp_pattern.hpp"
#include "tests/limits_kernels.hpp"
#include "tests/observe.hpp"

using namespace memory_model;
using Catch::Approx;

namespace {

double rounds_of(const std::function<void(kernels::Buffers)>& launch) {
  const auto seen = tests::observe(launch);
  return seen.demand.launches.at(0).global_rounds;
}

// A machine with round figures.
Machine made_up() {
  Machine machine;
  machine.name = "made up";
  machine.multiprocessors = 10;
  machine.read_bytes = 4e9;
  machine.copied_bytes = 2e9;
  machine.wavefronts = 1e10;
  machine.barrier_wavefronts = 1000;
  machine.partial_sectors = 1e6;
  machine.partial_sectors_copying = machine.scattered_sectors = 5e5;
  machine.blocks = 1e6;
  machine.atomics = 1e7;
  machine.atomics_on_one = 1e6;
  machine.latency = machine.latency_copying = {{0, 1e-6}, {4e9, 1e-6}};  // however busy the memory is
  machine.latency_at_once = machine.latency_at_once_copying = machine.latency;
  machine.barrier_latency = 2e-6;
  machine.block_latency = 3e-6;
  return machine;
}

Limit find(const std::vector<Limit>& limits, const std::string& name) {
  for (const Limit& limit : limits) {
    if (limit.name == name) return limit;
  }
  FAIL("no limit " << name);
  return {};
}

}  // namespace

TEST_CASE("loads that are under way together are one round") {
  CHECK(rounds_of(kernels::four_loads_then_stores) == 1);
  CHECK(rounds_of(kernels::through_a_tile) == 1);
  CHECK(rounds_of(kernels::load_before_the_barrier) == 1);
}

TEST_CASE("a store and a shuffle end a round") {
  CHECK(rounds_of(kernels::load_and_store_by_turns) == 4);
  CHECK(rounds_of(kernels::sum_by_shuffles) == 2);
}

TEST_CASE("a loop that advances by a constant may be unrolled by four, one that advances by the grid is not") {
  CHECK(rounds_of([](kernels::Buffers b) { kernels::rounds_of_two(b, 7); }) == 2);
  CHECK(rounds_of([](kernels::Buffers b) { kernels::one_line_loop(b, 9); }) == 3);
  // In each of the two blocks; how the loop advances is not known before it has gone round once.
  CHECK(rounds_of([](kernels::Buffers b) { kernels::through_the_grid(b, 9 * 64); }) == 2 * 8);
}

TEST_CASE("a round counts where a load of it has to come from memory") {
  CHECK(rounds_of([](kernels::Buffers b) { kernels::twice_over(b, 16 * 32); }) == 4);
}

TEST_CASE("loads that a compiler can save are no wavefronts that limit") {
  CHECK(tests::observe(kernels::overlapping_windows).counters.shared_load_wavefronts == 6);
  CHECK(tests::observe(kernels::overlapping_windows).demand.shared_wavefronts == 2 + 4);
  CHECK(tests::observe(kernels::neighbours_one_by_one).counters.shared_load_wavefronts == 8);
  CHECK(tests::observe(kernels::neighbours_one_by_one).demand.shared_wavefronts == 1 + 2 * 2);
  double of_lines = 0;
  for (const auto& line : tests::observe(kernels::overlapping_windows).lines()) {
    if (line.space == Space::shared) of_lines += static_cast<double>(line.kept_wavefronts);
  }
  CHECK(of_lines == 2 + 4);
}

TEST_CASE("warps that have no lane left go through a short if all the same, and a bound has that") {
  const auto tree = tests::observe(kernels::level_of_a_tree);
  CHECK(tree.counters.shared_load_wavefronts == 2 + 1);
  CHECK(tree.counters.shared_store_wavefronts == 4 + 1);
  CHECK(tree.demand.shared_wavefronts == 4 + 3 + 1 + 2 * 3);  // the fourth warp has ended
  const auto longer = tests::observe(kernels::work_of_one_warp);
  CHECK(longer.demand.shared_wavefronts == 4 + 6 + 1);
}

TEST_CASE("each sector is loaded and stored once, as far as memory is concerned") {
  const auto twice = tests::observe([](kernels::Buffers b) {
    kernels::through_a_tile(b);
    kernels::through_a_tile(b);
  });
  CHECK(twice.demand.loaded_bytes == 4 * 32 * 4);
  CHECK(twice.demand.stored_bytes == 4 * 32 * 4);
  CHECK(twice.demand.launches.size() == 2);
  CHECK(twice.demand.shared_wavefronts == 2 * 8);
  CHECK(twice.demand.load_wavefronts == 2 * 4);
}

TEST_CASE("lines are counted that a load asks the memory for, of each request") {
  const auto lines_of = [](const std::function<void(kernels::Buffers)>& launch) {
    return tests::observe(launch).demand.launches.back().lines;
  };
  CHECK(lines_of(kernels::pairs_of_columns) == 16 + 16);  // the last load finds its sectors
  CHECK(lines_of([](kernels::Buffers b) { kernels::twice_over(b, 16 * 32); }) == 16);
  CHECK(lines_of([](kernels::Buffers b) {
          kernels::through_a_tile(b);
          kernels::through_a_tile(b);
        }) == 0);
}

TEST_CASE("sectors that stores leave incomplete are counted, those that the next store completes are not") {
  CHECK(tests::observe(kernels::halves_of_columns).demand.partial_sectors == 32);
  CHECK(tests::observe(kernels::halves_of_columns).demand.scattered_sectors == 32);
  CHECK(tests::observe(kernels::halves_of_few_rows).demand.partial_sectors == 8);
  CHECK(tests::observe(kernels::halves_of_few_rows).demand.scattered_sectors == 0);
  CHECK(tests::observe(kernels::four_scalars_side_by_side).demand.partial_sectors == 0);
  CHECK(tests::observe(kernels::four_loads_then_stores).demand.partial_sectors == 0);
  PartialSectors one_float_late;
  CHECK(one_float_late.add(warp(4, Access::store, [](int lane) { return 4 * lane + 4; })) == 0);
  CHECK(one_float_late.end() == 2);
}

TEST_CASE("loads take the wavefronts that the recorded look-ups took") {
  std::ifstream file(SOURCES "/docs/measured/h200/rates.json");
  const auto recorded = nlohmann::json::parse(file);
  constexpr double least_cycles = 4;  // below that, the loop around the loads is slower than they are
  int compared = 0;
  for (const auto& lookup : recorded.at("lookups")) {
    const int distance = lookup.at("bytes_from_lane_to_lane");
    const double cycles = lookup.at("cycles");
    const int wavefronts = load_wavefronts(warp(4, Access::load, [&](int lane) { return distance * lane; }));
    INFO("lanes " << distance << " bytes apart: " << wavefronts << " wavefronts, " << cycles << " cycles");
    CHECK(wavefronts <= 1.02 * cycles);
    if (cycles < least_cycles) continue;
    CHECK(wavefronts >= 0.75 * cycles);
    ++compared;
  }
  CHECK(compared >= 8);
}

TEST_CASE("resident blocks are limited by threads, blocks, shared memory and registers") {
  const auto resident = [](unsigned threads, std::size_t shared_bytes, unsigned registers) {
    Launch launch;
    launch.threads = threads;
    launch.shared_bytes = shared_bytes;
    return resident_blocks(launch, registers);
  };
  CHECK(resident(256, 0, 0) == 8);
  CHECK(resident(1024, 4096, 0) == 2);
  CHECK(resident(32, 0, 0) == 32);
  CHECK(resident(33, 0, 0) == 32);
  CHECK(resident(256, 33 * 512, 0) == 8);
  CHECK(resident(256, 48 * 1024, 0) == 4);  // 228 / (48 + 1) KiB
  CHECK(resident(256, 0, 64) == 4);         // 65536 / (64 * 256)
  CHECK(resident(1024, 100 * 1024, 0) == 2);
  CHECK(resident(1024, 0, 255) == 1);
}

TEST_CASE("each limit is a count over a rate") {
  Demand demand;
  demand.loaded_bytes = demand.stored_bytes = 1e9;
  demand.load_wavefronts = 3e9;
  demand.shared_wavefronts = 1e9;
  demand.partial_sectors = 1e6;
  demand.scattered_sectors = 5e5;
  demand.atomic_sectors = 1e6;
  demand.atomics_on_one = 3e5;
  Launch launch;
  launch.blocks = 1000;
  launch.threads = 1024;
  launch.global_rounds = 4 * launch.blocks;
  launch.barriers = launch.blocks;
  demand.launches = {launch};
  const auto all = limits(demand, made_up());
  CHECK(find(all, "memory").seconds == Approx(1));                                  // 2e9 bytes, as a copy moves them
  CHECK(find(all, "wavefronts").seconds == Approx(0.4 + 1000 * 32 * 1000 / 1e10));  // and a barrier of 32 warps each
  CHECK(find(all, "partial sectors").seconds == Approx(2));
  CHECK(find(all, "blocks").seconds == Approx(1e-3));
  CHECK(find(all, "atomics").seconds == Approx(0.1));
  CHECK(find(all, "atomics on one").seconds == Approx(0.3));
  // 1000 blocks, 2 in each of 10 multiprocessors, one after the other: 3 us to begin, 4 rounds of 1 us, a barrier.
  CHECK(find(all, "in flight").seconds == Approx(50 * 9e-6));
  CHECK(all.front().name == "partial sectors");

  Machine machine = made_up();
  machine.launch_latency = 1e-3;
  demand.launches.push_back(launch);
  CHECK(find(limits(demand, machine), "in flight").seconds == Approx(2 * 50 * 9e-6 + 1e-3));
}

TEST_CASE("the life of a block: its indexes, the wavefronts of its loads, and all of them where it has a barrier") {
  Machine machine = made_up();
  machine.index_latency_of_warp = 1e-7;
  const auto microseconds = [&](unsigned indexes, double rounds, double barriers) {
    Launch launch;
    launch.blocks = 10;
    launch.threads = 64;
    launch.indexes = indexes;
    launch.global_rounds = rounds * launch.blocks;
    launch.barriers = barriers * launch.blocks;
    launch.load_wavefronts = 1500 * launch.blocks;  // a multiprocessor does 1000 in 1 us
    launch.shared_wavefronts = 4000 * launch.blocks;
    Demand demand;
    demand.launches = {launch};
    return find(limits(demand, machine), "in flight").seconds * 1e6;
  };
  CHECK(microseconds(0, 1, 0) == Approx(3 + 1.5 + 1));
  CHECK(microseconds(5, 1, 0) == Approx(3 + 2 * 5 * 0.1 + 1.5 + 1));
  CHECK(microseconds(0, 2, 0) == Approx(3 + 1.5 + 1));  // the first round is over when the last load is on its way
  CHECK(microseconds(0, 4, 0) == Approx(3 + 4));
  CHECK(microseconds(0, 1, 1) == Approx(3 + 1 + 2 + 1.5 + 4));
}

TEST_CASE("the more lines a block asks for at once, the later is the last of them") {
  Machine machine = made_up();
  const auto microseconds = [&](double lines, double rounds, double load_wavefronts, double written) {
    Launch launch;
    launch.blocks = 10;
    launch.threads = 64;
    launch.global_rounds = rounds * launch.blocks;
    launch.lines = lines * launch.blocks;
    launch.load_wavefronts = load_wavefronts * launch.blocks;  // a multiprocessor does 1000 in 1 us
    Demand demand;
    demand.launches = {launch};
    demand.loaded_bytes = 1e-3;
    demand.stored_bytes = written * demand.loaded_bytes;
    return find(limits(demand, machine), "in flight").seconds * 1e6;
  };
  CHECK(microseconds(20, 1, 0, 0) == Approx(3 + 1));
  machine.latency_at_once = {{0, 5e-6}};
  machine.latency_at_once_copying = {{0, 9e-6}};
  CHECK(microseconds(8, 1, 0, 0) == Approx(3 + 1));  // as the latency of a load was measured
  CHECK(microseconds(20, 1, 0, 0) == Approx(3 + 1 + 4 * 0.5));
  CHECK(microseconds(28, 2, 0, 0) == Approx(3 + 2 + 4 * 0.25));  // once: only the end of the block waits for all
  CHECK(microseconds(20, 1, 0, 0.5) == Approx(3 + 1 + 6 * 0.5));
  CHECK(microseconds(64, 1, 0, 0) == Approx(3 + 1 + 4));    // more was not measured
  CHECK(microseconds(20, 1, 500, 0) == Approx(3 + 1 + 2));  // lines are on their way while the wavefronts pass
  CHECK(microseconds(20, 1, 2500, 0) == Approx(3 + 1 + 2.5));
  machine.latency_at_once = {{0, 0.5e-6}};
  CHECK(microseconds(20, 1, 0, 0) == Approx(3 + 1));  // no sooner than one load
}

TEST_CASE("loads take longer where the memory writes as well") {
  Machine machine = made_up();
  machine.latency_copying = machine.latency_at_once_copying = {{0, 3e-6}, {4e9, 3e-6}};
  machine.block_latency = 0;
  Demand demand;
  Launch launch;
  launch.blocks = launch.global_rounds = 1e6;
  launch.threads = 1024;
  demand.launches = {launch};
  demand.loaded_bytes = 1e3;
  CHECK(find(limits(demand, machine), "in flight").seconds == Approx(0.05));
  demand.stored_bytes = 5e2;
  CHECK(find(limits(demand, machine), "in flight").seconds == Approx(0.1));
  demand.stored_bytes = 4e3;
  CHECK(find(limits(demand, machine), "in flight").seconds == Approx(0.15));
}

TEST_CASE("what threads ask of indexes and atomics is counted for limits") {
  const auto launch = tests::observe([](kernels::Buffers b) { kernels::through_the_grid(b, 9 * 64); }).demand.launches;
  CHECK(launch.at(0).indexes == 2);
  CHECK(tests::observe(kernels::four_loads_then_stores).demand.launches.at(0).indexes == 1);
  const Demand of_floats = tests::observe(kernels::add_floats_to_one).demand;
  CHECK(of_floats.atomics_on_one == 2 * 32);
  CHECK(of_floats.atomic_sectors == 2 * 32);
  const Demand of_ints = tests::observe(kernels::add_ints_to_one).demand;
  CHECK(of_ints.atomics_on_one == 2);
  CHECK(of_ints.atomic_sectors == 2);
}

TEST_CASE("what only reads is limited by the rate of reading") {
  Demand demand;
  demand.loaded_bytes = 4e9;
  CHECK(find(limits(demand, made_up()), "memory").seconds == Approx(1));
}

TEST_CASE("a busy memory answers late, as much as it then is busy") {
  Machine machine = made_up();
  machine.latency = machine.latency_copying = {{0, 1e-6}, {4e9, 3e-6}};
  machine.block_latency = machine.barrier_latency = 0;
  Demand demand;
  Launch launch;
  launch.blocks = 1e6;
  launch.threads = 1024;
  launch.global_rounds = launch.blocks;
  demand.launches = {launch};
  demand.loaded_bytes = 2e8;  // 0.05 s
  // 1e6 blocks, 20 at a time, of a latency L: T = 50,000 * L. Busy: 0.05 / T. L = 1e-6 + 2e-6 * 0.05 / T: T = 0.1.
  CHECK(find(limits(demand, machine), "in flight").seconds == Approx(0.1).epsilon(1e-3));
}
