// In what unit the source gives the size of an array.
#pragma once

#include <optional>
#include <string>

#include "ladder/engine/code_place.hpp"

namespace ladder {

// The size that a cudaMalloc(), cudaMemcpy(), cudaMemset() or their kin, or a launch with dynamic shared memory, is
// given in that line: "n", where neither a sizeof nor a factor such as 4 is in it, or in what it is made of. None where
// there is one, or where that is not known, as of a number or a parameter.
std::optional<std::string> size_in_elements(const CodePlace& at);

}  // namespace ladder
