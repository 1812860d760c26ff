// try_wrapper FILE: writes the C++ that launches FILE's kernels as its `try:` lines say to standard output.
// try_wrapper --unsupported FILE: names what the emulator does not have, a line each.
#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "ladder/base/failure.hpp"
#include "ladder/chapter/options.hpp"
#include "tools/try/unsupported.hpp"
#include "tools/try/wrapper.hpp"

using namespace ladder;

namespace {

std::string contents(const std::string& path) {
  std::ifstream file(path);
  std::ostringstream text;
  if (!std::filesystem::is_regular_file(path) || !(text << file.rdbuf())) {
    throw Failure(bad_usage, path + ": cannot be read");
  }
  return text.str();
}

// As it can stand in an #include.
std::string canonical(const std::string& path) {
  std::string found = std::filesystem::canonical(path);
  if (found.find_first_of("\"\\\n") != std::string::npos) {
    throw Failure(bad_usage,
                  found + ": a path with a quote, a backslash or a line's end cannot be included; rename it");
  }
  return found;
}

}  // namespace

int main(int argc, char** argv) {
  const bool unsupported = argc == 3 && std::string(argv[1]) == "--unsupported";
  if (argc != 2 && !unsupported) {
    fmt::print(stderr, "usage: try_wrapper [--unsupported] FILE\n");
    return bad_usage;
  }
  const std::string path = argv[argc - 1];
  const std::string name = std::filesystem::path(path).filename();
  try {
    const std::string text = contents(path);
    if (unsupported) {
      for (const std::string& line : tried::find_unsupported(name, text)) fmt::print("{}\n", line);
    } else {
      fmt::print("{}", tried::wrapper(canonical(path), tried::parse_try_lines(name, text)));
    }
  } catch (const Failure& failure) {
    fmt::print(stderr, "error: {}\n", failure.what());
    return failure.status;
  }
  return all_verified;
}
