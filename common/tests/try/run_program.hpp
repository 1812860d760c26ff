// A program of CMakeLists.txt, as ./learn try runs it.
#pragma once

#include <regex>
#include <string>

#include "tests/run_executable.hpp"

namespace ladder {

// name: of its file, without .cu. wishes: for the report, a line each. Runs of blanks in what it prints become one.
inline Outcome run_program(const std::string& name, const std::string& arguments = "", const std::string& wishes = "") {
  const std::string given = "--name\n" + name + ".cu\n" + wishes;
  Outcome outcome = run_executable("env", "LADDER_TIME_LIMIT=2 LADDER_TRY=" + shell_quoted(given) + " " +
                                              shell_quoted(std::string(BIN) + "/try_" + name) + " " + arguments);
  outcome.out = std::regex_replace(outcome.out, std::regex(" +"), " ");
  return outcome;
}

}  // namespace ladder
