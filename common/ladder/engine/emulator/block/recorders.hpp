// Where a launch leaves what is recorded of it.
#pragma once

#include "ladder/engine/emulator/requests/trace_recorder.hpp"
#include "ladder/engine/emulator/requests/value_recorder.hpp"

namespace ladder::emulator {

// Null where nobody wants it.
struct Recorders {
  TraceRecorder* requests;  // of block 0
  ValueRecorder* values;    // of all blocks, which then run on one OS thread
};

}  // namespace ladder::emulator
