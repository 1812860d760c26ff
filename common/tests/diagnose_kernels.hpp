// Kernels that are wrong, of problems that diagnose/ knows nothing of. `in` and `out` have the same number of elements.
#pragma once

#include "tests/kernels.hpp"

namespace kernels {

// out[i] = in[n - 1 - i], in blocks of 32; `wrong`: by an index that is one too far.
void reverse(Buffers b, bool wrong);
// out[i] = in[i - 1] + in[i] + in[i + 1], with the ends as they are.
// A matrix of 16 x 16 is turned, but one element is not stored, or two are exchanged.
void turn(Buffers b);
void turn_without_one(Buffers b);
void turn_and_exchange_two(Buffers b);

}  // namespace kernels
