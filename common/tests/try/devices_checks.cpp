// Programs for several devices: what the runtime gives them, what crosses the links, and what is said where they are
// wrong.
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <nlohmann/json.hpp>
#include <string>

#include "tests/try/run_program.hpp"

using namespace ladder;
using Catch::Matchers::ContainsSubstring;

namespace {

const std::string two_gpus = "--gpus\n2\n";

// With two devices: names the marked line with these words, and prints the error.
void check_of_two(const std::string& program, const std::string& mistake, const std::string& words,
                  const std::string& printed = "") {
  INFO(mistake);
  const Outcome outcome = run_program(program, mistake, two_gpus);
  CHECK(outcome.status == 1);
  CHECK_THAT(outcome.out, ContainsSubstring(words) && ContainsSubstring(printed));
}
void check_marked(const std::string& program, const std::string& mistake, const std::string& words,
                  const std::string& printed = "") {
  check_of_two(program, mistake, place_of_mark(program, mistake) + ": " + words, printed);
}

}  // namespace

TEST_CASE("devices: as CUDA has them, and what crosses the links is counted") {
  const Outcome outcome = run_program("several_devices", "", two_gpus + "--json\n-\n");
  CHECK(outcome.status == 0);
  CHECK_THAT(outcome.out, ContainsSubstring("0 failures, cudaSuccess\n"));
  const auto program = nlohmann::json::parse(outcome.out.substr(outcome.out.find("\n{")))["program"];
  CHECK(program["devices"] == 2);
  REQUIRE(program["links"].size() == 2);
  const auto& to_1 = program["links"][0];
  CHECK(to_1["from"] == 0);
  CHECK(to_1["to"] == 1);
  CHECK(to_1["copies"] == 3);
  CHECK(to_1["copied_bytes"] == 256 + 128 + 64);
  CHECK(to_1["staged_bytes"] == 0);
  CHECK(to_1["sectors_loaded"] == 0);
  CHECK(to_1["sectors_stored"] == 8);
  const auto& to_0 = program["links"][1];
  CHECK(to_0["copies"] == 1);
  CHECK(to_0["copied_bytes"] == 256);
  CHECK(to_0["sectors_loaded"] == 8);
  CHECK(to_0["sectors_stored"] == 0);
}

TEST_CASE("devices: a program finds as many as it is given") {
  CHECK_THAT(run_program("found_devices").out, ContainsSubstring("there is no device 1: the emulator has one"));
  CHECK_THAT(run_program("found_devices", "", two_gpus).out, ContainsSubstring("no error\n"));
  for (const std::string nonsense : {"0", "-1", "65", "two"}) {
    const Outcome outcome = run_program("found_devices", "", "--gpus\n" + nonsense + "\n");
    CHECK(outcome.status == 2);
    CHECK_THAT(outcome.err, ContainsSubstring("--gpus: takes a whole number from 1 to 64, not '" + nonsense + "'"));
  }
}

TEST_CASE("devices: kernels at memory that is closed to them") {
  check_marked("peer_mistakes", "no_access",
               "no peer access: thread (0, 0) of block (0, 0) reads global in[0]; in is memory of device 1 (a, made at "
               "peer_mistakes.cu:",
               "cudaErrorIllegalAddress\n");
  const std::string there = place_of_mark("peer_mistakes", "no_access") + ": no peer access: ";
  check_of_two("peer_mistakes", "access_the_other_way", there);
  check_of_two("peer_mistakes", "access_disabled", there);
}

TEST_CASE("devices: streams, events and copies of the wrong device") {
  const auto check = [](const std::string& mistake, const std::string& words, const std::string& printed = "") {
    check_marked("peer_mistakes", mistake, words, printed);
  };
  check("third_device", "failed call: there is no device 2: the emulator has 2, numbers 0 to 1",
        "cudaErrorInvalidDevice\n");
  check("foreign_stream", "failed launch: its stream is of device 1, and device 0 is the current one",
        "cudaErrorInvalidResourceHandle\n");
  check("foreign_event", "failed call: cudaEventRecord(): the event was made on device 0, the stream is of device 1",
        "cudaErrorInvalidResourceHandle\n");
  check("time_between_devices", "failed call: cudaEventElapsedTime(): the events are of devices 0 and 1",
        "cudaErrorInvalidResourceHandle\n");
  check("wrong_peer", "wrong pointer: cudaMemcpyPeer(): its destination is to be on device 0, but it is a, 1024 bytes");
  check("brings_nothing", "never written: a, 1024 bytes of device 1");
  check("no_such_peer", "failed call: cudaMemcpyPeer(): there is no device 2");
  check("beyond_the_peer", "wrong size: cudaMemcpyPeer(): 1024 bytes, but its destination has 1020 left");
}

TEST_CASE("devices: between them there is only the order that streams and events promise") {
  const auto check = [](const std::string& mistake, const std::string& words) {
    check_marked("peer_mistakes", mistake, words);
  };
  check("waits_for_the_other_device", "no order between streams: this work reads a");
  check("pushed_too_late", "no order between streams: this work reads a");
  check("pinned_of_the_other_device", "too early: the host uses h while the work of ");
  check("freed_while_in_use", "use after free: a is freed while the work of ");
}
