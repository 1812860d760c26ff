// What is kept of single requests and hazards for pictures of them, and what is said of a launch that takes long.
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "ladder/engine/engine.hpp"
#include "ladder/report/progress.hpp"
#include "ladder/verification/device_buffer.hpp"
#include "tests/kernels.hpp"
#include "tests/observe.hpp"

using namespace ladder;
using Catch::Matchers::ContainsSubstring;

namespace {

using Kernel = void (*)(kernels::Buffers);

Observation traced(const std::function<void(kernels::Buffers)>& kernel, std::size_t most = 1000) {
  const auto engine = make_emulator();
  engine->trace_runs(most);
  DeviceBuffer<float> in(*engine, tests::elements, "in"), out(*engine, tests::elements, "out");
  in.upload(0, std::vector<float>(tests::elements));
  return *engine->execute([&] { kernel({in.data(), out.data(), tests::elements}); });
}

const TracedRequest& with_stopped_lanes(const Observation& seen) {
  for (const TracedRequest& request : seen.trace.requests) {
    if (!request.stopped.empty()) return request;
  }
  FAIL("no lane was stopped");
  return seen.trace.requests.front();
}

// What a ProgressLine writes to a file, when it is told so many blocks of 100 at such a second.
std::string said(const std::vector<std::pair<double, std::uint64_t>>& moments) {
  std::FILE* file = std::tmpfile();
  REQUIRE(file != nullptr);
  double now = 0;
  ProgressLine line(file, [&] { return now; });
  for (const auto& [second, blocks] : moments) now = second, line(blocks, 100);
  std::string text(static_cast<std::size_t>(std::ftell(file)), '\0');
  std::rewind(file);
  CHECK(std::fread(text.data(), 1, text.size(), file) == text.size());
  std::fclose(file);
  return text;
}

}  // namespace

TEST_CASE("a lane that is stopped before an access shows in the request that others make of it") {
  const Observation seen = traced(kernels::write_beyond_the_end);
  const TracedRequest& store = with_stopped_lanes(seen);
  CHECK(store.operation == memory_model::Access::store);
  CHECK(store.lanes.size() == 31);
  CHECK(store.transactions == 4);
  REQUIRE(store.stopped.size() == 1);
  CHECK(store.stopped[0].lane == 31);
  CHECK(store.stopped[0].element == "global out[4096]");
  CHECK(store.stopped[0].why == "out has 4096 elements");
}

TEST_CASE("a lane that is stopped in shared memory has its space") {
  const Observation seen = traced(kernels::shared_index_beyond_the_array);
  const TracedRequest& store = with_stopped_lanes(seen);
  CHECK(store.space == memory_model::Space::shared);
  CHECK(store.lanes.size() == 31);
  CHECK(store.stopped.at(0).element == "shared row[32]");
  CHECK(store.stopped.at(0).why == "row is [32]");
}

TEST_CASE("a request of stopped lanes alone is kept, and costs nothing") {
  const Observation seen = traced(kernels::misaligned_float4);
  REQUIRE(seen.trace.requests.size() == 1);
  const TracedRequest& load = seen.trace.requests[0];
  CHECK(load.lanes.empty());
  CHECK(load.transactions == 0);
  CHECK(load.stopped.size() == 32);
  CHECK(load.stopped[2].element == "global in[9]");
  CHECK(load.stopped[2].why == "its address is no multiple of 16 bytes");
  CHECK(seen.counters.global_load_requests == 0);
}

// Stopped lanes are recorded for a trace alone.
TEST_CASE("a trace changes no count") {
  for (const Kernel kernel : {kernels::write_beyond_the_end, kernels::far_out_of_bounds, kernels::read_before_the_start,
                              kernels::shared_index_beyond_the_array, kernels::misaligned_float4,
                              kernels::uneven_inner_loop, kernels::skipped_rounds}) {
    const Observation with = traced(kernel), without = traced(kernel, 0);
    CHECK(without.trace.requests.empty());
    for (const auto& [name, member] : counter_names) {
      INFO(name);
      CHECK(with.counters.*member == without.counters.*member);
    }
    std::uint64_t cost = 0;
    for (const TracedRequest& request : with.trace.requests) cost += static_cast<std::uint64_t>(request.transactions);
    const Counters& c = without.counters;
    CHECK(cost ==
          c.global_load_sectors + c.global_store_sectors + c.shared_load_wavefronts + c.shared_store_wavefronts);
  }
}

TEST_CASE("a hazard says where in the traced arrays it is") {
  const Observation race = traced(kernels::missing_barrier);
  REQUIRE(race.places.at(0).place);
  const TracedArray& row = race.trace.arrays.at(race.places[0].place->array);
  CHECK(row.name == "row");
  CHECK(race.places[0].element == "shared row[" + std::to_string(race.places[0].place->offset / 4) + "]");
  const Observation unwritten = traced(kernels::unwritten_global);
  REQUIRE(unwritten.places.at(0).place);
  CHECK(unwritten.trace.arrays.at(unwritten.places[0].place->array).name == "out");
  CHECK(unwritten.places[0].place->offset == 4);
  CHECK_FALSE(traced(kernels::missing_barrier, 0).places.at(0).place);  // without a trace
}

TEST_CASE("an atomic in a trace says what it is made of") {
  using memory_model::SharedAtomic;
  const Observation seen = traced(kernels::turns);
  std::vector<std::pair<SharedAtomic, int>> atomics;
  for (const TracedRequest& request : seen.trace.requests) {
    const bool counts =
        request.operation == memory_model::Access::atomic && request.space == memory_model::Space::shared;
    if (counts) atomics.emplace_back(request.atomic, request.transactions);
  }
  CHECK(atomics == std::vector<std::pair<SharedAtomic, int>>{{SharedAtomic::native, 1},
                                                             {SharedAtomic::native, 32},
                                                             {SharedAtomic::native, 2},
                                                             {SharedAtomic::compare_and_swap, 2},
                                                             {SharedAtomic::compare_and_swap, 16}});
}

TEST_CASE("the emulator tells how many blocks have run, and the end") {
  const auto engine = make_emulator();
  std::vector<std::pair<std::uint64_t, std::uint64_t>> told;
  engine->tell_progress([&](std::uint64_t done, std::uint64_t blocks) { told.emplace_back(done, blocks); });
  DeviceBuffer<float> in(*engine, 32, "in"), out(*engine, 32, "out");
  in.upload(0, std::vector<float>(32));
  engine->execute([&] { kernels::long_loops({in.data(), out.data(), 32}, 50, 10); });
  REQUIRE(!told.empty());
  for (std::size_t i = 0; i < told.size(); ++i) {
    CHECK(told[i].second == 50);
    if (i > 0) CHECK(told[i].first >= told[i - 1].first);
  }
  CHECK(told.back().first == 50);
}

TEST_CASE("progress is said of long launches alone, now and then, and anew of each") {
  CHECK(said({{0, 1}, {3, 50}, {6, 100}}).empty());
  CHECK(said({{0, 1}, {12, 10}, {13, 20}, {30, 50}, {60, 100}}) ==
        "10 % of 100 blocks have run; about 2 minutes to go\n50 % of 100 blocks have run; about 30 seconds to go\n");
  CHECK(said({{0, 1}, {9, 100}, {10, 1}, {15, 2}, {19, 100}}).empty());
  CHECK(progress_in_words(99, 100, 99) == "99 % of 100 blocks have run; about 1 second to go");
  CHECK(progress_in_words(999, 1000, 10) == "99 % of 1000 blocks have run; about 1 second to go");
}
