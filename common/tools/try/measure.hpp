// Runs an experiment on an engine: counted or timed, and verified where it is known what has to come out.
#pragma once

#include <cstddef>

#include "ladder/chapter/options.hpp"
#include "ladder/engine/engine.hpp"
#include "ladder/report/result.hpp"
#include "tools/try/experiment.hpp"

namespace ladder::tried {

// Bytes of device memory that the experiment's arrays take.
std::size_t bytes_needed(const Experiment& experiment);

// Launches on fresh arrays, verifies, and, where the engine has a clock, times as many further launches as the options
// say; where it observes, with what limits this launch on the options' GPU. Never throws for a wrong kernel or a failed
// launch: that is a result. Throws std::bad_alloc where memory does not suffice.
Result measure(Engine& engine, const Experiment& experiment, const Options& options);

}  // namespace ladder::tried
