// How a program ends.
#pragma once

#include <stdexcept>
#include <string>

namespace ladder {

// Exit status of every executable.
enum ExitStatus { all_verified = 0, wrong_or_hazard = 1, bad_usage = 2, device_missing = 3 };

// What ends the program early with one line on stderr.
struct Failure : std::runtime_error {
  Failure(ExitStatus status, const std::string& message) : std::runtime_error(message), status(status) {}
  ExitStatus status;
};

}  // namespace ladder
