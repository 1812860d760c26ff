// What expressions of whole numbers in the source come to, for a thread.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "ladder/source/accesses.hpp"

namespace ladder {

// Of a name that the source gives no value: a constant, or "threadIdx.x" and its kin. None where it is not known.
using ValueOfName = std::function<std::optional<long>(const std::string&)>;

// "2 * TILE / 4 + 1". None where it is anything else, or the value of a name is not known.
std::optional<long> value_of_expression(const std::string& expression, const ValueOfName& value_of_name);

// Of what the index of the access is made of, the nearest definitions that two threads differ in and that come to one
// number for both: "thread = threadIdx.y * blockDim.y + threadIdx.x at kernel.cuh:47 is 8 for both". Empty where there
// are none, or loops are part of all.
std::string alike_for_both(const SourceAccess& access, const ValueOfName& one, const ValueOfName& other);

}  // namespace ladder
