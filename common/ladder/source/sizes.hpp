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

// The array that is used in that line, as the function declares it: "tile[TILE][TILE + PAD] at kernel.cuh:14"; one in
// shared memory, or a thread's own. Empty where there is none.
enum class ArrayOf { block, thread };
std::string declared_array(const CodePlace& at, ArrayOf whom);

// What a line of variants.cu, beside the file of the kernel around a place, gives to those of its template's parameters
// that a text has: "PAD = 2 at variants.cu:9". Empty where it gives nothing.
std::string template_values(const CodePlace& at, int row, const std::string& text);

}  // namespace ladder
