// How lanes' accesses become requests, requests counters, and hazards words.
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <vector>

#include "ladder/emulator/hazards/hazard_words.hpp"
#include "ladder/emulator/requests/site_counters.hpp"

using namespace ladder::emulator;

namespace {

// Lane l makes accesses[l], and the warp's requests are counted.
Sites count(const std::vector<LaneAccess>& accesses) {
  WarpTrace trace;
  for (unsigned lane = 0; lane < accesses.size(); ++lane) {
    trace.begin(lane);
    if (!trace.follow(accesses[lane])) REQUIRE(trace.record(accesses[lane]));
    trace.end();
  }
  Sites sites;
  trace.drain(0, false,
              [&](const Request& request) { sites.counters_of(request).add(request, 1, cost_of(request), 0); });
  return sites;
}

}  // namespace

TEST_CASE("lanes at one site make one request where they do the same") {
  const Sites sites = count({{99, 0, 4, Space::global, Access::load}, {99, 4, 4, Space::global, Access::load}});
  REQUIRE(sites.counters().size() == 1);
  CHECK(sites.counters().begin()->second.requests == 1);
}

TEST_CASE("one site's requests are counted by space, operation and width") {
  const LaneAccess access{99, 0, 4, Space::global, Access::load};
  LaneAccess wider = access, store = access, atomic = access, shared = access;
  wider.bytes = 8;
  store.operation = Access::store;
  atomic.operation = Access::atomic;
  shared.space = Space::shared;
  for (const LaneAccess& other : {wider, store, atomic, shared}) {
    const Sites sites = count({access, other});
    CHECK(sites.counters().size() == 2);
    for (const auto& [code, counters] : sites.counters()) {
      CHECK(site_of(code) == 99);
      CHECK(counters.requests == 1);
      CHECK(counters.transactions == 1);
    }
  }
}

TEST_CASE("each kind of hazard is counted, and has words") {
  for (const HazardRow& row : hazard_table) {
    HazardLog log;
    log.count(row.kind);
    CHECK(log.totals().any() == (row.counted_as != nullptr));
    const Hazard hazard{row.kind, {0, 1, 0, Access::store}, {0, 2, 0, Access::load}, "the subject", "the detail"};
    CHECK_THAT(placed({hazard}, nullptr).front().words,
               Catch::Matchers::ContainsSubstring("the subject") && !Catch::Matchers::ContainsSubstring("{"));
  }
}
