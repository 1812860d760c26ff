// From counts to time: the arithmetic.
#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>
#include <fstream>
#include <nlohmann/json.hpp>

#include "ladder/model/limits.hpp"
#include "tests/warp_pattern.hpp"

using namespace memory_model;
using Catch::Approx;

namespace {

// A machine with round figures.
Machine made_up() {
  Machine machine;
  machine.name = "made up";
  machine.multiprocessors = 10;
  machine.read_bytes = 4e9;
  machine.copied_bytes = 2e9;
  machine.requests = 1e7;
  machine.wavefronts = 1e10;
  machine.barrier_wavefronts = 1000;
  machine.partial_sectors = 1e6;
  machine.partial_sectors_copying = machine.scattered_sectors = 5e5;
  machine.scattered_sectors_copying = 2.5e5;
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

TEST_CASE("resident blocks are limited by threads, blocks and shared memory") {
  const auto resident = [](unsigned threads, std::size_t shared_bytes) {
    Launch launch;
    launch.threads = threads;
    launch.shared_bytes = shared_bytes;
    return resident_blocks(launch);
  };
  CHECK(resident(256, 0) == 8);
  CHECK(resident(1024, 4096) == 2);
  CHECK(resident(32, 0) == 32);
  CHECK(resident(33, 0) == 32);
  CHECK(resident(256, 33 * 512) == 8);
  CHECK(resident(256, 48 * 1024) == 4);  // 228 / (48 + 1) KiB
  CHECK(resident(1024, 100 * 1024) == 2);
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
  CHECK(find(all, "partial sectors").seconds == Approx(1 + 2));
  CHECK(find(all, "blocks").seconds == Approx(1e-3));
  CHECK(find(all, "atomics").seconds == Approx(0.1));
  CHECK(find(all, "atomics on one").seconds == Approx(0.3));
  // 1000 blocks, 2 in each of 10 multiprocessors, one after the other: 3 us to begin, 4 rounds of 1 us, a barrier.
  CHECK(find(all, "in flight").seconds == Approx(50 * 9e-6));
  CHECK(all.front().name == "partial sectors");
  CHECK(find(all, "wavefronts").words ==
        "4,032,000,000 wavefronts: 1,000,000,000 of shared memory, 3,000,000,000 of loads in the L1 cache, 32,000,000 "
        "turns taken by barriers; 10 billion a second");
  CHECK(find(all, "in flight").words.rfind("1,000 blocks, 2 at a time in each of 10 multiprocessors", 0) == 0);

  Machine machine = made_up();
  machine.launch_latency = 1e-3;
  demand.launches.push_back(launch);
  CHECK(find(limits(demand, machine), "in flight").seconds == Approx(2 * 50 * 9e-6 + 1e-3));
}

TEST_CASE("the time around a timed run is part of each limit, but not of what is stored") {
  Machine machine = made_up();
  Demand demand;
  demand.loaded_bytes = 4e9;
  demand.shared_wavefronts = 2e10;
  machine.run_latency = 0.25;
  const auto all = limits(demand, machine, machine.run_latency);
  CHECK(find(all, "memory").seconds == Approx(1 + 0.25));
  CHECK(find(all, "memory").words.find("250000.00 us around the run") != std::string::npos);
  CHECK(find(all, "wavefronts").seconds == Approx(2 + 0.25));
  CHECK(find(all, "atomics").seconds == 0);                             // there are none
  CHECK(find(limits(demand, machine), "memory").seconds == Approx(1));  // 4e9 bytes, as they are only read
  CHECK(find(limits(demand, machine), "wavefronts").seconds == Approx(2));
  demand.stored_bytes = 4e9;
  CHECK(find(limits(demand, machine, machine.run_latency), "memory").seconds ==
        Approx(4));  // 8e9 bytes, as a copy moves them
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
    const Limit limit = find(limits(demand, machine), "in flight");
    CHECK(limit.life.at("loads") * 1e6 == Approx(rounds));
    CHECK(limit.life.at("begin") + limit.life.at("loads") + limit.life.at("tile") == Approx(limit.seconds));
    return limit.seconds * 1e6;
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
