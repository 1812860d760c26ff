// The command line of a chapter's executable.
#pragma once

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace CLI {
class App;
class Validator;
}  // namespace CLI

namespace ladder {

// Exit status of every executable.
enum ExitStatus { all_verified = 0, wrong_or_hazard = 1, bad_usage = 2, device_missing = 3 };

// What ends the program early with one line on stderr.
struct Failure : std::runtime_error {
  Failure(ExitStatus status, const std::string& message) : std::runtime_error(message), status(status) {}
  ExitStatus status;
};

struct Options {
  std::vector<std::string> variants;  // empty: all
  bool list = false;
  std::string device = "auto";
  int repeats = 21;
  bool peers = false;
  bool explain = false;
  std::string json;   // empty: none; "-": standard output
  std::string trace;  // likewise
  std::vector<std::optional<std::uint64_t>> sizes;
};

// For an option that takes one of these words; said so where it is none of them.
CLI::Validator one_of(const std::vector<std::string>& words);

// Reads the command line. False for --help and --version, which it answers itself. Throws Failure(bad_usage) with one
// line that names the option and what it takes.
bool parsed(CLI::App& app, int argc, const char* const* argv);

// An option that sets the problem's size, such as --rows.
struct SizeOption {
  std::string name;     // "--rows"
  std::string meaning;  // for --help
  std::uint64_t least, most;
};

// The options, with one entry of `sizes` for each SizeOption. Nothing for --help and --version, which it answers
// itself. Throws Failure(bad_usage) with a message that names the option and what it takes.
std::optional<Options> parse_options(int argc, const char* const* argv, const std::string& chapter,
                                     const std::vector<SizeOption>& size_options);

}  // namespace ladder
