// Dynamic shared memory: `extern __shared__ float values[];`, whose size is an argument of the launch.
//
// Such an array is declared and nowhere defined; on the GPU all of them are one and the same. compile_kernels.sh (in
// cmake/) gives them all the name of the one that dynamic_shared.cpp defines.
#pragma once

namespace ladder::emulator {

inline constexpr const char* dynamic_shared_symbol = "dynamic_shared";

}  // namespace ladder::emulator
