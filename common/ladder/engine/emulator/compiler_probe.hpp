// Whether the compiler that built this program can be relied on.
#pragma once

#include <string>

#include "ladder/engine/engine.hpp"

namespace ladder::emulator {

// vectors: 96 float4; floats: 64 floats, all written before.
void launch_compiler_probe(void* vectors, float* floats);

// Runs the probe kernel on the engine. Empty where every access arrived once and whole, as the GPU makes it; else what
// arrived and what should have.
std::string probe_compiler(Engine& engine);

}  // namespace ladder::emulator
