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

}  // namespace ladder::probe

// The same kernels on either engine.
namespace ladder::emulator {
std::vector<probe::Copy> copies();
}
namespace ladder::gpu {
std::vector<probe::Copy> copies();
}
