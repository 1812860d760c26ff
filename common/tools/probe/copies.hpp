// Kernels of one warp that copy structs: how wide the accesses are, the type's alignment decides.
#pragma once

#include <vector>

namespace ladder::probe {

struct Copy {
  const char* name;
  // The buffers hold copied_bytes each; `in` was written.
  void (*launch)(const void* in, void* out);
};

inline constexpr unsigned copied_bytes = 64 * 256;

// Runs gpu::copies(), one after the other, in a range that a profiler sees; in probe.cu. Throws std::runtime_error
// where one fails.
void launch_copies();

}  // namespace ladder::probe

// The same kernels on either engine.
namespace ladder::emulator {
std::vector<probe::Copy> copies();
}
namespace ladder::gpu {
std::vector<probe::Copy> copies();
}
