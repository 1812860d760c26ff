// Recorded steps in words.
#pragma once

#include "ladder/engine/emulator/listeners/provenance.hpp"
#include "ladder/engine/recording.hpp"

namespace ladder::emulator {

// What was recorded, and how to say it.
Recording in_words(const ValueRecorder& recorder);

}  // namespace ladder::emulator
