// The accesses of a line of the source, as it writes them.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "ladder/engine/code_place.hpp"
#include "ladder/source/scope.hpp"
#include "ladder/source/used_twice.hpp"

namespace ladder {

// An access to an array, in a line of the source.
struct SourceAccess {
  CodePlace at;  // with its path
  Callers callers{};
  std::string array{};  // "tile"; empty where its name is not known
  bool is_store = false;
};

// A name with the indexes behind it; or a pointer of another type, and where it points to.
struct Subscripts {
  std::size_t base;  // a token
  std::vector<Range> indexes;
  bool is_cast = false;
};

// The one in the scope's line that is the access: of that name; else the only one on that side of the assignment. Where
// it is to have rows, of those with several indexes.
std::optional<Subscripts> subscripts_of(const Scope& scope, const SourceAccess& access, bool has_rows);

// The access as it is written: "tile[y][x ^ y]". Empty where it has no index, or is not known.
std::string written_in_source(const SourceAccess& access);

// What its function does further down with the variable to which this line, or the call that returns it, gives what it
// loads.
struct UsesOfLoaded {
  std::string lines{};      // "kernel.cuh:45 to 48"; empty: nothing
  CodePlace at{};           // the odd use, or the first one
  std::size_t callers = 0;  // of the line, that lie between
  std::optional<UsedTwice> odd{};
};
UsesOfLoaded uses_of_what_is_loaded(const CodePlace& at, const Callers& callers);

// The same of the array that the access loads from several times in its statement. Empty where there is nothing odd.
std::string used_twice_in_line(const SourceAccess& access);

// The type of the elements that an index in that line counts, where a pointer is made one to them there: "float4" of
// reinterpret_cast<const float4*>(row)[i]. Else nothing.
std::string wide_pointer_in(const CodePlace& at);

// Where a single line of the function around this one gives the array's elements their values, behind conditions:
// "kernel.cuh:49, behind if (i < count)". Else nothing.
std::string only_store_in_words(const CodePlace& line, const std::string& array);

}  // namespace ladder
