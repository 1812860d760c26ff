// For Catch2 checks that want a GPU.
#pragma once

#include <catch2/catch_test_macros.hpp>
#include <exception>
#include <memory>

#include "ladder/engine/devices.hpp"

namespace ladder {

// A GPU, or nothing: then the check that called has been marked as skipped.
inline std::unique_ptr<Engine> gpu_or_skip() {
  try {
    return choose_engine("gpu").engine;
  } catch (const std::exception& why) {
    SKIP(why.what());
    throw;  // not reached: SKIP throws
  }
}

}  // namespace ladder
