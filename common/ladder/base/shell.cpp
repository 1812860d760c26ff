#include "ladder/base/shell.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <system_error>

#include "ladder/base/files.hpp"

namespace ladder {

std::string shell_quoted(const std::string& text) {
  std::string quoted = "'";
  for (const char c : text) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

std::vector<std::string> output_lines(const std::string& command) {
  const Outcome outcome = outcome_of(command);
  std::fputs(outcome.err.c_str(), stderr);
  return lines_of(outcome.out);
}

Outcome outcome_of(const std::string& command) {
  const TemporaryFolder folder;
  const auto out = folder.path / "out", err = folder.path / "err";
  const int status = std::system(("{ " + command + "; } >" + shell_quoted(out) + " 2>" + shell_quoted(err)).c_str());
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, contents(out), contents(err)};
}

namespace {

std::filesystem::path new_folder() {
  std::string name = std::filesystem::temp_directory_path() / "ladder_XXXXXX";
  if (mkdtemp(name.data()) == nullptr) {
    throw std::filesystem::filesystem_error("no new folder", name, std::error_code(errno, std::generic_category()));
  }
  return name;
}

}  // namespace

TemporaryFolder::TemporaryFolder() : path(new_folder()) {}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path, ignored);
}

}  // namespace ladder
