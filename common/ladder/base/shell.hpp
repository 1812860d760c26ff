// Commands of the shell.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace ladder {

// The text as one word of a command.
std::string shell_quoted(const std::string& text);

// What the command writes to its standard output, line by line; what it writes to the other is passed on.
std::vector<std::string> output_lines(const std::string& command);

struct Outcome {
  int status;  // what it exited with; -1 where a signal ended it
  std::string out, err;
};

Outcome outcome_of(const std::string& command);

// A new folder that only its owner can open. It is deleted, with all that is in it, when this object ends.
class TemporaryFolder {
 public:
  // Throws std::filesystem::filesystem_error where none can be made.
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(TemporaryFolder&&) = delete;

  const std::filesystem::path path;
};

}  // namespace ladder
