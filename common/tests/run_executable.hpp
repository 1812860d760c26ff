// Executables as a user meets them: exit status, and what goes to which stream.
#pragma once

#include <string>

#include "ladder/base/shell.hpp"

namespace ladder {

// arguments: as the shell takes them.
inline Outcome run_executable(const std::string& executable, const std::string& arguments) {
  return outcome_of(shell_quoted(executable) + " " + arguments);
}

}  // namespace ladder
