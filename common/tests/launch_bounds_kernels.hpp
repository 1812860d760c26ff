// Kernels with __launch_bounds__, each launched with one block of so many threads.
#pragma once

#include "tests/kernels.hpp"

namespace kernels {

void bounds_of_a_number(Buffers b, unsigned threads);     // 64
void bounds_of_a_constant(Buffers b, unsigned threads);   // 96
void bounds_of_a_parameter(Buffers b, unsigned threads);  // 128, of the template
void no_bounds(Buffers b, unsigned threads);

}  // namespace kernels
