// Which transposes there are on an engine: the chapter's own, and what they are measured against.
#pragma once

#include <vector>

#include "engine.hpp"
#include "report.hpp"
#include "transpose/variant.hpp"

namespace ladder::transpose {

// The chapter's variants, as compiled for this engine.
std::vector<Variant> variants_on(const Engine& engine);

// Copies of the matrix, the fastest of which no transpose is expected to beat: cudaMemcpyAsync and a copy kernel. None
// on the emulator.
std::vector<Variant> ceilings_on(const Engine& engine);

// The vendor's transposes (cuBLAS). None on the emulator.
std::vector<Variant> libraries_on(const Engine& engine);

// PyTorch's and CuPy's, where they are installed, measured here and now on the problem of `ours`.
std::vector<ladder::Result> python_peers_on(const Engine& engine, const ladder::Result& ours, int repeats);

}  // namespace ladder::transpose
