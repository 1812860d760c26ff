// The blank of an exercise: what stands between the two lines that mark it.
#pragma once

#include <string>

namespace ladder::exercise {

// Whether nothing but blanks and comments has been written into the blank of this file, the student's. False where the
// file cannot be read, or has no blank.
bool blank_is_empty(const std::string& path);

}  // namespace ladder::exercise
