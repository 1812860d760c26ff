// Events of the emulator, and who is told them.
#include <catch2/catch_test_macros.hpp>
#include <string>

#include "ladder/emulator/events.hpp"

using namespace ladder::emulator;

namespace {

std::string told;

struct OfRequests : Listener {
  using Listener::Listener;
  void on(const event::RequestsBegin& begin) { told += "requests of warp " + std::to_string(begin.warp) + "; "; }
};

struct OfBlocks : Listener {
  using Listener::Listener;
  void on(const event::BlockBegins& begin) { told += "block " + std::to_string(begin.block) + "; "; }
  void on(const event::BlockEnds&) { told += "end; "; }
  int wanted = 7;
};

struct OfBlocksToo : Listener {
  using Listener::Listener;
  void on(const event::BlockEnds&) { told += "end, too; "; }
};

}  // namespace

TEST_CASE("a listener is told the events that it has an on() for, in the order of the list") {
  HazardLog hazards;
  Sites sites;
  const WarpClock clock;
  const SharedMemory shared;
  const Running running{};
  BlockOrder order(clock);
  const AsyncCopies copies;
  EventListeners<OfRequests, OfBlocks, OfBlocksToo> all({hazards, sites, clock, shared, running, order, copies});
  told.clear();
  all.tell(event::BlockBegins{3});
  all.tell(event::RequestsBegin{1, false});
  all.tell(event::ActiveMask{});
  all.tell(event::BlockEnds{});
  CHECK(told == "block 3; requests of warp 1; end; end, too; ");
  CHECK(all.get<OfBlocks>().wanted == 7);
}
