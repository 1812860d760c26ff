// Commands of the shell.
#pragma once

#include <string>
#include <vector>

namespace ladder {

// The text as one word of a command.
std::string shell_quoted(const std::string& text);

// What the command writes to its standard output, line by line. Empty where it cannot be started.
std::vector<std::string> output_lines(const std::string& command);

}  // namespace ladder
