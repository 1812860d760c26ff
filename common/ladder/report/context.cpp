#include "ladder/report/context.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <chrono>

namespace ladder {

Context make_context(int argc, const char* const* argv, const std::string& device) {
  const auto now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  const std::vector<std::string> words(argv, argv + argc);
  return {fmt::format("{:%Y-%m-%dT%H:%M:%S+00:00}", fmt::gmtime(now)), fmt::format("{}", fmt::join(words, " ")),
          device};
}

}  // namespace ladder
