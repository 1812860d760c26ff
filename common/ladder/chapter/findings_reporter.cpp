// The reporter that ./learn check asks for, `--reporter findings`: one unbroken line for each finding and for each
// check that was skipped, without what Catch2 says of itself and of its expressions.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <catch2/catch_test_case_info.hpp>
#include <catch2/reporters/catch_reporter_registrars.hpp>
#include <catch2/reporters/catch_reporter_streaming_base.hpp>
#include <regex>
#include <string>
#include <vector>

#include "ladder/chapter/findings.hpp"

namespace {

struct Finding {
  std::string kind;  // what it has in common with others that are alike
  std::string words;
  std::vector<std::string> wheres;  // "tile_32x8 at 31x33 on the emulator"
  int turn = 1;                     // what explains others comes first
};

std::string in_one_line(const std::string& text) { return std::regex_replace(text, std::regex("\\s*\\n\\s*"), " "); }

// Of "kernel.cuh:33: race on shared tile[0][1]: thread ..." what comes before the element: several variants may have
// the same bug. What names no line is of a kind of its own.
std::string kind_of(const std::string& words, const std::string& where) {
  static const std::regex of_a_line(R"(^\S+:\d+: [^:\[]+)");
  std::smatch found;
  return std::regex_search(words, found, of_a_line) ? found.str() : words + where;
}

// "../common/tests/checks.cpp:12", as the compiler was given it, from the root.
std::string place_of(const Catch::SourceLineInfo& source) {
  std::string path = source.file;
  while (path.starts_with("../")) path.erase(0, 3);
  return fmt::format("{}:{}", path, source.line);
}

// "; also pad1_32x32, pad1_32x8"
std::string also(const std::vector<std::string>& wheres) {
  std::vector<std::string> variants;
  for (const std::string& where : wheres) {
    const std::string variant = where.substr(0, where.find(" at "));
    if (std::find(variants.begin(), variants.end(), variant) == variants.end()) variants.push_back(variant);
  }
  variants.erase(variants.begin());
  return variants.empty() ? "" : fmt::format("; also {}", fmt::join(variants, ", "));
}

class FindingsReporter : public Catch::StreamingReporterBase {
 public:
  using StreamingReporterBase::StreamingReporterBase;
  static std::string getDescription() { return "one line for each finding"; }

  void assertionEnded(const Catch::AssertionStats& stats) override {
    const Catch::AssertionResult& result = stats.assertionResult;
    if (result.getResultType() == Catch::ResultWas::ExplicitSkip) {
      skipped_.push_back(fmt::format("skipped: {} ({})", currentTestCaseInfo->name, std::string(result.getMessage())));
    }
    if (result.isOk()) return;
    std::vector<std::string> where;
    int turn = result.hasExpression() ? 2 : 1;  // such a check names a line of itself, and none of a kernel
    for (const Catch::MessageInfo& info : stats.infoMessages) {
      const bool is_short = !info.message.empty() && info.message.find('\n') == std::string::npos;
      if (info.type != Catch::ResultWas::Info || !is_short) continue;
      if (info.message == ladder::names_index) {
        turn = 0;
      } else {
        where.push_back(info.message);
      }
    }
    std::string words(result.getMessage());
    if (result.hasExpression()) {
      words = fmt::format("{}: {}: {}, and is {} {}", place_of(result.getSourceInfo()), currentTestCaseInfo->name,
                          result.getExpressionInMacro(), result.getExpandedExpression(), words);
    }
    add(in_one_line(words), fmt::format("{}", fmt::join(where, ", ")), turn);
  }

  void testRunEnded(const Catch::TestRunStats&) override {
    std::stable_sort(findings_.begin(), findings_.end(),
                     [](const Finding& a, const Finding& b) { return a.turn < b.turn; });
    for (const Finding& finding : findings_) {
      const std::string& where = finding.wheres.front();
      m_stream << finding.words << (where.empty() ? "" : fmt::format(" ({}{})", where, also(finding.wheres))) << '\n';
    }
    for (const std::string& check : skipped_) m_stream << check << '\n';
    m_stream.flush();
  }

 private:
  void add(const std::string& words, const std::string& where, int turn) {
    const std::string kind = kind_of(words, where);
    const auto known =
        std::find_if(findings_.begin(), findings_.end(), [&](const Finding& f) { return f.kind == kind; });
    if (known == findings_.end()) return findings_.push_back({kind, words, {where}, turn});
    known->wheres.push_back(where);
  }

  std::vector<Finding> findings_;
  std::vector<std::string> skipped_;
};

CATCH_REGISTER_REPORTER("findings", FindingsReporter)

}  // namespace
