// How long loads, barriers and blocks take.
#pragma once

#include "tools/rates/rates.hpp"

namespace ladder::rates {

class Bench;

// Adds them to what was found. Throws std::runtime_error where a launch fails.
void measure_latencies(Bench& bench, Rates& found);

}  // namespace ladder::rates
