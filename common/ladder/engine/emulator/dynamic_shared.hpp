// Dynamic shared memory: `extern __shared__ float values[];`, whose size is an argument of the launch.
//
// Such an array is declared and nowhere defined; on the GPU all of them are one and the same. add_tried_kernels()
// (cmake/Try.cmake) gives them all the name of the one that dynamic_shared.cpp defines.
#pragma once

#include <cstddef>

namespace ladder::emulator {

// What a block of an H100 or H200 can have, all kinds of shared memory together (CUDA C++ Programming Guide, "Technical
// Specifications").
inline constexpr std::size_t most_shared_bytes = 227 * 1024;

inline constexpr const char* dynamic_shared_symbol = "dynamic_shared";

}  // namespace ladder::emulator
