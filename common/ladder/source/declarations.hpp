// How the source declares an array, and what it gives to the parameters of a template.
#pragma once

#include <optional>
#include <string>
#include <utility>

#include "ladder/engine/code_place.hpp"
#include "ladder/source/accesses.hpp"
#include "ladder/source/evaluated.hpp"
#include "ladder/source/index_definitions.hpp"

namespace ladder {

// The array that is used in that line, as the function declares it: "tile[TILE][TILE + PAD] at kernel.cuh:14"; one in
// shared memory, or a thread's own. Empty where there is none.
enum class ArrayOf { block, thread };
std::string declared_array(const CodePlace& at, ArrayOf whom);

// The definition of a variable that the index is made of, and its bits, where it is declared with 16 or fewer; none
// where there is no such variable.
std::optional<std::pair<Definition, int>> narrow_variable(const SourceAccess& access);

// Where a loop moves that index of the array (from 0, or from the last one, -1, on; none: its only one) up to more than
// it is declared with: "i < UNROLL; ++i at kernel.cuh:39 goes up to 8, and value[4] at kernel.cuh:37 has 4". Else
// nothing.
std::string loop_beyond_array(const SourceAccess& access, ArrayOf whom, std::optional<int> part,
                              const ValueOfName& value_of_name);

// A kernel's parameter that is a reference, and is used in that line: "tree at search.cu:13". Empty where there is
// none.
std::string reference_of_kernel(const CodePlace& at);

// What a line of variants.cu, beside the file of the kernel around a place, gives to those of its template's parameters
// that a text has: "PAD = 2 at variants.cu:9". Empty where it gives nothing.
std::string template_values(const CodePlace& at, int row, const std::string& text);

// What the file of a place gives, outside of functions, to constants that a text has: "TILE = 64 at kernel.cuh:43".
// Empty where there is none.
std::string constants_of_file(const CodePlace& at, const std::string& text);

}  // namespace ladder
