// How far a long launch has come, for somebody who waits.
#pragma once

#include <cstdint>
#include <cstdio>
#include <functional>
#include <string>

namespace ladder {

// "37 % of 262144 blocks have run; about 2 minutes to go", after so many seconds.
std::string progress_in_words(std::uint64_t done, std::uint64_t blocks, double seconds);

// Says so of launches that take long: on a terminal in one line, which it takes away in the end; elsewhere in a line
// now and then. To be called as Progress is.
class ProgressLine {
 public:
  // clock: seconds from any moment on; for tests.
  explicit ProgressLine(std::FILE* stream, std::function<double()> clock = seconds_now);

  void operator()(std::uint64_t done, std::uint64_t blocks);

  static double seconds_now();

 private:
  std::FILE* stream_;
  std::function<double()> clock_;
  bool on_terminal_;
  double began_ = 0, said_ = 0;      // the launch, and what was said last
  std::uint64_t done_ = UINT64_MAX;  // of it; less than before: another launch
  bool is_shown_ = false;
};

}  // namespace ladder
