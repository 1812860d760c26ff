// A file, to be read.
#pragma once

#include <filesystem>
#include <string>

namespace ladder {

// The file's text; empty where it cannot be read.
std::string contents(const std::filesystem::path& file);

// The same of a file that a user names. Throws Failure(bad_usage) where it cannot be read.
std::string text_of_file(const std::string& path);

}  // namespace ladder
