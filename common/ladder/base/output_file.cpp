#include "ladder/base/output_file.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <stdexcept>
#include <system_error>

#include "ladder/base/failure.hpp"

namespace ladder {
namespace {

// Signals that end the program wait until the end of this scope.
class UninterruptedScope {
 public:
  UninterruptedScope() {
    sigset_t ending;
    sigemptyset(&ending);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) sigaddset(&ending, signal);
    pthread_sigmask(SIG_BLOCK, &ending, &before_);
  }
  ~UninterruptedScope() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  UninterruptedScope(UninterruptedScope&&) = delete;

 private:
  sigset_t before_;
};

}  // namespace

OutputFile::OutputFile(const std::string& path, const std::string& option) : path_(path), option_(option) {
  if (path.empty() || path == "-") return;
  path_ = std::filesystem::absolute(path);  // also where the program goes to another folder
  // Where an option's file is left out, the next word is taken, which may be a program or an answer.
  const std::string kind = std::filesystem::path(path).extension();
  if (kind == ".cu" || kind == ".cuh" || kind == ".cpp" || kind == ".hpp" || kind == ".h" || kind == ".c") {
    throw Failure(bad_usage, fmt::format("{}: '{}' is named as source code, which is not overwritten", option_, path));
  }
  // A device or a pipe is written to as it is; nothing can take its place.
  std::error_code none;
  const auto status = std::filesystem::status(path, none);
  const bool replaceable = !std::filesystem::exists(status) || std::filesystem::is_regular_file(status);
  if (replaceable) temporary_ = fmt::format("{}.{}.part", path_, getpid());
  FILE* file = std::fopen(replaceable ? temporary_.c_str() : path.c_str(), "w");
  if (file == nullptr) {
    const int reason = errno;
    temporary_.clear();
    throw Failure(bad_usage, fmt::format("{}: cannot write '{}': {}", option_, path, std::strerror(reason)));
  }
  std::fclose(file);
  if (replaceable) std::remove(temporary_.c_str());
}

void OutputFile::commit(const std::string& text) {
  if (path_.empty()) return;
  const UninterruptedScope scope;
  const bool to_stdout = path_ == "-";
  FILE* file = to_stdout ? stdout : std::fopen(temporary_.empty() ? path_.c_str() : temporary_.c_str(), "w");
  bool written = file != nullptr && std::fwrite(text.data(), 1, text.size(), file) == text.size();
  if (file != nullptr) written = std::fflush(file) == 0 && written;
  if (file != nullptr && !to_stdout) written = std::fclose(file) == 0 && written;
  if (written && !temporary_.empty()) written = std::rename(temporary_.c_str(), path_.c_str()) == 0;
  if (!written) {
    const int reason = errno;
    if (!temporary_.empty()) std::remove(temporary_.c_str());
    throw std::runtime_error(fmt::format("{}: cannot write '{}': {}", option_, path_, std::strerror(reason)));
  }
}

}  // namespace ladder
