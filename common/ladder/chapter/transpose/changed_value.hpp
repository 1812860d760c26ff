// A value that arrives, but not as it was: what it passed through on the way.
#pragma once

#include <cstdint>
#include <string>

namespace ladder::transpose {

// "an int", "a half" or "a double, or arithmetic,", where a float with the bits `was` has the bits `is` after it was
// stored in one, or computed with; empty where none of them does that.
std::string changed_by(std::uint32_t was, std::uint32_t is);

}  // namespace ladder::transpose
