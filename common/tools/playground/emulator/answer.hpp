// What the page asks, and is told: JSON both ways.
#pragma once

#include "ladder/base/json.hpp"
#include "ladder/diagnose/finding.hpp"

namespace ladder::playground {

// Defined for chapters, and for exercises.
Json answer_to(const Json& asked);

// A finding, for its mark in the editor.
Json place_of(const Finding& finding);

}  // namespace ladder::playground
