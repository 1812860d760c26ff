// The command line of a chapter's executable.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ladder {

struct Options {
  std::vector<std::string> variants;  // empty: all
  bool list = false;
  std::string device = "auto";
  int repeats = 21;
  bool peers = false;
  bool explain = false;
  bool limits = false;
  bool quiz = false;
  std::string gpu;      // whose limits; empty: of the one that runs or ran it, where its rates are recorded
  std::string records;  // to compare the limits with; empty: none
  std::string json;     // empty: none; "-": standard output
  std::string trace;    // empty: none; "-": standard output
  std::string show;     // empty: none; "-": standard output
  std::vector<std::optional<std::uint64_t>> sizes;
};

// An option that sets the problem's size, such as --rows.
struct SizeOption {
  std::string name;     // "rows"
  std::string meaning;  // for --help
  std::uint64_t least, most;
  std::uint64_t when_timed, when_counted;  // where it is not given: on an engine with a clock, and on one without
};

// The options, with one entry of `sizes` for each SizeOption. Nothing for --help and --version, which it answers
// itself. Throws Failure(bad_usage) with a message that names the option and what it takes.
std::optional<Options> parse_options(int argc, const char* const* argv, const std::string& chapter,
                                     const std::vector<SizeOption>& size_options);

}  // namespace ladder
