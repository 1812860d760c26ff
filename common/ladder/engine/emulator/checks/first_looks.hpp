// Looks at what other threads update by atomics, that no compare-and-swap followed: a loop that need not begin, as in a
// maximum that is large enough already, has looked for the last time. Whether it is the look of such a loop, other
// threads show: those whose look, by the same instruction, went on with a compare-and-swap. So it is judged when the
// launch has ended.
#pragma once

#include <cstddef>
#include <vector>

#include "ladder/engine/emulator/checks/access_check.hpp"

namespace ladder::emulator {

// A hazard, unless the load at this site is such a look.
struct Look {
  Site site;
  HazardKind kind;
  Actor actor, other;
  LaneAccess part;
  const char* remark = "";
};

class FirstLooks {
 public:
  explicit FirstLooks(const CheckContext& context) : context_(context) {}

  // A compare-and-swap has followed this load (0: none): for this launch and all to come. For use by several OS
  // threads.
  static void note(Site load);

  void doubt(const Look& look);
  void end_launch();

 private:
  static constexpr std::size_t most = 4096;
  void judge(const Look& look);

  CheckContext context_;
  std::vector<Look> doubted_;
};

}  // namespace ladder::emulator
