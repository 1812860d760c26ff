// What a wrong result comes from.
#pragma once

#include "ladder/diagnose/finding.hpp"
#include "ladder/engine/engine.hpp"
#include "ladder/problems/transpose/variant.hpp"

namespace ladder::transpose {

// Why the variant goes wrong there: a variable that should be shared; or, where hazards leave that open, why its output
// is wrong, by the smallest matrix for which it is. Nothing where that does not show, or on an engine that records
// nothing.
Finding cause_of_wrong_matrix(Engine& engine, const Variant& variant, const Placed& placed, bool is_open);

}  // namespace ladder::transpose
