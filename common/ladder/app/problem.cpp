#include "ladder/app/problem.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <utility>

#include "ladder/base/mapped.hpp"

namespace ladder {

std::string options_in_words(const Problem& problem) {
  const auto names = mapped(problem.sizes, [](const SizeOption& size) { return "--" + size.name; });
  return fmt::format("{}", fmt::join(names, ", "));
}

std::vector<std::uint64_t> sample(std::uint64_t blocks) {
  constexpr std::uint64_t most = 4;
  std::vector<std::uint64_t> chosen;
  for (std::uint64_t i = 0; i < std::min(blocks, most); ++i) chosen.push_back(i * blocks / std::min(blocks, most));
  return chosen;
}

Values counted_size(Values size) {
  constexpr std::uint64_t most_elements = std::uint64_t{1} << 20, side = 1024;
  for (std::uint64_t& value : size) {
    std::uint64_t others = 1;
    for (const std::uint64_t& other : size) others *= &other == &value ? 1 : other;
    value = std::min(value, std::max(side, most_elements / others));
  }
  return size;
}

std::string in_lines(const Problem& problem) {
  const auto elements = problem.element_sizes == nullptr ? std::vector{4u} : problem.element_sizes();
  std::string text =
      fmt::format("name {}\nceiling {}\nelements {}\n", problem.name, problem.ceiling, fmt::join(elements, " "));
  for (const auto& [kind, sizes] : {std::pair{"profile", problem.profiled},
                                    {"bench", problem.timed},
                                    {"quick", problem.timed_quickly},
                                    {"sanitize", problem.sanitized}}) {
    for (const Values& values : sizes) {
      text += kind;
      for (std::size_t i = 0; i < values.size(); ++i) text += fmt::format(" --{} {}", problem.sizes[i].name, values[i]);
      text += "\n";
    }
  }
  return text;
}

}  // namespace ladder
