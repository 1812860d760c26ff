// What the names of a program stand for, as sides.cpp asks it: where one may stand for several things, it is left out.
#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <string_view>

#include "ladder/source/tokens.hpp"

namespace ladder::tried {

using Words = std::set<std::string_view>;

bool has_word(const Source& source, std::size_t begin, std::size_t end, const Words& words);

// `int f(`, and not `return f(`
bool is_declared_function(const Source& source, std::size_t i);

// Who may call a function: the sides for which it is compiled; or it is a kernel.
enum Callers : unsigned { host = 1, device = 2, kernel = 4 };

struct Function {
  unsigned callers = 0;   // of all of its name
  std::size_t token = 0;  // where the last one begins
};

// What is declared outside of functions, by name.
struct Names {
  std::map<std::string, Function> functions;      // the program's, and what its classes have
  std::map<std::string, Function> constructors;   // by their class
  std::set<std::string> variables;                // of the device
  std::set<std::string> several, called, system;  // names of several things; of all functions; of the system's
  std::set<std::string> library;                  // functions that the C++ library has for the host alone
  bool uses_std = false;                          // using namespace std
  bool launches_by_function = false;              // launch(kernel, ...), as an exercise does
};

Names names_in(const Source& source);

}  // namespace ladder::tried
