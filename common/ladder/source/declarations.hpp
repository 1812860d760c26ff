// How the source declares an array, and what it gives to the parameters of a template.
#pragma once

#include <string>

#include "ladder/engine/code_place.hpp"
#include "ladder/source/accesses.hpp"

namespace ladder {

// The array that is used in that line, as the function declares it: "tile[TILE][TILE + PAD] at kernel.cuh:14"; one in
// shared memory, or a thread's own. Empty where there is none.
enum class ArrayOf { block, thread };
std::string declared_array(const CodePlace& at, ArrayOf whom);

// Where a loop moves that index (from 0, or from the last one, -1, on) up to what the other index of the array has: "j
// goes up to COLS at kernel.cuh:101, and this index has ROWS". Else nothing.
std::string bound_of_another_index(const SourceAccess& access, ArrayOf whom, int part);

// A kernel's parameter that is a reference, and is used in that line: "tree at search.cu:13". Empty where there is
// none.
std::string reference_of_kernel(const CodePlace& at);

// What a line of variants.cu, beside the file of the kernel around a place, gives to those of its template's parameters
// that a text has: "PAD = 2 at variants.cu:9". Empty where it gives nothing.
std::string template_values(const CodePlace& at, int row, const std::string& text);

}  // namespace ladder
