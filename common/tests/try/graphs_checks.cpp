// CUDA graphs: what programs do with them in language/graphs.cu, and what is wrong in mistakes/graph_mistakes.cu.
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <string>

#include "tests/try/run_program.hpp"

using namespace ladder;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::StartsWith;

namespace {

// Of a style of language/graphs.cu, which ends well: the report, in which nothing is wrong.
std::string check_style(const std::string& style, const std::string& wishes = "") {
  INFO(style);
  const Outcome outcome = run_program("graphs", style, wishes);
  CHECK(outcome.status == 0);
  CHECK(outcome.err == "");
  CHECK_THAT(outcome.out, ContainsSubstring("0 failures\n"));
  CHECK_THAT(outcome.out, !ContainsSubstring("no order") && !ContainsSubstring("too early"));
  return outcome.out;
}

// Prints these errors, and says so of the marked line.
void check_mistake(const std::string& mistake, const std::string& errors, const std::string& words) {
  INFO(mistake);
  const Outcome outcome = run_program("graph_mistakes", mistake);
  CHECK(outcome.status == 1);
  CHECK_THAT(outcome.out, StartsWith(errors));
  CHECK_THAT(outcome.out, ContainsSubstring(place_of_mark("graph_mistakes", mistake) + ": " + words));
}

const std::string invalidated = "cudaErrorStreamCaptureInvalidated\n", well = "cudaSuccess\n";

}  // namespace

TEST_CASE("graphs: a capture, nodes, a fork, updates, captures again and copies do what they do without a graph") {
  for (const char* style : {"nodes", "fork", "recapture", "captured", "attributes"}) check_style(style);
  check_style("devices", "--gpus\n2\n");
}

TEST_CASE("graphs: each launch of a node counts where it was captured or added") {
  CHECK_THAT(check_style("loop"),
             ContainsSubstring("add at graphs.cu:") && ContainsSubstring(", 20 times 256x1 - 4 4"));
  CHECK_THAT(check_style("update"), ContainsSubstring(", 4 times 256x1 "));
}

TEST_CASE("graphs: launches of one executable graph come one after the other, and nodes have only their dependencies") {
  check_style("streams");
  check_style("halves");
}

TEST_CASE("graphs: a node whose launch would only repeat the one before it is not run, and counts") {
  const std::string out = check_style("replays", "--observe\n1e-9\n");
  std::smatch found;
  REQUIRE(std::regex_search(out, found, std::regex("scale at [^\n]* 180 times, ([0-9]+) run, ")));
  CHECK(std::stoi(found[1]) < 90);
}

TEST_CASE("graphs: a stream whose capture has failed can be used again") {
  const Outcome outcome = run_program("graphs", "failed");
  CHECK(outcome.status == 1);
  CHECK_THAT(outcome.out, StartsWith("cudaErrorStreamCaptureUnsupported, cudaErrorStreamCaptureInvalidated, "
                                     "cudaErrorStreamCaptureInvalidated, status 2, no graph\n0 failures\n"));
}

TEST_CASE("graphs: what may not be done while a stream captures fails, is named, and invalidates the capture") {
  const auto check = [](const std::string& mistake, const std::string& error, const std::string& words) {
    check_mistake(mistake, "cudaError" + error + "\n" + invalidated, "failed call: " + words);
  };
  check("default_stream", "StreamCaptureImplicit", "the default stream is used while a stream captures");
  check("copies_at_once", "StreamCaptureImplicit", "the default stream is used while a stream captures");
  check("waits_for_the_stream", "StreamCaptureUnsupported", "the stream captures: it has nothing to wait for");
  check("asks_the_stream", "StreamCaptureUnsupported", "the stream captures: it has nothing to wait for");
  check("waits_for_the_device", "StreamCaptureUnsupported", "no graph records this call");
  check("waits_for_the_event", "CapturedEvent", "the event was last recorded while its stream captured");
  check("allocates", "StreamCaptureUnsupported", "no graph records this call");
  check("frees", "StreamCaptureUnsupported", "no graph records this call");
  check("allocates_in_stream", "NotSupported", "not supported: the emulator does not record this call in");
  check("launches_in_capture", "NotSupported", "not supported: the emulator does not record this call in");
  check("waits_for_work_outside", "StreamCaptureIsolation", "a stream that captures waits for an event that was");
  check("waits_for_another_capture", "StreamCaptureMerge", "a stream of one capture waits for another capture");
  check("ends_elsewhere", "StreamCaptureUnmatched", "a capture ends in the stream where it began");
}

TEST_CASE("graphs: a copy in the default stream disturbs no capture of a stream that does not wait for that") {
  const Outcome outcome = run_program("graph_mistakes", "copies_beside");
  CHECK(outcome.status == 0);
  CHECK_THAT(outcome.out, StartsWith(well + well));
}

TEST_CASE("graphs: captures that do not end, graphs that are not there, events that never happen") {
  check_mistake("never_joined", "cudaErrorStreamCaptureUnjoined\n",
                "failed call: the stream has not waited for the work of " +
                    place_of_mark("graph_mistakes", "left_over") + ", in another stream of the capture");
  check_mistake("never_began", "cudaErrorIllegalState\n", "failed call: no capture began in this stream");
  check_mistake("times_a_capture", well + well + "cudaErrorInvalidValue\n", "failed call: the event was last recorded");
  check_mistake("destroyed_exec", well + well + "cudaErrorInvalidValue\n",
                "failed call: the executable graph does not");
  check_mistake("destroyed_graph", "cudaErrorInvalidValue\n", "failed call: the graph does not exist");
  check_mistake("cycle", "cudaErrorInvalidValue\n", "failed call: nodes of the graph wait for each other");
  check_mistake("no_kernel", "cudaErrorInvalidDeviceFunction\n", "failed call: func is no kernel");
  check_mistake("failed_launch", "cudaErrorInvalidValue\n" + invalidated, "failed launch: a block of (1025, 1, 1)");
}

TEST_CASE("graphs: within a graph there is the order of its dependencies, and around it that of streams") {
  const std::string unordered = "no order between streams: this work reads made, and nothing says that the work of ";
  check_mistake("branches_meet", well, unordered);
  check_mistake("forked_too_early", well + well, unordered);
  CHECK_THAT(run_program("graph_mistakes", "branches_meet").out, ContainsSubstring("in another branch of the graph"));
  check_mistake("used_in_another_stream", well + well, unordered);
  CHECK_THAT(run_program("graph_mistakes", "used_in_another_stream").out, ContainsSubstring(", in another stream, is"));
  check_mistake("read_too_early", well + well, "too early: the host uses pinned while the work of ");
  check_mistake("copy_does_not_wait", well + well, "too early: the host uses managed while the work of ");
}

TEST_CASE("graphs: memory is that of the launch, and what a node does wrong is named") {
  check_mistake("copies_what_was_freed", well + "cudaErrorInvalidValue\n",
                "use after free: cudaMemcpyAsync(): its source is made, which was freed at ");
  const auto check = [](const std::string& mistake, const std::string& words) {
    const Outcome outcome = run_program("graph_mistakes", mistake);
    CHECK(outcome.status == 1);
    CHECK_THAT(outcome.out, ContainsSubstring(words) &&
                                ContainsSubstring("[fill at " + place_of_mark("graph_mistakes", mistake) + "]"));
  };
  check("freed_before_launch", "made was freed at graph_mistakes.cu:");
  check("beyond_the_end", "out of bounds: thread (256, 0) of block (0, 0) writes global out[256]");
}
