// Which sums there are on an engine: the chapter's own, and what they are measured against.
#pragma once

#include <vector>

#include "engine.hpp"
#include "reduction/variant.hpp"

namespace ladder::reduction {

// The chapter's variants, as compiled for this engine.
std::vector<Variant> variants_on(const Engine& engine);

// A kernel that reads the array and does nothing with it: no sum is expected to beat it. None on the emulator.
std::vector<Variant> ceilings_on(const Engine& engine);

// The vendor's sum (CUB). None on the emulator.
std::vector<Variant> libraries_on(const Engine& engine);

}  // namespace ladder::reduction
