// How a launch does not come to its end, or does not begin.
#pragma once

#include <stdexcept>
#include <string>

namespace ladder::emulator {

enum class LaunchEnd { failure, assertion, time_limit };

// The kernel broke off.
class BrokenLaunch : public std::runtime_error {
 public:
  BrokenLaunch(LaunchEnd end, const std::string& words) : std::runtime_error(words), end_(end) {}
  LaunchEnd end() const { return end_; }

 private:
  LaunchEnd end_;
};

// The blocks of a cooperative launch do not fit on the GPU at once.
class TooManyBlocks : public std::invalid_argument {
  using std::invalid_argument::invalid_argument;
};

}  // namespace ladder::emulator
