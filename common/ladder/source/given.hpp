// What a call in the source gives to what it calls, and what that is made of.
#pragma once

#include <optional>
#include <set>
#include <string>

#include "ladder/engine/code_place.hpp"
#include "ladder/source/index_definitions.hpp"

namespace ladder {

// Of these names those that the caller of the line's function gives another name, "length = cols at kernel.cuh:64"; or
// more than a name, with what that is made of: "in = in + first at kernel.cuh:62, first = cols * rank / ranks at
// kernel.cuh:61". Empty where there are none.
enum class Given { name, more };
std::string given_by_caller(const CodePlace& line, const Callers& callers, const std::set<std::string>& names,
                            Given what);

// What the variables in a line are made of: "row_bytes = n * sizeof(float) at transposes.cuh:98".
std::string values_in_line(const CodePlace& line);

// Of the variable in a line that is another pointer, cast to count more than bytes: "vectors = reinterpret_cast<const
// float4*>(in + head) at summit.cuh:58", with what that is made of. Empty where there is none.
std::string cast_pointer_in(const CodePlace& line);

// The function that the launch in that line calls for its grid, in its own file or the kernel's: "tiles() at
// kernel.cuh:13", where its first line is. Empty where there is none.
std::string maker_of_grid(const CodePlace& launch, const std::string& file_of_kernel);

// Where the function of a line uses the array before whose element the line takes the address of: "turn_tile(), which
// begins at transposes.cuh:21, at transposes.cuh:35". Empty where it does not.
std::string used_before(const CodePlace& line);

// The call on the way to an access that gives two variables to the parameters of each other's name: "row = col, col =
// row". None where there is none.
std::optional<Definition> exchanged_arguments(const SourceAccess& access);

}  // namespace ladder
