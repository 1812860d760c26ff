// What the page asks, and is told: JSON both ways.
#pragma once

#include "ladder/base/json.hpp"
#include "ladder/diagnose/finding.hpp"

namespace ladder::playground {

// Defined for chapters, for exercises and for programs.
Json answer_to(const Json& asked);

// Keeps the answer for the page.
void answer_now();

// A finding, for its mark in the editor.
Json place_of(const Finding& finding);

}  // namespace ladder::playground
