// The steps that values take, as they are recorded, and their ways.
#include <bit>
#include <catch2/catch_test_macros.hpp>

#include "ladder/verification/ways.hpp"
#include "tests/observe.hpp"

using namespace ladder;

namespace {

struct CopyBuffers {
  std::unique_ptr<Engine> engine = make_emulator();
  DeviceBuffer<float> in{*engine, tests::elements, "in"}, out{*engine, tests::elements, "out"};
};

// Of a launch on elements of which each is its index.
template <typename Launch>
Ways record(CopyBuffers& on, const Launch& launch) {
  std::vector<float> values(tests::elements);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(i);
  on.in.upload(0, values);
  const Run run = [&] { launch(kernels::Buffers{on.in.data(), on.out.data(), tests::elements}); };
  return {on.engine->recorder()->record(run, [](const Step&) { return true; }), [](const Step&) { return ""; }};
}

}  // namespace

TEST_CASE("each load and store is recorded, with its value, its thread and its line") {
  CopyBuffers on;
  const Ways ways = record(on, kernels::copy_with_tail);
  REQUIRE(ways.steps().size() == 2 * 50);
  for (Ways::Number i = 0; i < ways.steps().size(); ++i) {
    const Step& step = ways.steps()[i];
    CHECK(step.doing == (i % 2 == 0 ? Step::Doing::load : Step::Doing::store));
    CHECK(step.thread == i / 2);
    CHECK(std::bit_cast<float>(step.bits) == static_cast<float>(i / 2));
    CHECK(ways.origin(i) == (i % 2 == 0 ? std::nullopt : std::optional(i - 1)));
  }
  CHECK(ways.element(15) == "out[7]");
  CHECK(ways.in_words(ways.way_from(14), ways.line(14)) ==
        "thread (7, 0) of block (0, 0) loads it here and stores it to out[7]");
  CHECK(ways.line(14) == "kernels.cu:9");
}

TEST_CASE("a float4 is four steps each way, and what comes after a recorded run counts as ever") {
  CopyBuffers on;
  CHECK(record(on, kernels::float2_and_float4).steps().size() % 4 == 0);
  CHECK(tests::observe(kernels::copy_with_tail).counters.global_load_requests == 2);
}
