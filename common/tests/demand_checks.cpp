// What is counted for limits.
#include <catch2/catch_test_macros.hpp>
#include <functional>

#include "ladder/model/limits.hpp"
#include "tests/demand_kernels.hpp"
#include "tests/observe.hpp"
#include "tests/warp_pattern.hpp"

using namespace memory_model;

namespace {

double rounds_of(const std::function<void(kernels::Buffers)>& launch) {
  const auto seen = tests::observe(launch);
  return seen.demand.launches.at(0).global_rounds;
}

}  // namespace

TEST_CASE("loads that are under way together are one round") {
  CHECK(rounds_of(kernels::four_loads_then_stores) == 1);
  CHECK(rounds_of(kernels::through_a_tile) == 1);
  CHECK(rounds_of(kernels::load_before_the_barrier) == 1);
}

TEST_CASE("a store ends a round, and a shuffle does not") {
  CHECK(rounds_of(kernels::load_and_store_by_turns) == 4);
  CHECK(rounds_of(kernels::sum_by_shuffles) == 1);
}

TEST_CASE("a store ends no round where loads behind it cannot meet it") {
  CHECK(rounds_of(kernels::turns_restricted) == 1);
  CHECK(rounds_of(kernels::turns_restricted_where_called) == 1);
  CHECK(rounds_of(kernels::turns_by_ldg) == 1);
  CHECK(rounds_of(kernels::turns_in_place) == 1);
  CHECK(rounds_of(kernels::barriers_restricted) == 1);
  CHECK(rounds_of(kernels::loads_behind_stores) == 1);
  CHECK(rounds_of(kernels::loads_around_a_barrier) == 1);
  CHECK(rounds_of(kernels::turns_between_declared_arrays) == 4);  // nvcc 13.0 does not use that it knows
}

TEST_CASE("a loop that advances by one may be unrolled by four, by more by sixteen, by the grid not at all") {
  CHECK(rounds_of([](kernels::Buffers b) { kernels::one_line_loop(b, 9); }) == 3);
  CHECK(rounds_of([](kernels::Buffers b) { kernels::rounds_of_two(b, 33); }) == 3);
  CHECK(rounds_of([](kernels::Buffers b) { kernels::unrolled_by_wish(b, 33); }) == 1);
  // In each of the two blocks; how the loop advances is not known before it has gone round once.
  CHECK(rounds_of([](kernels::Buffers b) { kernels::through_the_grid(b, 9 * 64); }) == 2 * 8);
}

TEST_CASE("a round counts where a load of it has to come from memory") {
  CHECK(rounds_of([](kernels::Buffers b) { kernels::twice_over(b, 64 * 32); }) == 4);
}

TEST_CASE("a round of shared memory counts where a store may need it, and a barrier waits for no load") {
  const auto rounds = [](const auto& launch) { return tests::observe(launch).demand.launches.at(0).shared_rounds; };
  CHECK(rounds(kernels::through_a_tile) == 1);
  CHECK(rounds(kernels::neighbours_one_by_one) == 1);
  CHECK(rounds(kernels::level_of_a_tree) == 2);
  CHECK(rounds(kernels::barriers_restricted) == 0);
}

TEST_CASE("loads that a compiler can save are no wavefronts that limit") {
  CHECK(tests::observe(kernels::overlapping_windows).counters.shared_load_wavefronts == 6);
  CHECK(tests::observe(kernels::overlapping_windows).demand.shared_wavefronts == 2 + 4);
  CHECK(tests::observe(kernels::neighbours_one_by_one).counters.shared_load_wavefronts == 8);
  CHECK(tests::observe(kernels::neighbours_one_by_one).demand.shared_wavefronts == 1 + 2 * 2);
  double of_lines = 0;
  for (const auto& line : tests::observe(kernels::overlapping_windows).lines()) {
    if (line.space == Space::shared) of_lines += static_cast<double>(line.wavefronts_kept_by_compiler);
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

TEST_CASE("sectors that stores leave incomplete are counted, unless they share a line or are completed") {
  CHECK(tests::observe(kernels::halves_of_columns).demand.partial_sectors == 32);
  CHECK(tests::observe(kernels::halves_of_columns).demand.scattered_sectors == 32);
  CHECK(tests::observe(kernels::halves_of_few_rows).demand.partial_sectors == 8);
  CHECK(tests::observe(kernels::halves_of_few_rows).demand.scattered_sectors == 0);
  CHECK(tests::observe(kernels::floats_of_neighbouring_sectors).demand.partial_sectors == 0);
  CHECK(tests::observe(kernels::four_scalars_side_by_side).demand.partial_sectors == 0);
  CHECK(tests::observe(kernels::four_loads_then_stores).demand.partial_sectors == 0);
  PartialSectors one_float_late;
  CHECK(one_float_late.add(warp(4, Access::store, [](int lane) { return 4 * lane + 4; })) == 0);
  CHECK(one_float_late.end() == 2);
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
