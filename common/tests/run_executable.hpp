// Executables as a user meets them: exit status, and what goes to which stream.
#pragma once

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <string>

#include "ladder/base/shell.hpp"

namespace ladder {

// arguments: as the shell takes them.
inline Outcome run_executable(const std::string& executable, const std::string& arguments) {
  return outcome_of(shell_quoted(executable) + " " + arguments);
}

// One line on standard error, and nothing on the other.
inline void check_refused(const Outcome& outcome, int status, const std::string& words) {
  CHECK(outcome.status == status);
  CHECK(outcome.out == "");
  CHECK_THAT(outcome.err, Catch::Matchers::StartsWith("error: ") && Catch::Matchers::ContainsSubstring(words));
  CHECK(std::count(outcome.err.begin(), outcome.err.end(), '\n') == 1);
}

}  // namespace ladder
