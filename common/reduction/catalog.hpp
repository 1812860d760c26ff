// Which sums there are on an engine: the chapter's own, and what they are measured against.
#pragma once

#include <vector>

#include "engine.hpp"
#include "reduction/variant.hpp"
#include "report.hpp"

namespace ladder::reduction {

// The chapter's variants, as compiled for this engine.
std::vector<Variant> variants_on(const Engine& engine);

// A kernel that reads the array and does nothing with it: no sum is expected to beat it. None on the emulator.
std::vector<Variant> ceilings_on(const Engine& engine);

// The vendor's sum (CUB). None on the emulator.
std::vector<Variant> libraries_on(const Engine& engine);

// PyTorch's and CuPy's, where they are installed, measured here and now on the problem of `ours`.
std::vector<ladder::Result> python_peers_on(const Engine& engine, const ladder::Result& ours, int repeats);

}  // namespace ladder::reduction
