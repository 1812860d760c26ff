// For Catch2 checks that want a GPU.
#pragma once

#include <catch2/catch_test_macros.hpp>
#include <memory>
#include <utility>

#include "ladder/engine/devices.hpp"

namespace ladder {

// A GPU; without one, the check that called is marked as skipped, and ends.
inline std::unique_ptr<Engine> gpu_or_skip() {
  ChosenEngine chosen = choose_engine("auto");
  if (chosen.engine->observes()) SKIP(chosen.reason);
  return std::move(chosen.engine);
}

}  // namespace ladder
