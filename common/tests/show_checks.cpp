// What ./learn show draws, and the page that it is put into.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <vector>

#include "ladder/engine/engine.hpp"
#include "ladder/report/page.hpp"
#include "ladder/report/result.hpp"
#include "ladder/report/show_json.hpp"
#include "ladder/verification/device_buffer.hpp"
#include "tests/kernels.hpp"
#include "tests/run_executable.hpp"

using namespace ladder;
using Catch::Matchers::ContainsSubstring;
using nlohmann::json;

namespace {

json run(const std::string& executable, const std::string& arguments) {
  return json::parse(run_executable(executable, "--device emulator " + arguments + " --show -").out);
}

// The lanes of a request as --trace has them: [[lane, offset], ..].
json lanes_of(const json& request) {
  json lanes = json::array();
  const std::uint32_t mask = request[5];
  std::int64_t offset = request[7];
  for (unsigned lane = 0, i = 0; lane < 32; ++lane) {
    if ((mask >> lane & 1u) == 0) continue;
    if (i > 0) offset += request[8].is_array() ? request[8][i - 1].get<std::int64_t>() : request[8].get<std::int64_t>();
    lanes.push_back({lane, offset});
    ++i;
  }
  return lanes;
}

}  // namespace

TEST_CASE("a page keeps what is drawn apart from its markup") {
  const std::string empty = "<script>/* data */</script>";
  CHECK(page_of(empty, {R"({"a":1})", R"({"b":2})"}) == R"(<script>{"runs":[{"a":1},{"b":2}],"recorded":{}}</script>)");
  const std::string page = page_of(empty, {R"(["</script><img onerror=alert(1)><!--"])"});
  CHECK(page == R"(<script>{"runs":[["\u003c/script>\u003cimg onerror=alert(1)>\u003c!--"]],"recorded":{}}</script>)");
  CHECK_THROWS_AS(page_of(empty, {"no JSON"}), std::runtime_error);
  CHECK_THROWS_AS(page_of("no place", {"{}"}), std::runtime_error);
  CHECK_THROWS_AS(page_of(empty + empty, {"{}"}), std::runtime_error);
}

TEST_CASE("option --show writes the requests that --trace writes") {
  const std::string options = "--device emulator --rows 70 --cols 40 --variant swizzled_32x8 ";
  const auto trace = json::parse(run_executable(GOOD_CHAPTER, options + "--trace -").out).at("traces").at(0);
  const auto shown = json::parse(run_executable(GOOD_CHAPTER, options + "--show -").out).at("variants").at(0);
  CHECK(shown.at("name") == trace.at("name"));
  CHECK(shown.at("leftOut") == 0);
  CHECK(shown.at("launches") == json::parse(R"([{"grid": [2, 3, 1], "block": [32, 8, 1]}])"));
  REQUIRE(shown.at("requests").size() == trace.at("requests").size());
  for (std::size_t i = 0; i < trace.at("requests").size(); ++i) {
    const json& request = shown.at("requests")[i];
    const json& expected = trace.at("requests")[i];
    const json& instruction = shown.at("instructions").at(request[0].get<std::size_t>());
    for (const char* name : {"file", "line", "space", "operation", "bytes"}) {
      CHECK(instruction.at(name) == expected.at(name));
    }
    CHECK(request[2] == expected.at("warp"));
    CHECK(request[3] == expected.at("barriers"));
    CHECK(request[4] == expected.at(expected.at("space") == "global" ? "sectors" : "wavefronts"));
    CHECK(shown.at("arrays").at(request[6].get<std::size_t>()).at("name") == expected.at("lanes")[0].at("array"));
    json lanes = json::array();
    for (const json& lane : expected.at("lanes")) lanes.push_back({lane.at("lane"), lane.at("offset")});
    CHECK(lanes_of(request) == lanes);
  }
}

TEST_CASE("option --show has the source, the shapes of tiles, and what each line asked for") {
  const auto shown = run(GOOD_CHAPTER, "--rows 64 --cols 64 --variant pad1_32x8");
  CHECK(shown.at("sources").at(0).at("file") == "kernel.cuh");
  CHECK_THAT(shown.at("sources").at(0).at("text").get<std::string>(), ContainsSubstring("tile[TILE][TILE + PAD]"));
  const json& variant = shown.at("variants").at(0);
  for (const json& array : variant.at("arrays")) {
    if (array.at("name") == "tile") CHECK(array.at("extents") == json({32, 33}));
  }
  std::uint64_t sectors = 0;
  for (const json& line : variant.at("lines")) {
    if (line.at("space") == "global") sectors += line.at("transactions").get<std::uint64_t>();
  }
  const json& counters = variant.at("counters");
  CHECK(sectors == counters.at("global_load_sectors").get<std::uint64_t>() +
                       counters.at("global_store_sectors").get<std::uint64_t>());
}

TEST_CASE("option --show says where a race is, and the variant's page is written all the same") {
  const auto shown = run(WRONG_CHAPTER, "--rows 32 --cols 32 --variant without_barrier");
  const json& variant = shown.at("variants").at(0);
  CHECK(variant.at("good") == false);
  const json& race = variant.at("hazards").at(0);
  CHECK_THAT(race.at("words").get<std::string>(), ContainsSubstring("race on shared tile["));
  CHECK(race.at("advice") == "a __syncthreads() is missing between them, before variants.cu:15");
  CHECK_THAT(race.at("element").get<std::string>(), ContainsSubstring("shared tile["));
  CHECK(race.at("thread").at("operation") != race.at("other").at("operation"));
  CHECK(race.at("thread").at("line") != race.at("other").at("line"));
  CHECK(variant.at("requests").size() == 128);
}

// A line of the terminal is the variant's name, and then what the page has.
TEST_CASE("option --show has the shapes of matrices, and all that the terminal says of hazards and remarks") {
  const Outcome outcome = run_executable(WRONG_CHAPTER, "--device emulator --rows 64 --cols 48 --show -");
  const auto shown = json::parse(outcome.out);
  std::size_t lines = 0, remarks = 0;
  for (const json& variant : shown.at("variants")) {
    const std::string name = variant.at("name");
    INFO(name);
    CHECK(variant.at("good") == false);
    for (const json& array : variant.at("arrays")) {
      if (array.at("name") == "in") CHECK(array.at("extents") == json({64, 48}));
      if (array.at("name") != "out") continue;
      CHECK(array.at("extents") == (name.ends_with("copy") ? json({64, 48}) : json({48, 64})));
    }
    const auto check_line = [&](const std::string& words) {
      ++lines;
      CHECK_THAT(outcome.err, ContainsSubstring(name + ": " + words + "\n"));
    };
    for (const json& hazard : variant.at("hazards")) {
      const std::string advice = hazard.value("advice", "");
      check_line(hazard.at("words").get<std::string>() + (advice.empty() ? "" : "; " + advice));
      remarks += hazard.at("remark").get<bool>() ? 1 : 0;
      CHECK(hazard.at("thread").at("line") > 0);
    }
    const bool is_told =
        std::ranges::all_of(variant.at("hazards"), [](const json& h) { return h.at("remark") == true; });
    if (is_told && variant.at("failure") != "") check_line(variant.at("failure"));
  }
  std::size_t at = 0;  // in the terminal's order
  for (const json& finding : shown.at("findings")) {
    const std::string line = finding.at("variant").get<std::string>() + ": " + finding.at("words").get<std::string>();
    at = outcome.err.find(line + "\n", at);
    REQUIRE(at != std::string::npos);
  }
  CHECK(remarks >= 1);
  CHECK(std::count(outcome.err.begin(), outcome.err.end(), '\n') > static_cast<std::ptrdiff_t>(lines));
}

TEST_CASE("a remark on an index beyond its row has the index") {
  const auto shown = run(WRONG_CHAPTER, "--rows 32 --cols 32 --variant into_the_next_row");
  const json& hazards = shown.at("variants").at(0).at("hazards");
  const auto remark = std::find_if(hazards.begin(), hazards.end(), [](const json& one) { return one.at("remark"); });
  REQUIRE(remark != hazards.end());
  CHECK_THAT(remark->at("words").get<std::string>(), ContainsSubstring("beyond its row"));
  CHECK(remark->at("index") == 33);
}

TEST_CASE("option --show has the lanes that were stopped") {
  const auto shown = run(WRONG_CHAPTER, "--rows 31 --cols 31 --variant without_bound");
  std::size_t stopped = 0;
  for (const json& request : shown.at("variants").at(0).at("requests")) {
    if (request.size() < 10) continue;
    const std::string element = "global out[" + std::to_string(31 * 31 + stopped++) + "]";
    CHECK(request[9] == json::array({{31, element, "out has 961 elements"}}));
  }
  CHECK(stopped == 8);  // each warp's store of column 31
}

TEST_CASE("a page has what limits a kernel, and what its lines issue: of idle warps, too") {
  const auto shown = run(std::string(EXECUTABLES) + "/reduction", "--variant sequential --elements 256");
  const json& variant = shown.at("variants").at(0);
  CHECK(variant.at("limits").at(0).at(0) == "in flight");  // of one block
  std::uint64_t issued = 0, counted = 0;
  for (const json& line : variant.at("lines")) {
    if (line.at("space") != "shared") continue;
    issued += line.at("issued").get<std::uint64_t>();
    counted += line.at("transactions").get<std::uint64_t>();
  }
  CHECK(counted == 45);
  CHECK(issued == 201 - 2);  // 2 of which the compiler saves
}

TEST_CASE("a run without a result has a page too") {
  Result result;
  result.chapter = "</script>";
  result.failure = "\xff";  // no UTF-8
  const auto shown = json::parse(show_to_json({result}));
  CHECK(shown.at("variants").at(0).at("failure") == "\xef\xbf\xbd");
  CHECK(shown.at("sources").empty());
}

TEST_CASE("a finding is of the hazard that it is made of, and of its launch, also where words are alike") {
  Result first;
  first.variant = "kernel";
  first.places = {{.words = "race", .turn = 1}, {.words = "race", .turn = 1}};
  Result second = first;
  for (PlacedHazard& hazard : second.places) hazard.turn = 2;
  const json shown = json::parse(show_to_json({first, second}));
  json all = json::array();
  for (const json& finding : shown.at("findings")) all.push_back(finding.at("of"));
  CHECK(all == json::parse("[[[0, 0]], [[0, 1]], [[1, 0]], [[1, 1]]]"));
}

TEST_CASE("of a long run the first requests are kept, and the others counted") {
  const auto engine = make_emulator();
  engine->trace_runs(10);
  DeviceBuffer<float> in(*engine, 32, "in"), out(*engine, 32, "out");
  in.upload(0, std::vector<float>(32));
  const auto seen = engine->execute([&] { kernels::long_loop({in.data(), out.data(), 32}, 100); });
  CHECK(seen->trace.requests.size() == 10);
  CHECK(seen->trace.left_out == seen->counters.global_load_requests + seen->counters.global_store_requests - 10);
}

TEST_CASE("shuffles are kept with their lanes and sources") {
  const auto shown = run(std::string(EXECUTABLES) + "/reduction", "--variant shuffle --elements 300");
  const json& exchanges = shown.at("variants").at(0).at("exchanges");
  REQUIRE(exchanges.size() >= 5);  // of the first warp: 16, 8, 4, 2, 1 lanes apart
  CHECK(exchanges[0].at("mask") == 0xffffffffu);
  for (std::size_t i = 0, distance = 16; i < 5; ++i, distance /= 2) {
    CHECK(exchanges[i].at("warp") == 0);
    CHECK(exchanges[i].at("sources")[0] == distance);
  }
}
