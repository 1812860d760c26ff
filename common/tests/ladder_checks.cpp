// The ladder that ./learn run ends with: which kernel is still the one that was measured, and the rungs.
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <string>

#include "ladder/report/kernel_source.hpp"
#include "ladder/report/ladder.hpp"

using namespace ladder;
using Catch::Matchers::ContainsSubstring;

namespace {

const std::string source = R"cuda(
#pragma once
#define WIDE 4
// A comment.
constexpr unsigned ROWS = 32, COLS = 64;
template <unsigned N>
__device__ inline float twice(float x) { return N * x; }
template <bool VECTOR>
__global__ void __launch_bounds__(256) first(const float* in, float* out) {
#pragma unroll 1  // kept
  for (unsigned i = 0; i < ROWS; ++i) out[i] = twice<2>(in[i]);
}
namespace other {
__global__ void second(const float* in, float* out) { out[threadIdx.x] = in[threadIdx.x]; }
}
std::vector<Variant> variants() {
  const VectorKernel loads{first<true>, first<false>};
  const VectorKernel stores{other::second, other::second};
  return {
      variant("one", loads, {32, 8}, {32, 32}),
      wrapped(variant("two", stores, {32, 8}, {32, 32})),
  };
}
)cuda";

// The source with one edit.
std::string edited(const std::string& from, const std::string& to) {
  std::string text = source;
  const auto at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

bool changes(const std::string& variant, const std::string& from, const std::string& to) {
  return hash_of_source(edited(from, to), variant) != hash_of_source(source, variant);
}

Result variant_of(const std::string& chapter, const std::string& variant, double limit) {
  Result result;
  result.chapter = chapter;
  result.variant = variant;
  result.problem = "transpose";
  result.ceiling = "copy";
  result.source = "0123";
  result.verified = true;
  result.sizes = {{"rows", 10}};
  result.elements = 10;
  result.useful_bytes = 80;
  result.limits = LimitsOf{
      "h200", {{"rows", 1000}}, 8000, {{"wavefronts", 4000, 4000 / limit, limit, ""}, {"memory", 8000, 8e9, 1e-6, ""}}};
  return result;
}

Result recorded_as(Result result, double seconds) {
  result.sizes = result.limits->sizes;
  result.timing.seconds = {seconds};
  result.timing.fraction_of_copy = 0.25;
  result.limits.reset();
  return result;
}

}  // namespace

TEST_CASE("a variant's source is its row, and what that uses") {
  CHECK(hash_of_source(source, "one").size() == 16);
  CHECK(hash_of_source(source, "three").empty());
  CHECK(changes("one", "N * x", "N + x"));
  CHECK_FALSE(changes("two", "N * x", "N + x"));
  CHECK(changes("one", "ROWS = 32", "ROWS = 16"));
  CHECK_FALSE(changes("two", "ROWS = 32", "ROWS = 16"));
  CHECK(changes("one", "#pragma unroll 1", "#pragma unroll 2"));
  CHECK(changes("one", "__launch_bounds__(256)", "__launch_bounds__(128)"));
  CHECK(changes("one", "first<false>", "first<true>"));
  CHECK(changes("two", "= in[threadIdx.x]", "= in[0]"));
  CHECK_FALSE(changes("one", "= in[threadIdx.x]", "= in[0]"));
  CHECK(changes("two", "wrapped(variant", "(variant"));
  CHECK(changes("one", "loads, {32, 8}", "loads, {8, 32}"));
  CHECK_FALSE(changes("two", "loads, {32, 8}", "loads, {8, 32}"));
  CHECK(changes("two", "#define WIDE 4", "#define WIDE 8"));
}

TEST_CASE("comments and spaces are no part of a source") {
  CHECK_FALSE(changes("one", "// A comment.", "/* Another * one */"));
  CHECK_FALSE(changes("one", "// kept", "// as it is"));
  CHECK_FALSE(changes("one", "++i) out", "++i)\n    out"));
}

TEST_CASE("recorded hashes stay valid") {
  CHECK(hash_of_source("f() { return {g(\"a\", 1)}; }", "a") == "2ccb831b973c3f31");
}

TEST_CASE("what was recorded is shown of the same source at the same size, and of no other") {
  const Result result = variant_of("step1", "a", 2e-6);
  const auto shown = [&](const Result& recorded) {
    std::vector<Result> results{result};
    add_recorded({{"2026-01-02T03:04:05", "", "NVIDIA H200, 132 SMs"}, {recorded}}, results);
    return results[0].recorded.has_value();
  };
  const Result recorded = recorded_as(result, 4e-6);
  CHECK(shown(recorded));
  Result other = recorded;
  other.source = "0124";
  CHECK_FALSE(shown(other));
  other = recorded;
  other.sizes = {{"rows", 999}};
  CHECK_FALSE(shown(other));
  other = recorded;
  other.timing.fits_l2 = true;
  CHECK_FALSE(shown(other));
}

TEST_CASE("the ladder has the first variant, the fastest of each chapter, and those that are new or edited") {
  std::vector<Result> results{variant_of("step1", "a", 4e-6),    variant_of("step1", "b", 2e-6),
                              variant_of("step1", "copy", 1e-6), variant_of("step2", "c", 2e-6),
                              variant_of("step2", "slow", 2e-6), variant_of("step2", "edited", 2e-6)};
  Report record{{"2026-01-02T03:04:05", "", "NVIDIA H200, 132 SMs"}, {}};
  for (const auto& [i, seconds] : {std::pair{0, 8e-6}, {1, 4e-6}, {2, 1e-6}, {3, 2e-6}, {4, 9e-6}}) {
    record.results.push_back(recorded_as(results[static_cast<std::size_t>(i)], seconds));
  }
  add_recorded(record, results);
  const std::string text = ladder_of(results);
  CHECK_THAT(text, ContainsSubstring("The ladder at 1,000, recorded: NVIDIA H200, 2026-01-02"));
  CHECK_THAT(text, ContainsSubstring("step1/a         1   0.250       2 ##..           wavefronts\n"));
  CHECK_THAT(text, ContainsSubstring("step1/b         2") &&
                       ContainsSubstring("step2/c         4   0.250       4 #######        wavefronts\n"));
  CHECK_THAT(text, ContainsSubstring("step2/edited    -       -       4 .......        wavefronts\n"));
  CHECK_THAT(ladder_of(results, true), ContainsSubstring("\033[35m#######       \033[0m wavefronts\n") &&
                                           ContainsSubstring("\033[2mBar: # measured"));
  CHECK_THAT(text, !ContainsSubstring("mends") && !ContainsSubstring("/copy"));
  Result sum = variant_of("reduction", "naive", 4e-6);
  sum.problem = "sum";
  sum.ceiling = "read";
  results.push_back(sum);
  CHECK_THAT(ladder_of(results),
             ContainsSubstring("GB/s of copy at most                limited by\nstep1/a") &&
                 ContainsSubstring("GB/s of read at most                limited by\nreduction/naive"));
  CHECK(ladder_of({}).empty());
}

TEST_CASE(
    "the ladder ends with a pair whose page says what mends the slow one, with a rung that its page explains, or a "
    "lesson") {
  std::vector<Result> results{variant_of("step1_a", "a", 1e-6), variant_of("step2_b", "tile_32x8", 4e-6),
                              variant_of("step3_c", "pad1_32x8", 1e-6)};
  const auto limit = [&](std::size_t i) -> std::string& { return results[i].limits->limits.front().name; };
  limit(0) = limit(2) = "memory";
  CHECK(ladder_of(results).ends_with(
      "Why step2/tile_32x8 is slow (wavefronts), and what mends it:\n./learn show step2 step3 tile_32x8 pad1_32x8\n"));
  results[2].variant = "c";
  CHECK(ladder_of(results).ends_with("./learn show step2 tile_32x8 pad1_32x8\n"));
  results[1].variant = "b";
  CHECK(ladder_of(results).ends_with("Why step2/b is slow (wavefronts):\n./learn show step2 b\n"));
  limit(1) = "in flight";
  CHECK(ladder_of(results).ends_with("Why step2/b is slow (in flight): docs/latency.md\n"));
  limit(1) = "memory";
  CHECK_THAT(ladder_of(results), !ContainsSubstring("./learn"));
  results[1].variant = "tile_32x8";  // mended
  CHECK_THAT(ladder_of(results), !ContainsSubstring("./learn"));
}

TEST_CASE("the ladder names a step by its number, and fits 80 columns") {
  std::vector<Result> results{variant_of("step1_naive", "coalesced_reads_32x8", 4e-6)};
  results[0].limits->limits.front().name = "partial sectors";
  const std::string text = ladder_of(results);
  CHECK_THAT(text, ContainsSubstring("\nstep1/coalesced_reads_32x8 "));
  for (std::size_t begin = 0, end; begin < text.size(); begin = end + 1) {
    end = text.find('\n', begin);
    CHECK(end - begin <= 80);
  }
}
