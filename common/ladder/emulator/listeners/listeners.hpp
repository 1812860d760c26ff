// Who listens to a block, in the order in which each is told. To add a listener: a class as events.hpp says, and its
// name here.
#pragma once

#include "ladder/emulator/listeners/compiler_model/compiler_model.hpp"
#include "ladder/emulator/listeners/counters.hpp"
#include "ladder/emulator/listeners/provenance.hpp"
#include "ladder/emulator/listeners/races/global_races.hpp"
#include "ladder/emulator/listeners/races/overwrites.hpp"
#include "ladder/emulator/listeners/races/shared_races.hpp"
#include "ladder/emulator/listeners/races/trees.hpp"
#include "ladder/emulator/listeners/rounds.hpp"
#include "ladder/emulator/listeners/trace.hpp"

namespace ladder::emulator {

using Listeners = EventListeners<
    // Of accesses. Reads of what nothing wrote are seen where races are: one look at an element tells both.
    SharedRaces, GlobalRaces, Overwrites, Provenance,
    // Of requests.
    RequestCounters, Rounds, Tracing, Trees,
    // What nvcc makes of the requests of the source, in their counters.
    Merging, Arms, ReusedLoads, SkippedSteps>;

}  // namespace ladder::emulator
