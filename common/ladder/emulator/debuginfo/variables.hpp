// The variables that the debug information knows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "ladder/emulator/debuginfo/array_shapes.hpp"

namespace ladder::emulator {

struct Variable {
  std::string function;                  // that it is local to, as the linker has it; empty where that is not said
  std::optional<std::uintptr_t> offset;  // in the thread-local segment
  std::size_t bytes;
  ArrayShape shape;
  bool is_dynamic;  // declared here, and as large as a launch says
};
using Variables = std::multimap<std::string, Variable>;  // by name

// By the debug information: dwarf_variables.cpp.
Variables read_variables();

}  // namespace ladder::emulator
