// Copies of structs: what the emulator counts of them, and the hardware.
#pragma once

#include <string>
#include <vector>

#include "tools/probe/copies.hpp"
#include "tools/profile/runs.hpp"

namespace ladder::profile {

// What the emulator sees of one.
Observation emulate(const probe::Copy& copy);

// All of them on the GPU under Nsight Compute, by the probe in that folder, in their order; the chapter is "copies".
std::vector<MeasuredVariant> measure_copies(const NsightCompute& ncu, const std::string& folder);

}  // namespace ladder::profile
