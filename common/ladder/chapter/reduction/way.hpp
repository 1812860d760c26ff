// Where in the kernels a wrong sum comes from.
#pragma once

#include <cstddef>
#include <string>

#include "ladder/chapter/reduction/variant.hpp"
#include "ladder/chapter/workbench.hpp"
#include "ladder/engine/engine.hpp"

namespace ladder::reduction {

// Finds an element that does not count once, on an engine that can follow values, sums it alone, and says in one line
// what became of it: "kernel.cuh:33: in[255] does not reach the sum: thread (255, 0) of block (0, 0) loads it ..".
// Where none counts wrong alone, it tells of a sum of zeros that is not 0, and of halves that are lost. The line is the
// one where the value is seen last, or where it is first too large. Of large arrays, it is of a smaller one that is
// wrong as well, and names its size. Empty where nothing is known.
std::string way_of_wrong_sum(Engine& engine, const Variant& variant, std::size_t count, std::size_t offset = 0);

// Why threads meet at an element of shared memory, or leave an array there, where that is known: see wrong_level().
Cause cause_of_hazards(Engine& engine, const Variant& variant);

}  // namespace ladder::reduction
