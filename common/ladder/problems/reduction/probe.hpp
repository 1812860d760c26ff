// Why a sum is wrong.
#pragma once

#include <cstddef>

#include "ladder/diagnose/finding.hpp"
#include "ladder/engine/engine.hpp"
#include "ladder/problems/reduction/variant.hpp"

namespace ladder::reduction {

// Of an array of so many elements, which starts `offset` floats after a multiple of 16 bytes: why the variant goes
// wrong. A variable that should be shared; or, where hazards leave that open, the element that does not count once, of
// a smaller array if that shows it. Nothing where that does not show, or on an engine that records nothing.
Finding cause_of_wrong_sum(Engine& engine, const Variant& variant, std::size_t count, std::size_t offset, bool is_open);

}  // namespace ladder::reduction
