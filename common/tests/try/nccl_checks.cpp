// Programs that call NCCL: what it does, what crosses the links, and what is said where a call is wrong.
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>

#include "tests/try/run_program.hpp"

using namespace ladder;
using Catch::Matchers::ContainsSubstring;

namespace {

// Names the marked line with these words.
void check_nccl(const std::string& mistake, const std::string& words, const std::string& printed = "") {
  INFO(mistake);
  const Outcome outcome = run_program("nccl_mistakes", mistake, "--gpus\n2\n");
  CHECK(outcome.status == 1);
  CHECK_THAT(outcome.out,
             ContainsSubstring(place_of_mark("nccl_mistakes", mistake) + ": " + words) && ContainsSubstring(printed));
}

}  // namespace

TEST_CASE("nccl: every call does what it does, for two devices and more") {
  for (const std::string devices : {"2", "3", "4"}) {
    INFO(devices);
    const Outcome outcome = run_program("nccl", "", "--gpus\n" + devices + "\n");
    CHECK(outcome.status == 0);
    CHECK_THAT(outcome.out, ContainsSubstring("0 failures\n"));
    CHECK_THAT(outcome.out, ContainsSubstring("Collectives of NCCL count as in a ring"));
  }
}

// With P = 2 ranks that send n = 24 integers of 4 bytes for each one. An all-to-all and a send to the next one carry n
// integers over each link. So does a ring with all-gather and reduce-scatter, (P - 1) n, and with the three that reduce
// n of them for all, 2 (P - 1) / P n; a broadcast from rank 1 and a reduction to it carry n in one direction. The
// average is of one element, which rank 0 has: rank 1 sends it first, and gets it back; the thread for each rank
// reduces n again.
TEST_CASE("nccl: bytes on the links are those of the arithmetic") {
  const Outcome outcome = run_program("nccl", "", "--gpus\n2\n--json\n-\n");
  const auto program = nlohmann::json::parse(outcome.out.substr(outcome.out.find("\n{")))["program"];
  CHECK(program["collectives_as_rings"] == true);
  REQUIRE(program["links"].size() == 2);
  constexpr std::uint64_t n = 24 * 4;
  CHECK(program["links"][0]["copied_bytes"] == 8 * n + 4);  // 0 -> 1: with the reduction to rank 1
  CHECK(program["links"][1]["copied_bytes"] == 8 * n + 4);  // 1 -> 0: with the broadcast
}

TEST_CASE("nccl: ranks that do not fit together") {
  check_nccl("counts_differ", "ranks differ: ncclAllReduce(): rank 1 has a count of 255, and rank 0 has 256, with ");
  check_nccl("operations_differ", "ranks differ: ncclAllReduce(): rank 1 has operation 2, and rank 0 has 0");
  check_nccl("collectives_differ",
             "ranks differ: ncclBroadcast(): rank 1 calls ncclBroadcast(), where rank 0 calls ncclAllReduce() of ");
  check_nccl("roots_differ", "ranks differ: ncclBroadcast(): rank 1 has root 1, and rank 0 has 0");
  check_nccl("received_in_part", "ranks differ: ncclRecv(): rank 1 has a count of 128, and rank 0 has 256");
}

TEST_CASE("nccl: what would wait for ever is named at once") {
  check_nccl("group_never_closed", "would hang: ncclGroupStart(): no ncclGroupEnd() follows");
  check_nccl("without_group", "would hang: ncclAllReduce(): rank 1 does not call it (one thread that has several",
             "invalid usage");
  check_nccl("sent_twice", "would hang: ncclSend(): rank 1 has no ncclRecv() from rank 0 for it");
  check_nccl("nobody_sends", "would hang: ncclRecv(): rank 0 has no ncclSend() to rank 1 for it");
}

// Each waits ten seconds for another thread.
TEST_CASE("nccl: and so it is where other threads might still come") {
  check_nccl("one_rank_never_comes", "would hang: ncclCommInitRank() of rank 0 of 2: rank 1 does not come",
             "invalid usage");
  const Outcome outcome = run_program("nccl_mistakes", "a_thread_ends_early", "--gpus\n2\n");
  CHECK(outcome.status == 1);
  CHECK_THAT(outcome.out, ContainsSubstring("would hang: ncclAllReduce(): rank 1 does not call it"));
}

TEST_CASE("nccl: calls that are wrong by themselves") {
  check_nccl("end_without_start", "failed call: ncclGroupEnd(): no ncclGroupStart() before it");
  check_nccl("no_such_rank", "failed call: ncclSend(): there is no rank 2: there are 2, numbers 0 to 1");
  check_nccl("buffer_too_small",
             "wrong size: ncclAllGather(): its receive buffer has 1024 bytes left of the 2048 that it needs: its.out");
  check_nccl("more_than_any_memory", "wrong size: ncclSend(): no memory has 4611686018427387904 elements");
  check_nccl("of_the_other_device", "wrong pointer: ncclSend(): its send buffer is its.in, 1024 bytes of device 1");
  check_nccl("foreign_stream", "failed call: ncclSend(): its stream is of device 1, and rank 0 is on device 0");
  check_nccl("host_memory", "wrong pointer: ncclSend(): its send buffer is no memory of a device");
  check_nccl("freed", "use after free: ncclSend(): its send buffer is its.in, which was freed at ");
  check_nccl("destroyed", "failed call: ncclSend(): the communicator was ended by ncclCommDestroy()");
  check_nccl("two_on_one_device", "failed call: ncclCommInitAll(): ranks 0 and 1 are both on device 1",
             "invalid usage");
}

TEST_CASE("nccl: an exchange is a piece of work of its stream, and no more is promised") {
  check_nccl("used_before_the_exchange_has_ended", "no order between streams: this work writes its.out");
  check_nccl("sent_before_it_was_filled", "no order between streams: this work reads its.in");
  check_nccl("sends_what_it_receives", "no order between streams: ncclRecv() writes bytes of its.in that ncclSend()");
  check_nccl("read_too_early", "too early: the host uses pinned while the work of ");
}
