// A file that a user names, to be read.
#pragma once

#include <string>

namespace ladder {

// All of it. Throws Failure(bad_usage) where it cannot be read.
std::string text_of_file(const std::string& path);

}  // namespace ladder
