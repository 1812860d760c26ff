// Limits in what a run says, and the recorded rates that they are worked out from.
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <nlohmann/json.hpp>

#include "ladder/report/limits_report.hpp"
#include "ladder/report/machines.hpp"
#include "tests/run_executable.hpp"

using namespace memory_model;
using Catch::Matchers::ContainsSubstring;

TEST_CASE("what is no file of rates is refused") {
  CHECK_THROWS_AS(ladder::machine_from_json("{}"), std::exception);
  CHECK_THROWS_AS(ladder::machine_from_json("no JSON"), std::exception);
  CHECK(ladder::machine("h200").name == "NVIDIA H200");
  CHECK(ladder::machine("h200").multiprocessors == 132);
}

TEST_CASE("limits are in the table, in JSON and in words; a wrong GPU or record is bad usage") {
  const auto limits = ladder::run_executable(GOOD_CHAPTER, "--device emulator --limits --rows 64 --cols 64");
  CHECK(limits.status == 0);
  CHECK(limits.out.find("limited by") != std::string::npos);
  CHECK(limits.out.find("Limits on an NVIDIA H200 at 64x64\n") != std::string::npos);
  CHECK(limits.out.find("us around the run") != std::string::npos);  // as beside a recorded time, though none was taken
  const auto json = ladder::run_executable(GOOD_CHAPTER, "--device emulator --rows 64 --cols 64 --json -");
  const auto entry = nlohmann::json::parse(json.out).at("benchmarks").at(0);
  CHECK(entry.at("limits").at(entry.at("limited_by")).at("seconds") > 0);
  CHECK(ladder::run_executable(GOOD_CHAPTER, "--gpu toaster").status == 2);
  CHECK(ladder::run_executable(GOOD_CHAPTER, "--records /nowhere").status == 2);
  CHECK(ladder::run_executable(GOOD_CHAPTER, "--records " SOURCES "/README.md").status == 2);
}

TEST_CASE("limits are those of the GPU that is asked for, else of the one at hand, else of the lessons' one") {
  const std::string h100 = "NVIDIA H100 80GB HBM3, 132 SMs; driver for CUDA 13.0";
  CHECK(ladder::machine_for("", h100) == "h100");
  CHECK(ladder::machine_for("h200", h100) == "h200");
  for (const char* other : {"NVIDIA A100, 108 SMs", "NVIDIA H100 80GB HBM3e, 132 SMs", ""})
    CHECK(ladder::machine_for("", other) == "h200");
  const std::string records = "--records " SOURCES "/docs/measured/";
  const auto shares = [&](const std::string& options) { return ladder::run_executable(GOOD_CHAPTER, options).out; };
  CHECK(shares(records + "h100/bench.json") == shares(records + "h100/bench.json --gpu h100"));
  CHECK(shares(records + "h100/bench.json") != shares(records + "h100/bench.json --gpu h200"));
}

TEST_CASE("the table of limits has a row for each variant: its first and its next limit, and the arithmetic of both") {
  ladder::Result result;
  result.variant = "a";
  result.limits =
      ladder::LimitsOf{"h200",
                       {{"rows", 8}},
                       2e9,
                       {{"wavefronts", 1, 1, 1, "w: x, y; z"}, {"memory", 1, 1, 0.5, "m"}, {"blocks", 1, 1, 0.1, "b"}}};
  CHECK(ladder::limits_in_words({result, {}}, 80) ==
        "\nLimits on an NVIDIA H200 at 8 rows\n"
        "            GB/s\n"
        "variant  at most  limited by  next limit  GB/s\n"
        "a              2  wavefronts      memory     4\n"
        "\na\n  wavefronts, 1000000.0 us\n    w:\n      x\n      y\n    z\n  memory, 500000.0 us\n    m\n");
  CHECK(ladder::limits_in_words({{}}, 80).empty());
}

TEST_CASE("the lines that the first limit comes from are named, each with its share") {
  ladder::Result result;
  result.variant = "a";
  result.limits =
      ladder::LimitsOf{"h200", {{"rows", 8}}, 8, {{"wavefronts", 100, 1, 100, ""}, {"memory", 8, 1, 8, ""}}};
  result.lines = [] {
    using ladder::LineCounters;
    LineCounters shared{"k.cuh", 7, Space::shared, Access::load, 4, {}, 10, 300};
    LineCounters global{"k.cuh", 5, Space::global, Access::load, 4, {}, 10, 40};
    LineCounters stores{"k.cuh", 9, Space::global, Access::store, 4, {}, 10, 320};
    shared.wavefronts_kept_by_compiler = 300;
    global.wavefronts_kept_by_compiler = 100;
    stores.partial_sectors = 320;
    return std::vector{global, shared, stores};
  };
  const std::string of_wavefronts = ladder::limits_in_words({result}, 80);
  CHECK_THAT(of_wavefronts, ContainsSubstring("    75 % at k.cuh:7, shared load: 30 a request") &&
                                ContainsSubstring("    25 % at k.cuh:5, global load: 10 a request"));
  CHECK(of_wavefronts.find("k.cuh:7") < of_wavefronts.find("k.cuh:5"));
  CHECK_THAT(of_wavefronts, !ContainsSubstring("k.cuh:9"));
  result.limits->limits.front().name = "partial sectors";
  CHECK_THAT(ladder::limits_in_words({result}, 80),
             ContainsSubstring("    100 % at k.cuh:9, global store: 32 a request"));
  result.limits->limits.front().name = "in flight";
  CHECK_THAT(ladder::limits_in_words({result}, 80), !ContainsSubstring("k.cuh"));
}
