// The reporters that ./learn check asks for. `--reporter findings`: one unbroken line for each finding and for each
// check that was skipped, without what Catch2 says of itself and of its expressions; `--reporter verdict::out=FILE`:
// the same as JSON. `::Xfolder=step3_padded` says where the chapter lies, `::Xroot=FOLDER` in which folder that is.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <catch2/catch_test_case_info.hpp>
#include <catch2/reporters/catch_reporter_registrars.hpp>
#include <catch2/reporters/catch_reporter_streaming_base.hpp>
#include <string>
#include <vector>

#include "ladder/app/findings.hpp"
#include "ladder/app/in_turn.hpp"
#include "ladder/base/mapped.hpp"
#include "ladder/report/terminal.hpp"
#include "ladder/report/verdict.hpp"

namespace {

using ladder::Finding;

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
    const auto found = ladder::mapped(found_, ladder::at_the_call);
    return {folder(), ladder::in_turn(found, folder(), option("Xroot")), skipped_};
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
    for (const std::string& news : news_) m_stream << ladder::wrapped(ladder::unbroken(news), letters);
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
