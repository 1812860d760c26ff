// Why an output is wrong: the path of the first wrong element, of problems that nothing was written for.
#include <bit>
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <fstream>
#include <functional>
#include <string>

#include "ladder/diagnose/index_formula.hpp"
#include "ladder/diagnose/provenance.hpp"
#include "ladder/diagnose/wrong_output.hpp"
#include "ladder/engine/excerpts.hpp"
#include "ladder/verification/test_data.hpp"
#include "tests/diagnose_kernels.hpp"
#include "tests/observe.hpp"

using namespace ladder;
using Catch::Matchers::ContainsSubstring;

namespace {

struct CopyBuffers {
  explicit CopyBuffers(std::size_t count) : in(*engine, count, "in"), out(*engine, count, "out") {}

  std::unique_ptr<Engine> engine = make_emulator();
  DeviceBuffer<float> in, out;

  // Of a launch on these words.
  template <typename Launch>
  Recording record(const Launch& launch, const std::vector<std::uint32_t>& words) {
    std::vector<float> values;
    for (const std::uint32_t word : words) values.push_back(std::bit_cast<float>(word));
    in.upload(0, values);
    return engine->excerpts()->record(
        [&] {
          launch(kernels::Buffers{in.data(), out.data(), in.size()});
        },
        [](const Step&) { return true; });
  }
};

std::vector<std::uint32_t> hashes(std::size_t count) {
  std::vector<std::uint32_t> words;
  for (std::size_t i = 0; i < count; ++i) words.push_back(input_bits(i));
  return words;
}

std::vector<std::uint32_t> floats(const std::vector<float>& values) {
  std::vector<std::uint32_t> words;
  for (const float value : values) words.push_back(std::bit_cast<std::uint32_t>(value));
  return words;
}

// What the output has to be, of an input.
using Reference = std::function<std::vector<std::uint32_t>(const std::vector<std::uint32_t>& in)>;

template <typename Launch>
Finding cause_of(const Launch& launch, const std::vector<std::uint32_t>& in, const Reference& reference,
                 const std::vector<std::size_t>& extents) {
  CopyBuffers on(in.size());
  const auto watched = [&](const char* name, const DeviceBuffer<float>& buffer,
                           const std::vector<std::uint32_t>& words) {
    return WatchedArray{name, reinterpret_cast<std::uintptr_t>(buffer.data()), words, extents};
  };
  Recording recording = on.record(launch, in);
  return cause_of_wrong_output(std::move(recording), watched("in", on.in, in), watched("out", on.out, reference(in)),
                               Content::moved);
}

// The line behind the one with the comment "at WORDS".
int line_at(const std::string& words) {
  std::ifstream file(SOURCES "/common/tests/diagnose_kernels.cu");
  std::string line;
  for (int number = 1; std::getline(file, line); ++number) {
    if (line.ends_with("// at " + words)) return number;
  }
  return 0;
}

}  // namespace

TEST_CASE("each load and store is recorded, with its value, its thread and its line") {
  CopyBuffers on(tests::elements);
  std::vector<float> values(tests::elements);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(i);
  const Provenance seen(on.record(kernels::copy_with_tail, floats(values)), [](const Step&) { return ""; });
  REQUIRE(seen.steps().size() == 2 * 50);
  for (std::size_t i = 0; i < seen.steps().size(); ++i) {
    const Step& step = seen.steps()[i];
    CHECK(step.doing == (i % 2 == 0 ? Step::Doing::load : Step::Doing::store));
    CHECK(step.thread == i / 2);
    CHECK(std::bit_cast<float>(step.bits) == static_cast<float>(i / 2));
    CHECK(seen.origin(i) == (i % 2 == 0 ? std::nullopt : std::optional(i - 1)));
  }
  CHECK(seen.element(15) == "out[7]");
  CHECK(seen.in_words(seen.path_from(14), 14) == "thread (7, 0) of block (0, 0) loads it here and stores it to out[7]");
  CHECK(seen.line_in_words(14) == "kernels.cu:11");
}

TEST_CASE("a float4 is four steps each way, and what comes after a recorded run counts as ever") {
  CopyBuffers on(tests::elements);
  CHECK(on.record(kernels::float2_and_float4, hashes(tests::elements)).steps.size() % 4 == 0);
  CHECK(tests::observe(kernels::copy_with_tail).counters.global_load_requests == 2);
}

TEST_CASE("of a gather that nobody wrote a diagnosis for: the element ends elsewhere, by which line and which index") {
  const auto reversed = [](std::vector<std::uint32_t> in) {
    std::reverse(in.begin(), in.end());
    return in;
  };
  const auto cause = [&](bool wrong) {
    return cause_of([=](kernels::Buffers b) { kernels::reverse(b, wrong); }, hashes(128), reversed, {128});
  };
  CHECK_FALSE(cause(false).found());
  const Finding wrong = cause(true);
  CHECK(wrong.rule == "wrong_result");
  CHECK(wrong.at.line == line_at("the store"));
  CHECK_THAT(wrong.words,
             ContainsSubstring("in[127] ends in out[1], and not in out[0]: thread (31, 0) of block (3, 0) loads"));
}

TEST_CASE(
    "a store that is missing is told of its test, and not of the load, which is right; and two exchanged elements are "
    "found") {
  const Reference turned = [](const std::vector<std::uint32_t>& in) {
    std::vector<std::uint32_t> out(in.size());
    for (std::size_t i = 0; i < in.size(); ++i) out[i % 16 * 16 + i / 16] = in[i];
    return out;
  };
  const auto cause = [&](const auto& launch) { return cause_of(launch, hashes(256), turned, {16, 16}); };
  CHECK_FALSE(cause(kernels::turn).found());
  const Finding left_out = cause(kernels::turn_without_one);
  CHECK(left_out.at.line == line_at("the test that leaves one out"));
  CHECK_THAT(left_out.words,
             ContainsSubstring("in[7][9] is stored nowhere") && ContainsSubstring("no thread stores to out[9][7]"));
  const Finding exchanged = cause(kernels::turn_and_exchange_two);
  CHECK(exchanged.at.line == line_at("the exchanged load"));
  CHECK_THAT(exchanged.words, ContainsSubstring("in[2][3] ends in out[9][12], and not in out[3][2]"));
}

TEST_CASE("of a value that is there more than once, no chain of lanes is told") {
  const std::vector<std::uint32_t> in{7}, out{0};
  const auto step = [](Step::Doing doing, std::uint32_t thread, const void* address, std::uint32_t bits) {
    return Step{doing, false, 0, thread, 0, 0, reinterpret_cast<std::uintptr_t>(address), bits};
  };
  const auto from_lane = [&](std::uint32_t thread, std::uintptr_t other) {
    return Step{Step::Doing::exchange, false, 0, thread, 0, 0, other, 0};
  };
  Recording recording;
  recording.launches.push_back({{1, 1, 1}, {4, 1, 1}});
  recording.steps = {step(Step::Doing::load, 0, in.data(), 7), from_lane(2, 1), from_lane(1, 2),
                     step(Step::Doing::store, 1, out.data(), 0)};
  recording.line = [](const Step&) { return CodePlace{"kernel.cuh", 3}; };
  recording.callers = [](const Step&) { return Callers(); };
  const auto watched = [](const char* name, const std::vector<std::uint32_t>& words, std::uint32_t due) {
    return WatchedArray{name, reinterpret_cast<std::uintptr_t>(words.data()), {due}, {1}};
  };
  const WatchedArray array_in = watched("in", in, 7), array_out = watched("out", out, 7);
  const Finding found = cause_of_wrong_output(recording, array_in, array_out, Content::moved);
  CHECK_THAT(found.words, ContainsSubstring("thread (1, 0) of block (0, 0) stores it to out[0]") &&
                              !ContainsSubstring("another lane"));
}

TEST_CASE("no two elements of the input are alike, and each step of the hash can be undone") {
  const auto undone = [](std::uint32_t x) {
    x ^= x >> 16;
    x *= 0x43021123u;  // the inverses, modulo 2^32
    x ^= x >> 15 ^ x >> 30;
    x *= 0x1d69e2a5u;
    return x ^ x >> 16;
  };
  static_assert(0x846ca68bu * 0x43021123u == 1 && 0x7feb352du * 0x1d69e2a5u == 1);
  for (std::uint64_t i = 0; i < std::uint64_t{1} << 32; i += 997) {
    const auto index = static_cast<std::uint32_t>(i);
    if (undone(permuted(index)) != index) FAIL("permuted(" << index << ") is not undone");
  }
  CHECK(input_bits(1135) != input_bits(30561));
  CHECK(input_bits(0) != 0);
  CHECK(input_bits(5) != input_bits(5 + (std::uint64_t{1} << 32)));
  CHECK(input_bits(undone(poison_bits)) != poison_bits);
}

TEST_CASE("the formula of an index is said where all uses follow it, with the one that is wanted") {
  std::vector<IndexUse> uses;
  const auto add = [&](long x, long y, long block, long seen, long wanted) {
    for (const long block_y : {0, 1}) uses.push_back({{x, y, 0, block, block_y, 0, 0}, seen, wanted});
  };
  for (long block = 0; block < 3; ++block) {
    for (long y = 0; y < 4; ++y) {
      for (long x = 0; x < 4; ++x) add(x, y, block, (4 * block + y) * 64 + x, (4 * block + x) * 64 + y);
    }
  }
  CHECK_THAT(
      difference(uses, {"out", 64}).words,
      ContainsSubstring("out[4 * blockIdx.x + threadIdx.x][threadIdx.y] is wanted: rows and columns are exchanged"));
  for (IndexUse& use : uses) use.wanted = use.seen / 64 * 60 + use.seen % 64;
  CHECK_THAT(difference(uses, {"out", 60}).words,
             ContainsSubstring(
                 "threadIdx.y counts 64, and not 60, blockIdx.x counts 256, and not 240, as the length of a row"));
  for (IndexUse& use : uses) use.wanted = use.seen + 2 * 64 * use.place[3];
  CHECK_THAT(difference(uses, {"out", 64}).words, ContainsSubstring(": blockIdx.x counts 4, and not 6"));
  for (IndexUse& use : uses) use.wanted = use.seen;
  CHECK(difference(uses, {"out", 64}).words.empty());
  uses[5].seen += 1;  // one that does not follow it
  CHECK(difference(uses, {"out", 64}).words.empty());
}
