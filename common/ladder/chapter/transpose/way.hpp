// Where in the kernel a wrong element of the output comes from.
#pragma once

#include <string>

#include "ladder/chapter/transpose/traced_run.hpp"

namespace ladder::transpose {

// Runs the variant once more, on an engine that can follow values, and says in one line what became of the element that
// belongs where the first wrong one is: "kernel.cuh:31: in[5][3] ends in out[3][6], not in out[3][5]: thread (3, 5)
// ..". The line is the one that is to blame, as far as the ways of all elements tell. Where that size tells
// nothing, or has more than TracedRun::most_elements, it is of another, which it names. Empty where nothing is wrong
// then or nothing is known.
std::string way_of_wrong_element(Engine& engine, const Variant& variant, const Placed& placed);

}  // namespace ladder::transpose
