// A hazard in a line of words: what, where and why.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "ladder/emulator/cuda/special_registers.hpp"
#include "ladder/emulator/hazards/hazards.hpp"
#include "ladder/emulator/requests/warp_trace.hpp"

namespace ladder::emulator {

// The index of a block in a grid, or of a thread in a block, of that size: "(3, 0)" or "(3, 0, 1)".
std::string index_in(const dim3& size, std::uint64_t linear);

// A line for each, by their kinds and lines, and where they are, also in what was traced, as traced_place() tells: one
// where several are of one kind at the same lines, and the first two of a kind.
using TracedPlaceOf = std::function<std::optional<TracedPlace>(const ArrayByte&)>;
std::vector<PlacedHazard> placed(std::vector<Hazard> hazards, const TracedPlaceOf& traced_place);

}  // namespace ladder::emulator
