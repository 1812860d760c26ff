// The reporters that ./learn check asks for. `--reporter findings`: one unbroken line for each finding and for each
// check that was skipped, without what Catch2 says of itself and of its expressions; `--reporter verdict::out=FILE`:
// the same as JSON. `::Xfolder=step3_padded` says where the chapter lies, `::Xroot=FOLDER` in which folder that is.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <catch2/catch_test_case_info.hpp>
#include <catch2/reporters/catch_reporter_registrars.hpp>
#include <catch2/reporters/catch_reporter_streaming_base.hpp>
#include <string>
#include <vector>

#include "ladder/app/findings.hpp"
#include "ladder/base/pattern.hpp"
#include "ladder/report/terminal.hpp"
#include "ladder/report/verdict.hpp"

namespace {

using ladder::Finding;

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

std::string unbroken(const std::string& text) { return ladder::Pattern("\\s*\n\\s*").replaced_in(text, " "); }

// "../common/tests/checks.cpp:12", as the compiler was given it, from the root.
std::string place_of(const Catch::SourceLineInfo& source) {
  std::string path = source.file;
  while (path.starts_with("../")) path.erase(0, 3);
  return fmt::format("{}:{}", path, source.line);
}

// What both reporters have in common: all that was found, in order.
class Collector : public Catch::StreamingReporterBase {
 public:
  using StreamingReporterBase::StreamingReporterBase;

  void assertionEnded(const Catch::AssertionStats& stats) override {
    const Catch::AssertionResult& result = stats.assertionResult;
    if (result.getResultType() == Catch::ResultWas::ExplicitSkip) {
      skipped_.push_back(fmt::format("{} ({})", currentTestCaseInfo->name, std::string(result.getMessage())));
    }
    if (result.getResultType() == Catch::ResultWas::Warning) news_.emplace_back(result.getMessage());
    if (!result.isOk()) found_.push_back(ladder::reported != nullptr ? *ladder::reported : own_check(stats));
  }

 protected:
  std::string option(const std::string& name) const {
    const auto given = m_customOptions.find(name);
    return given == m_customOptions.end() ? "" : given->second;
  }
  std::string folder() const { return option("Xfolder"); }
  // Who else comes out right is known at the end.
  ladder::Verdict verdict() const {
    std::vector<Alike> all;
    for (const Finding& finding : found_) add(ladder::at_the_call(finding), all);
    std::stable_sort(all.begin(), all.end(),
                     [](const Alike& a, const Alike& b) { return turn_of(a.first) < turn_of(b.first); });
    ladder::Verdict verdict{folder(), {}, skipped_};
    for (const Alike& alike : all) {
      Finding& finding = verdict.findings.emplace_back(alike.first);
      if (!alike.also.empty()) finding.where += fmt::format("; also {}", fmt::join(alike.also, ", "));
    }
    return verdict;
  }

 private:
  // One that no Finding was given for: it says what it expected, and what stands beside it.
  Finding own_check(const Catch::AssertionStats& stats) const {
    const Catch::AssertionResult& result = stats.assertionResult;
    std::vector<std::string> where;
    for (const Catch::MessageInfo& info : stats.infoMessages) {
      const bool is_short = !info.message.empty() && info.message.find('\n') == std::string::npos;
      if (info.type == Catch::ResultWas::Info && is_short) where.push_back(info.message);
    }
    std::string words(result.getMessage());
    if (result.hasExpression()) {
      words = fmt::format("{}: {}: {}, and is {} {}", place_of(result.getSourceInfo()), currentTestCaseInfo->name,
                          result.getExpressionInMacro(), result.getExpandedExpression(), words);
    }
    return {result.hasExpression() ? "check" : "wrong_result", {}, words, fmt::format("{}", fmt::join(where, ", "))};
  }

  void add(Finding finding, std::vector<Alike>& all) const {
    finding.words = unbroken(finding.words);
    std::string& file = finding.at.file;
    const bool is_of_chapter = !file.empty() && file.find('/') == std::string::npos;
    if (is_of_chapter && !folder().empty()) file = folder() + "/" + file;
    if (finding.at.path.empty() && !file.empty()) finding.at.path = option("Xroot") + "/" + file;
    const auto known = std::find_if(all.begin(), all.end(), [&](const Alike& a) { return a.is_of(finding); });
    known != all.end() ? known->add(finding) : all.push_back({finding, {}});
  }

  std::vector<Finding> found_;
  std::vector<std::string> skipped_;

 protected:
  std::vector<std::string> news_;  // that are good: a line each
};

class FindingsReporter : public Collector {
 public:
  using Collector::Collector;
  static std::string getDescription() { return "one line for each finding; more at a terminal"; }

  void testRunEnded(const Catch::TestRunStats&) override {
    const ladder::Verdict found = verdict();
    const std::size_t letters = ladder::letters_of(stdout);
    const bool is_terminal = letters != std::string::npos, colour = ladder::shows_colour(stdout);
    for (const Finding& finding : found.findings) m_stream << ladder::in_lines(finding, letters, colour);
    for (const std::string& news : news_) m_stream << ladder::wrapped(unbroken(news), letters);
    if (is_terminal && !found.findings.empty()) return;  // nothing stands between an error and the verdict
    for (const std::string& check : found.not_checked) m_stream << ladder::wrapped("skipped: " + check, letters);
    m_stream.flush();
  }
};

class VerdictReporter : public Collector {
 public:
  using Collector::Collector;
  static std::string getDescription() { return "the findings as JSON"; }

  void testRunEnded(const Catch::TestRunStats&) override { m_stream << ladder::to_json({verdict()}) << std::flush; }
};

CATCH_REGISTER_REPORTER("findings", FindingsReporter)
CATCH_REGISTER_REPORTER("verdict", VerdictReporter)

}  // namespace
