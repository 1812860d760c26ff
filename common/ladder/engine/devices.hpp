// Which engine a run takes.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "ladder/engine/engine.hpp"

namespace ladder {

struct ChosenEngine {
  std::unique_ptr<Engine> engine;
  std::string reason;  // why this one, in a few words
};

// The GPU. Throws Failure(device_missing) where none can be used, saying who wants it and why not.
std::unique_ptr<Engine> require_gpu(const std::string& who);

// The words that choose_engine() takes: auto, and one for each engine.
std::vector<std::string> device_words();

// device: one of device_words(). auto takes a usable GPU if there is one. Throws Failure(device_missing) where the
// engine that is asked for cannot be used, saying why.
ChosenEngine choose_engine(const std::string& device);

// Throws Failure(bad_usage) where the engine has fewer bytes free than that. who: how the message begins, such as
// "--elements: 5 takes".
void require_memory(const Engine& engine, double bytes, const std::string& who);

}  // namespace ladder
