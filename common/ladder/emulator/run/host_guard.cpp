#include "ladder/emulator/run/host_guard.hpp"

#include <execinfo.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <string_view>

#include "ladder/emulator/debuginfo/source_lines.hpp"
#include "ladder/platform/interrupted_thread.hpp"

namespace ladder::emulator {
namespace {

constexpr int most_frames = 64;

[[noreturn]] void end_with(std::string_view words) {
  [[maybe_unused]] const auto written = write(STDERR_FILENO, words.data(), words.size());
  _exit(1);
}

bool is_own(const std::string& path) {
  return !path.empty() && path.find("/include/") == std::string::npos &&
         path.find("common/ladder/") == std::string::npos;
}

// "transposes.cuh:24", of the innermost function, inlined or not, that is neither the library's nor the compiler's.
std::string own_line(void* const* frames, int count) {
  for (int i = 0; i < count; ++i) {
    const auto site = reinterpret_cast<std::uintptr_t>(frames[i]);
    Callers lines = calling_lines(site);
    lines.insert(lines.begin(), source_line(site));
    const auto own = std::ranges::find_if(lines, [](const CodePlace& line) { return is_own(line.path); });
    if (own != lines.end()) return fmt::format("{}:{}", own->file, own->line);
  }
  return "somewhere";
}

HostGuard::Touch asked = nullptr;
double most_seconds = 0;
std::string whose_code;

void on_host_signal(int signal, siginfo_t* info, void* context) {
  if (asked != nullptr && (signal == SIGSEGV || signal == SIGBUS)) {
    const auto wrong = asked(info->si_addr, instruction(*static_cast<ucontext_t*>(context)) + 1);
    if (!wrong) return;
    if (!wrong->empty()) end_with(*wrong + "\n");
  }
  // To find the line takes memory, and the C library may have been interrupted where it holds its locks, or find the
  // damage once more. Then this comes a second time.
  static volatile std::sig_atomic_t is_looking = 0;
  if (is_looking != 0)
    end_with("somewhere: the host's code breaks off: does it, or a copy, go behind its own memory?\n");
  is_looking = 1;
  constexpr unsigned long_enough = 2;  // seconds
  alarm(long_enough);
  void* frames[most_frames];
  const std::string line = own_line(frames, backtrace(frames, most_frames));
  if (signal == SIGALRM) {
    end_with(
        fmt::format("{}: the host's code was still running here after {:g} seconds: does the loop end? "
                    "(LADDER_TIME_LIMIT=SECONDS gives it more time)\n",
                    line, most_seconds));
  }
  end_with(fmt::format("{}: the host's code breaks off here{}: does it, or a copy, go behind its own memory?\n", line,
                       whose_code));
}

}  // namespace

HostGuard::HostGuard(Touch touch, double patience, const std::string& whose) {
  asked = touch;
  whose_code = whose;
  most_seconds = patience * time_limit().count();
  void* frame;
  backtrace(&frame, 1);  // its first call allocates
  struct sigaction action {};
  action.sa_sigaction = on_host_signal;
  action.sa_flags = SA_SIGINFO | SA_NODEFER;
  for (std::size_t i = 0; i < std::size(signals); ++i) sigaction(signals[i], &action, &before_[i]);
  timer_.emplace(SIGALRM, patience * time_limit(), false);
}

HostGuard::~HostGuard() {
  timer_.reset();
  for (std::size_t i = 0; i < std::size(signals); ++i) sigaction(signals[i], &before_[i], nullptr);
}

}  // namespace ladder::emulator
