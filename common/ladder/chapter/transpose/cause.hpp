// Where in the source a wrong output comes from: the one of several ways to find it out that says most.
#pragma once

#include "ladder/chapter/transpose/traced_run.hpp"
#include "ladder/chapter/workbench.hpp"

namespace ladder::transpose {

// is_open: hazards do not tell the cause. Runs the variant anew, as the ways do that it tries.
Cause cause_of(Engine& engine, const Variant& variant, const Placed& placed, bool is_open);

}  // namespace ladder::transpose
