// Kernels that count on what nvcc and its headers have.
#pragma once

#include "tests/kernels.hpp"

namespace kernels {

void body_for_the_device(Buffers b);
void stores_to_a_static_variable(Buffers b);
void assertion(Buffers b);  // fails in thread 7
void assertion_that_holds(Buffers b);
void prints_a_number_as_text(Buffers b);
void prints_text(Buffers b);
void too_small_a_distance(Buffers b);  // many long blocks

void reverse_in_dynamic_shared(Buffers b, unsigned elements);  // of one warp; so many elements are asked for

}  // namespace kernels
