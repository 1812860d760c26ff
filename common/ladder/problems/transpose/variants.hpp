// What a chapter's variants.cu defines, once for each engine.
#pragma once

#include <vector>

#include "ladder/problems/transpose/variant.hpp"

namespace ladder {
namespace gpu {
std::vector<transpose::Variant> variants();
// Of elements of so many bytes.
std::vector<transpose::Variant> ceilings(unsigned element_bytes);
std::vector<transpose::Variant> libraries(unsigned element_bytes);
}  // namespace gpu
namespace emulator {
std::vector<transpose::Variant> variants();
}
}  // namespace ladder
