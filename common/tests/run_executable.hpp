// Executables as a user meets them: exit status, and what goes to which stream.
#pragma once

#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

namespace ladder {

inline std::string contents(const std::filesystem::path& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

// A folder that goes with the test.
struct Folder {
  std::filesystem::path path;
  Folder() {
    static int count = 0;
    path = std::filesystem::temp_directory_path() /
           ("ladder_executable_" + std::to_string(getpid()) + "_" + std::to_string(++count));
    std::filesystem::create_directory(path);
  }
  ~Folder() { std::filesystem::remove_all(path); }
};

struct Outcome {
  int status;
  std::string out, err;
};

// arguments: as the shell takes them.
inline Outcome run_executable(const std::string& executable, const std::string& arguments) {
  const Folder folder;
  const std::filesystem::path out = folder.path / "out", err = folder.path / "err";
  const std::string command = "'" + executable + "' " + arguments + " >'" + out.string() + "' 2>'" + err.string() + "'";
  const int status = std::system(command.c_str());
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, contents(out), contents(err)};
}

}  // namespace ladder
