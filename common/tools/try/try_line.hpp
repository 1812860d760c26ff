// The line of a file that says how its kernel is launched, such as
//
//   // try: transpose rows=1000 cols=777 grid=25,32 block=32,8 kernel=transpose(in, out, rows, cols)
//
// docs/try.md explains it.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "tools/try/experiment.hpp"

namespace ladder::tried {

// One argument of the kernel: an expression, or the declaration of an array.
struct Argument {
  std::string text;          // the expression, or the array's name
  std::string element_type;  // "const float"; empty: an expression
  std::string size;
  std::string value;  // of element i; empty: not said
};

// Everything that the line says. What is said in C++ is kept as it stands.
struct TryLine {
  int line = 0;  // in the file
  Computes computes = Computes::unknown;
  std::vector<std::pair<std::string, std::string>> constants;  // rows=1000, n=4*1024
  std::string type = "float";                                  // of a sum's elements
  std::string grid, block, shared_bytes = "0";
  std::string kernel;  // with its template arguments
  std::vector<Argument> arguments;
};

// All `try:` lines of a file with that text. Throws Failure(bad_usage) where there is none or one is not understood;
// the message starts with the file's name and the line.
std::vector<TryLine> parse_try_lines(const std::string& file, const std::string& text);

}  // namespace ladder::tried
