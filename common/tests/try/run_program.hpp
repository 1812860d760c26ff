// A program of CMakeLists.txt, as ./learn try runs it.
#pragma once

#include <catch2/catch_test_macros.hpp>
#include <filesystem>
#include <fstream>
#include <functional>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

#include "ladder/base/files.hpp"
#include "tests/run_executable.hpp"

namespace ladder {

// The text with one blank for many, and with the place of a row of --explain before it: "a.cu:7 global load 4 ...".
inline std::string in_single_rows(const std::string& text) {
  std::istringstream lines(std::regex_replace(text, std::regex(" +"), " "));
  std::string rows, place;
  for (std::string line; std::getline(lines, line);) {
    const bool is_place = std::regex_match(line, std::regex("[^ ]+:[0-9]+"));
    if (is_place) place = line;
    if (!is_place) rows += (std::regex_search(line, std::regex("^ (global|shared) ")) ? place : "") + line + "\n";
  }
  return rows;
}

// name: of its file, without .cu. wishes: for the report, a line each. seconds: for a block.
inline Outcome run_program(const std::string& name, const std::string& arguments = "", const std::string& wishes = "",
                           const std::string& seconds = "2") {
  const std::string program = std::string(BIN) + "/try_" + name;
  if (!std::filesystem::exists(program)) SKIP(name + ".cu is not there");  // a student may take it away
  const std::string given = "--name\n" + name + ".cu\n" + wishes;
  Outcome outcome = run_executable("env", "LADDER_TIME_LIMIT=" + seconds + " LADDER_TRY=" + shell_quoted(given) + " " +
                                              shell_quoted(program) + " " + arguments);
  outcome.out = in_single_rows(outcome.out);
  return outcome;
}

// "host_mistakes.cu:41": of the line of a program of mistakes/ that ends with "// MARK".
inline std::string place_of_mark(const std::string& program, const std::string& mark) {
  std::ifstream file(FILES "/mistakes/" + program + ".cu");
  const std::string end = "// " + mark;
  int number = 1;
  for (std::string line; std::getline(file, line); ++number) {
    if (line.size() > end.size() && line.compare(line.size() - end.size(), end.size(), end) == 0) {
      return program + ".cu:" + std::to_string(number);
    }
  }
  return "no line is marked with " + mark;
}

// The lines of a report that say what is wrong in that program: "first_lines.cu:12: ..".
inline std::vector<std::string> findings_in(const std::string& report, const std::string& program) {
  const std::regex finding(program + "\\.cu:[0-9]+: .*");
  std::istringstream lines(report);
  std::vector<std::string> found;
  for (std::string line; std::getline(lines, line);) {
    if (std::regex_match(line, finding)) found.push_back(line);
  }
  return found;
}

// What the report says of that line of a file, line by line.
inline std::vector<std::string> said_of_line(const std::string& report, const std::string& file, int number) {
  std::istringstream lines(report);
  std::vector<std::string> said;
  bool in_row = false;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with(file + ":")) in_row = line.starts_with(file + ":" + std::to_string(number) + " ");
    if (in_row) said.push_back(line);
  }
  return said;
}

// Each line of a program of language/ behind which stands what is expected of it.
inline void for_each_expected(const std::string& file, const std::regex& expected,
                              const std::function<void(int number, const std::smatch& found)>& check) {
  std::ifstream source(FILES "/language/" + file);
  int number = 0;
  for (std::string line; std::getline(source, line);) {
    ++number;
    if (std::smatch found; std::regex_search(line, found, expected)) check(number, found);
  }
}

// Compiles a file of refused/ in a build folder in whose settings.sh the array of that name is this one.
inline Outcome compiled_with(const std::string& setting, const std::string& words, const std::string& file) {
  const TemporaryFolder folder;
  const std::string build = shell_quoted(folder.path.string());
  return run_executable(
      "sh",
      shell_quoted("-c") + " " +
          shell_quoted("cd " + build + " && mkdir try && ln -s '" BUILD "'/bin '" BUILD "'/cuda_headers . && sed 's#^" +
                       setting + "=.*#" + setting + "=(" + words +
                       ")#' '" BUILD "'/try/settings.sh >try/settings.sh && '" FILES
                       "/../../tools/try/compile.sh' . a.o -- '" FILES "/refused/" +
                       file + "'"));
}

}  // namespace ladder
