// The per-line report: what each line of a kernel asks of the memory, and why it costs what it costs.
#pragma once

#include <string>
#include <vector>

#include "ladder/engine/observation.hpp"

namespace ladder {

// How the lanes of a request lie, and the arithmetic of its cost, in one line: "32 lanes 4096 bytes apart, each in a
// sector of its own: 32 sectors" or "lanes 128 bytes apart: lane i in bank (32*i + 0) % 32, 32 lanes in bank 0: 32
// wavefronts".
std::string lanes_in_words(const LineCounters& line);

// A row per line and kind of access: requests, sectors or wavefronts of each on average, the least that the same lanes
// could cost, and, where they cost more, lanes_in_words() of the worst request.
std::string explain(const std::vector<LineCounters>& lines);

// Where a right result takes at least so many sectors of global memory, loaded and stored, and fewer of either were
// seen: that accesses hide from the emulator. Else nothing.
std::string hidden_accesses(const Counters& counters, std::uint64_t least_loads, std::uint64_t least_stores);

}  // namespace ladder
