// Where a launch leaves what is recorded of it.
#pragma once

#include "ladder/engine/emulator/requests/trace_recorder.hpp"
#include "ladder/engine/emulator/requests/value_recorder.hpp"

namespace ladder::emulator {

struct Recorders {
  // Null where nobody wants it. With either of them, the blocks run on one OS thread, in their order.
  TraceRecorder* requests = nullptr;  // of block 0
  ValueRecorder* values = nullptr;    // of all blocks
  // Whether anything is seen of what threads load and store, or the launch just runs.
  bool observes = true;
};

}  // namespace ladder::emulator
