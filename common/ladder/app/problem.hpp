// A problem that kernels solve, such as the transpose: all that the rest of the course has to know of it, in one
// record.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "ladder/app/fixture.hpp"
#include "ladder/app/options.hpp"
#include "ladder/engine/engine.hpp"

namespace ladder {

using Values = std::vector<std::uint64_t>;  // one for each size option

struct Problem {
  std::string name;     // of one of them: "transpose", "sum"
  std::string ceiling;  // what no kernel is expected to beat, in a word: "copy", "read"
  std::vector<SizeOption> sizes;

  // Sizes for the tools: for ./learn profile, with and without ragged edges; for ./learn bench, and its --quick; for
  // ./learn sanitize, small and ragged.
  std::vector<Values> profiled, timed, timed_quickly, sanitized;

  double (*bytes)(const Engine&, const Values&);  // of a device's memory that a fixture of this size takes
  std::vector<std::string> (*variant_names)();    // of the chapter
  // What a variant asks of a GPU at this size, from a few blocks on the emulator: those of sample(). Null where that is
  // not known: then there are no limits. Throws std::bad_alloc where there are not enough addresses.
  memory_model::Demand (*demand)(const std::string& variant, const Values& size) = nullptr;
  Values told_of =
      {};  // where there is a demand, the size that the lessons tell of: of limits, where none is asked for
  // Throws std::bad_alloc where the engine has not enough memory.
  std::unique_ptr<Fixture> (*set_up)(Engine&, const Values&);
  std::string (*size_in_words)(const Values&) = nullptr;  // null: "1024 x 1024 floats"
  std::vector<unsigned> (*element_sizes)() = nullptr;     // in bytes, of the chapter's variants; null: floats alone
  // Where several processes may work on it together: they meet before the first call of an engine, which may change the
  // options, and part after the last one. Throws Failure.
  void (*begin)(Options&) = nullptr;
  void (*end)() = nullptr;
};

// The one that this executable's kernels solve. Its folder defines it.
extern const Problem problem;

// "--rows, --cols"
std::string options_in_words(const Problem& problem);

// Blocks for Problem::demand, of so many: 4, evenly spread, or all where there are no more.
std::vector<std::uint64_t> sample(std::uint64_t blocks);

// The size at which the emulator counts for another engine: at most 2^20 elements of it, or 1024 along each side.
Values counted_size(Values size);

// What the executable answers to scripts that ask `--problem`: a line for the name, one for the ceiling, one for the
// bytes of the chapter's elements ("elements 1 2"), and one for each size of each kind as options: "profile --rows 1024
// --cols 1024", with bench, quick and sanitize for the others.
std::string in_lines(const Problem& problem);

}  // namespace ladder
