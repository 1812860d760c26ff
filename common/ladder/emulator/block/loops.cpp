#include "ladder/emulator/block/loops.hpp"

#include "ladder/emulator/block/copies.hpp"

namespace ladder::emulator {

// end: where the thread jumps back.
LoopPragma Loops::look_for_pragma(Site loop, Site end) {
  const auto [known, is_new] = pragmas_.try_emplace(loop);
  if (is_new) off_the_stack([&, &pragma = known->second] { pragma = loop_pragma(end); });
  newest_ = *known;
  return newest_.second;
}

}  // namespace ladder::emulator
