#include "ladder/app/in_turn.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "ladder/base/pattern.hpp"

namespace ladder {
namespace {

// One that may stand for several that are alike: the same bug, in other variants or at other sizes.
struct Alike {
  Finding first;
  std::vector<std::string> also;  // other variants that show it

  bool is_of(const Finding& other) const {
    const bool same_place =
        first.rule == other.rule && first.at.file == other.at.file && first.at.line == other.at.line;
    return same_place && (!first.at.file.empty() || (first.words == other.words && first.where == other.where));
  }
  void add(const Finding& other) {
    const bool is_known =
        other.variant == first.variant || std::find(also.begin(), also.end(), other.variant) != also.end();
    if (!is_known) also.push_back(other.variant);
  }
};

// What explains others comes first, and of that what is proved; what names no line of a kernel behind what does; checks
// of the course's own last.
int turn_of(const Finding& finding) {
  if (finding.explains_others) return finding.is_proved ? 0 : 1;
  return finding.rule == "check" ? 4 : finding.at.file.empty() ? 3 : 2;
}

}  // namespace

std::string unbroken(const std::string& text) { return Pattern("\\s*\n\\s*").replaced_in(text, " "); }

std::vector<Finding> in_turn(const std::vector<Finding>& found, const std::string& folder, const std::string& root) {
  std::vector<Alike> all;
  for (Finding finding : found) {
    finding.words = unbroken(finding.words);
    std::string& file = finding.at.file;
    const bool is_of_chapter = !file.empty() && file.find('/') == std::string::npos;
    if (is_of_chapter && !folder.empty()) file = folder + "/" + file;
    if (finding.at.path.empty() && !file.empty()) finding.at.path = root + "/" + file;
    const auto known = std::ranges::find_if(all, [&](const Alike& alike) { return alike.is_of(finding); });
    known != all.end() ? known->add(finding) : all.push_back({finding, {}});
  }
  std::ranges::stable_sort(all, {}, [](const Alike& alike) { return turn_of(alike.first); });
  std::vector<Finding> told;
  for (const Alike& alike : all) {
    told.push_back(alike.first);
    if (!alike.also.empty()) told.back().where += fmt::format("; also {}", fmt::join(alike.also, ", "));
  }
  return told;
}

}  // namespace ladder
