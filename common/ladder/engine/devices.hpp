// Which engine a run takes.
#pragma once

#include <memory>
#include <string>

#include "ladder/engine/engine.hpp"

namespace ladder {

struct ChosenEngine {
  std::unique_ptr<Engine> engine;
  std::string reason;  // why this one, in a few words
};

// The GPU. Throws Failure(device_missing) where none can be used, saying who wants it and why not.
std::unique_ptr<Engine> require_gpu(const std::string& who);

// device: auto, gpu or emulator. auto takes a usable GPU if there is one. Throws Failure(device_missing) where the
// engine that is asked for cannot be used, saying why.
ChosenEngine choose_engine(const std::string& device);

}  // namespace ladder
