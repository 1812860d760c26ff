// The α–β model of an all-to-all, against the same by pencil and paper.
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>

#include "ladder/model/network.hpp"

using namespace memory_model;
using Catch::Matchers::WithinRel;

namespace {

constexpr Network network = {8, 1e-4, 100e9, 1e-5, 10e9};

}  // namespace

TEST_CASE("all-to-all: one GPU exchanges nothing") {
  CHECK(seconds_at_once({1, 1e9}, network) == 0);
  CHECK(seconds_in_two_stages({1, 1e9}, network) == 0);
}

TEST_CASE("all-to-all: in one machine both ways are the same") {
  const AllToAll exchange{4, 4e9};  // 3e9 bytes leave each GPU: 30 ms
  CHECK(messages_at_once(exchange, network) == 0);
  CHECK_THAT(seconds_at_once(exchange, network), WithinRel(0.0301, 1e-12));
  CHECK_THAT(seconds_in_two_stages(exchange, network), WithinRel(0.0301, 1e-12));
}

TEST_CASE("all-to-all: between machines, messages or the stage before count") {
  const AllToAll exchange{64, 6.4e6};  // 56 of 64 parts leave the machine: 5.6e6 bytes, 0.56 ms
  CHECK(messages_at_once(exchange, network) == 56);
  CHECK(messages_in_two_stages(exchange, network) == 7);
  CHECK_THAT(seconds_at_once(exchange, network), WithinRel(56 * 1e-5 + 5.6e-4, 1e-12));
  // Seven of eight parts cross the machine: 5.6e6 bytes, 0.056 ms and the latency.
  CHECK_THAT(seconds_in_two_stages(exchange, network), WithinRel(1e-4 + 5.6e-5 + 7 * 1e-5 + 5.6e-4, 1e-12));
}

TEST_CASE("all-to-all: what stays in the machine may take longer than what leaves it") {
  const Network fast_between = {8, 1e-4, 1e9, 1e-9, 1000e9};
  const AllToAll exchange{16, 16e6};  // 7e6 bytes to the other GPUs of the machine: 7 ms
  CHECK_THAT(seconds_at_once(exchange, fast_between), WithinRel(0.0071, 1e-12));
}
