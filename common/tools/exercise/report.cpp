// An examination in the lines that ./learn exercise prints.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>
#include <optional>

#include "ladder/report/terminal.hpp"
#include "tools/exercise/question.hpp"

namespace ladder::exercise {

std::string report_of(const Examination& found, const std::string& file, bool started, std::size_t letters,
                      bool colour) {
  std::string report;
  const auto add = [&](const std::string& label, const std::string& text, std::optional<Colour> of_label = {}) {
    const std::string line = wrapped(fmt::format("  {:<9} {}", label, text), letters);
    const std::size_t end = 2 + label.size();
    report += coloured(line.substr(0, end), of_label.value_or(Colour::green), of_label && colour) + line.substr(end);
  };
  // "exercise.cuh:20: ...", with the folder that it lies in, so that an editor can jump to it.
  const auto with_folder = [&](Finding finding) {
    if (finding.at.file == std::filesystem::path(file).filename()) finding.at.file = file;
    return with_place(finding);
  };
  if (!found.right_at.empty()) add("right", fmt::format("at {}", fmt::join(found.right_at, ", ")), Colour::green);
  if (!found.why_no_more.empty()) add("not asked", "at " + found.why_no_more);
  for (const Cost& cost : found.costs) {
    const std::string words = fmt::format("{}, {}", cost.what, cost.words);
    cost.within_limit ? add("good", words, Colour::green)
                      : add(cost.of_speed ? "too low" : "too much", words, Colour::red);
    if (!cost.enough.empty()) add("", cost.enough);
    if (cost.breach.found()) add("", with_folder(cost.breach));
  }
  if (const Cost* cost = found.too_much(); cost != nullptr && started) {
    report += fmt::format("The result is right, but {}.\n", cost->of_speed
                                                                ? "the kernel sets itself a limit that it need not have"
                                                                : "the kernel asks the memory for more than it has to");
  }
  if (!found.failures.empty()) {
    const std::string where = fmt::format("at {}:", found.wrong_at);
    started ? add(found.fault(), where, Colour::red) : add("not yet", where);
  }
  for (const Finding& failure : found.failures) add("", with_folder(failure));
  if (!found.good() && !started) report += fmt::format("Not started: {} has nothing between its marks.\n", file);
  return report;
}

}  // namespace ladder::exercise
