#include "tests/planted/complaints.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace ladder::planted {
namespace {

bool is_as(const Expected& expected, const Finding& finding) {
  const std::string& element = expected.element;
  const bool of_element = finding.element == element || finding.element.starts_with(element + "[");
  return finding.rule == expected.rule && (element.empty() || of_element) &&
         (expected.line == 0 || (finding.at.line == expected.line && finding.at.file == expected.file)) &&
         std::all_of(expected.words.begin(), expected.words.end(),
                     [&](const std::string& some) { return finding.words.find(some) != std::string::npos; });
}

}  // namespace

bool is_among(const Expected& expected, const std::vector<Finding>& findings) {
  const auto end =
      expected.first ? findings.begin() + std::min<std::ptrdiff_t>(1, std::ssize(findings)) : findings.end();
  return std::any_of(findings.begin(), end, [&](const Finding& finding) { return is_as(expected, finding); });
}

std::string in_lines(const std::vector<Finding>& findings) {
  std::string lines;
  for (const Finding& finding : findings)
    lines += fmt::format("{} {} | {}\n", finding.rule, finding.element, with_place(finding));
  return lines;
}

std::string in_line(const Expected& expected) {
  return fmt::format("{} {} at {}:{}, with \"{}\"{}", expected.rule, expected.element, expected.file, expected.line,
                     fmt::join(expected.words, "\", \""), expected.first ? ", first" : "");
}

}  // namespace ladder::planted
