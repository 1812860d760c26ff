// What the page asks, and is told: JSON both ways.
#pragma once

#include "ladder/base/json.hpp"

namespace ladder::playground {

// Defined for chapters, and for exercises.
Json answer_to(const Json& asked);

}  // namespace ladder::playground
