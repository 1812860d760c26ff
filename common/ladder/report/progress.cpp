#include "ladder/report/progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>

namespace ladder {
namespace {

std::string duration_in_words(double seconds) {
  if (seconds >= 90) return fmt::format("{:.0f} minutes", seconds / 60);
  const double whole = std::max(1.0, std::round(seconds));
  return fmt::format("{:.0f} second{}", whole, whole == 1 ? "" : "s");
}

}  // namespace

std::string progress_in_words(std::uint64_t done, std::uint64_t blocks, double seconds) {
  const double share = static_cast<double>(done) / static_cast<double>(blocks);
  return fmt::format("{:.0f} % of {} blocks have run; about {} to go", std::floor(100 * share), blocks,
                     duration_in_words(seconds * (1 - share) / share));
}

ProgressLine::ProgressLine(std::FILE* stream, std::function<double()> clock)
    : stream_(stream), clock_(std::move(clock)), on_terminal_(isatty(fileno(stream)) != 0) {}

double ProgressLine::seconds_now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

void ProgressLine::operator()(std::uint64_t done, std::uint64_t blocks) {
  const double now = clock_(), pause = on_terminal_ ? (is_shown_ ? 0.2 : 2) : 10;
  if (done < done_) began_ = said_ = now;
  done_ = done;
  const char* const begin = on_terminal_ ? "\r\033[K" : "";
  if (done == blocks) {
    if (is_shown_ && on_terminal_) fmt::print(stream_, "{}", begin);
    is_shown_ = false;
    done_ = UINT64_MAX;
  } else if (now - said_ >= pause) {
    fmt::print(stream_, "{}{}{}", begin, progress_in_words(done, blocks, now - began_), on_terminal_ ? "" : "\n");
    said_ = now;
    is_shown_ = true;
  }
  std::fflush(stream_);
}

}  // namespace ladder
