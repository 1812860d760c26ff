#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <stdexcept>
#include <system_error>

#include "ladder/base/failure.hpp"
#include "ladder/base/files.hpp"

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
  // A device or a pipe is written to as it is; nothing can take its place. It stays open: who reads a pipe would take
  // its close for the end. Where nobody reads it, that is an error, and not to be waited for.
  std::error_code none;
  const auto status = std::filesystem::status(path, none);
  const bool replaceable = !std::filesystem::exists(status) || std::filesystem::is_regular_file(status);
  if (replaceable) temporary_ = fmt::format("{}.{}.part", path_, getpid());
  FILE* file = replaceable ? std::fopen(temporary_.c_str(), "w") : nullptr;
  if (!replaceable) device_ = open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NONBLOCK);
  if (file == nullptr && device_ < 0) {
    const int reason = errno;
    temporary_.clear();
    throw Failure(bad_usage, fmt::format("{}: cannot write '{}': {}", option_, path,
                                         reason == ENXIO ? "nobody reads it" : std::strerror(reason)));
  }
  if (device_ >= 0) fcntl(device_, F_SETFL, O_WRONLY);
  if (file == nullptr) return;
  std::fclose(file);
  std::remove(temporary_.c_str());
}

void OutputFile::commit(const std::string& text) {
  if (path_.empty()) return;
  const UninterruptedScope scope;
  const bool to_stdout = path_ == "-";
  FILE* file = to_stdout ? stdout : device_ >= 0 ? fdopen(dup(device_), "w") : std::fopen(temporary_.c_str(), "w");
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
