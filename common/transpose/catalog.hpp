// Which transposes there are on an engine: the chapter's own, and what they are measured against.
#pragma once

#include <vector>

#include "engine.hpp"
#include "transpose/variant.hpp"

namespace ladder::transpose {

// The chapter's variants, as compiled for this engine.
std::vector<Variant> variants_on(const Engine& engine);

// Copies of the matrix, the fastest of which no transpose is expected to beat: cudaMemcpyAsync and a copy kernel. None
// on the emulator.
std::vector<Variant> ceilings_on(const Engine& engine);

// The vendor's transposes (cuBLAS). None on the emulator.
std::vector<Variant> libraries_on(const Engine& engine);

}  // namespace ladder::transpose
