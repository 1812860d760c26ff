#include "ladder/report/result.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "ladder/report/explain.hpp"
#include "ladder/report/terminal.hpp"
#include "ladder/source/declarations.hpp"

namespace ladder {
namespace {

// The cause and what is wrong; nothing where nothing is.
Finding wrong_result(const Result& result) {
  Finding wrong = result.cause;
  if (result.failure.empty() && !wrong.found()) return wrong;
  wrong.rule = "wrong_result";
  wrong.variant = result.variant;
  if (!result.failure.empty()) wrong.words += (wrong.words.empty() ? "" : "; ") + result.failure;
  return wrong;
}

}  // namespace

std::string grouped(std::uint64_t count) { return memory_model::in_full(static_cast<double>(count)); }

std::string in_words(const Sizes& sizes) {
  if (sizes.size() == 1) return grouped(sizes.front().second);
  return fmt::format("{}", fmt::join(mapped(sizes, &Sizes::value_type::second), "x"));
}

std::string in_words_with_unit(const Sizes& sizes) {
  return in_words(sizes) + (sizes.size() == 1 ? " " + sizes.front().first : "");
}

void adopt_observation(const Observation& observation, Result& result) {
  static_cast<Observed&>(result) = observation;
  result.counters = observation.counters;
  result.trace = observation.trace;
}

void adopt_hazards(const Observation& observation, Result& result) {
  result.hazards = observation.hazards;
  result.places = observation.places;
  result.remarks = observation.remarks;
  result.trace = observation.trace;
}

void adopt_stop(const StoppedRun& stopped, Result& result) {
  adopt_hazards(stopped.seen, result);
  result.failure = stopped.what();
  if (stopped.place.file.empty()) return;
  result.cause.rule = "wrong_result";
  result.cause.at = stopped.place;
  result.failure.erase(0, with_place(result.cause).size());
}

void adopt_counts(const Result& emulated, Result& result) {
  static_cast<Observed&>(result) = emulated;
  result.counters = emulated.counters;
  result.counted_at = emulated.sizes;
  if (!emulated.verified && result.verified) {
    result.verified = false;
    result.failure = "on the emulator: " + emulated.failure;
  }
}

std::vector<Finding> hazards_of(const Result& result, bool is_good) {
  const auto finding = [&](const PlacedHazard& hazard, std::size_t index) {
    Finding found{hazard.rule,    hazard.thread.at,
                  hazard.words,   hazard.launched_at.empty() ? "" : "launched at " + hazard.launched_at,
                  hazard.element, result.variant,
                  hazard.turn,    hazard.explains_others || hazard.index.has_value()};
    found.is_aside = hazard.is_aside;
    found.callers = hazard.callers;
    found.hazard = index;
    const std::size_t place = with_place(found.at, "").size();
    found.words.erase(0, place);
    found.headline = hazard.headline - std::min(place, hazard.headline);
    return found;
  };
  std::vector<Finding> findings, behind;
  std::size_t index = result.places.size();
  for (const PlacedHazard& remark : result.remarks) {
    const Finding found = finding(remark, index++);
    if (remark.is_aside && result.failure.empty() && !result.hazards.any()) continue;
    // Beyond its row: two threads then meet, or one leaves the array, with an index that neither of them has.
    if (!is_good) (remark.index ? findings : behind).push_back(found);
  }
  index = 0;
  for (const PlacedHazard& hazard : result.places) findings.push_back(finding(hazard, index++));
  findings.insert(findings.end(), behind.begin(), behind.end());
  return findings;
}

std::vector<Finding> findings_about(const Result& result) {
  std::vector<Finding> findings = hazards_of(result);
  Finding wrong = wrong_result(result);
  // A thread that has ended, which is said of no element, may have had to do what nobody did.
  const auto has_ended = [](const Finding& f) { return f.rule == "remark" && f.element.empty(); };
  if (wrong.is_of_nobody && std::any_of(findings.begin(), findings.end(), has_ended)) wrong.explains_others = false;
  const auto aside = std::find_if(findings.begin(), findings.end(), [](const Finding& f) { return f.is_aside; });
  if (aside != findings.end() && in_words(aside->at) == in_words(wrong.at)) wrong.is_of_nobody = false;  // it says why
  // What a hazard makes wrong is no news without a line.
  const bool is_told = result.hazards.any() && wrong.at.file.empty();
  if (wrong.found() && !is_told)
    findings.insert(wrong.explains_others ? findings.begin() : wrong.is_of_nobody ? findings.end() : aside, wrong);
  for (Finding& finding : findings) {  // what the kernel's row gives for what is told
    std::string values = template_values(finding.at, result.row, finding.words);
    for (const CodePlace& at : finding.callers) values += template_values(at, result.row, finding.words);
    if (values.empty()) values = constants_of_file(finding.at, finding.words);
    if (!values.empty()) finding.words += (finding.words.ends_with('?') ? " " : "; ") + values;
  }
  return findings;
}

std::string failure_in_words(const Result& result) { return with_place(wrong_result(result)); }

std::string each_once(const std::vector<std::string>& words, const char* between) {
  std::vector<std::string> different;
  for (const std::string& word : words) {
    const bool is_known = std::find(different.begin(), different.end(), word) != different.end();
    if (!word.empty() && !is_known) different.push_back(word);
  }
  return fmt::format("{}", fmt::join(different, between));
}

std::string share_of_ceiling(const Result& result) {
  return "of " + (result.ceiling.empty() ? "copy" : result.ceiling);
}

std::string explanations(const std::vector<Result>& results) {
  std::string text;
  for (const Result& result : results) {
    if (result.lines) text += fmt::format("\n{}\n{}", result.variant, explain(result.lines()));
  }
  return text;
}

std::string failures(const std::vector<Result>& results, std::size_t letters, bool colour) {
  std::vector<std::pair<Finding, std::string>> all;  // with the variants that it is said of
  for (const Result& result : results) {
    for (const Finding& finding : findings_about(result)) {
      const std::string variant = result.chapter + "/" + result.variant;
      const auto said = std::ranges::find(all, with_place(finding), [](auto& one) { return with_place(one.first); });
      if (said == all.end()) {
        all.emplace_back(finding, variant);
      } else if (said->second != variant) {
        said->second += ", " + result.variant;
      }
    }
  }
  std::string text;
  for (const auto& [finding, variants] : all) {
    text += shown(finding, variants + ": " + with_place(finding.at, ""), "", letters, colour);
  }
  return text;
}

}  // namespace ladder
