// A file, to be read; and the lines of what is read.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace ladder {

// The file's text; empty where it cannot be read.
std::string contents(const std::filesystem::path& file);

// The same of a file that a user names. Throws Failure(bad_usage) where it cannot be read.
std::string text_of_file(const std::string& path);

// Without their line ends.
std::vector<std::string> lines_of(const std::string& text);

}  // namespace ladder
