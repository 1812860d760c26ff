#include "ladder/base/shell.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <system_error>
#include <utility>

#include "ladder/base/input_file.hpp"

namespace ladder {

std::string shell_quoted(const std::string& text) {
  std::string quoted = "'";
  for (const char c : text) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

std::vector<std::string> output_lines(const std::string& command) {
  std::vector<std::string> lines;
  const std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen(command.c_str(), "r"), pclose);
  if (pipe == nullptr) return lines;
  std::string line;
  for (int c; (c = std::fgetc(pipe.get())) != EOF;) {
    if (c == '\n') {
      lines.push_back(std::move(line));
      line.clear();
    } else {
      line += static_cast<char>(c);
    }
  }
  return lines;
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
