// The reporters that ./learn check asks for. `--reporter findings`: one unbroken line for each finding and for each
// check that was skipped, without what Catch2 says of itself and of its expressions; `--reporter verdict::out=FILE`:
// the same as JSON. `::Xfolder=step3_padded` says where the chapter lies.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <catch2/catch_test_case_info.hpp>
#include <catch2/reporters/catch_reporter_registrars.hpp>
#include <catch2/reporters/catch_reporter_streaming_base.hpp>
#include <string>
#include <vector>

#include "ladder/base/pattern.hpp"
#include "ladder/chapter/findings.hpp"
#include "ladder/engine/emulator/checks/hazard_words.hpp"
#include "ladder/report/verdict.hpp"

namespace {

using ladder::Finding;
using ladder::Pattern;

// One that may stand for several that are alike.
struct Alike {
  std::string kind;  // what they have in common
  Finding first;
  std::vector<std::string> wheres;  // "tile_32x8 at 31x33 on the emulator"
  int turn = 1;                     // what explains others comes first
};

std::string unbroken(const std::string& text) { return Pattern("\\s*\n\\s*").replaced_in(text, " "); }

// Of "kernel.cuh:33: race on shared tile[0][1]: thread ..." what comes before the element: several variants may have
// the same bug. What names no line is of a kind of its own.
std::string kind_of(const std::string& words, const std::string& where) {
  static const Pattern of_a_line(R"(^\S+:[0-9]+: [^:[]+)");
  const Pattern::Found found = of_a_line.first_in(words);
  return found.empty() ? words + where : found[0];
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

// Words that may begin with a line, "kernel.cuh:33: ", of a file in the chapter's folder or with a path of its own.
Finding finding(const std::string& rule, const std::string& words, const std::string& folder) {
  static const Pattern of_a_line(R"((\S+):([0-9]+): (.*))");
  const Pattern::Found part = of_a_line.whole(words);
  if (part.empty()) return {rule, "", 0, words, ""};
  const std::string& file = part[1];
  const bool is_of_chapter = !folder.empty() && file.find('/') == std::string::npos;
  return {rule, is_of_chapter ? folder + "/" + file : file, std::stoi(part[2]), part[3], ""};
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
    if (result.isOk()) return;
    std::vector<std::string> where;
    int turn = result.hasExpression() ? 2 : 1;  // such a check names a line of itself, and none of a kernel
    std::string rule = result.hasExpression() ? "check" : "wrong_result";
    for (const Catch::MessageInfo& info : stats.infoMessages) {
      const bool is_short = !info.message.empty() && info.message.find('\n') == std::string::npos;
      if (info.type != Catch::ResultWas::Info || !is_short) continue;
      if (info.message == ladder::names_index) {
        turn = 0;
      } else if (info.message == ladder::of_contract) {
        rule = "contract";
      } else {
        where.push_back(info.message);
      }
    }
    std::string words(result.getMessage());
    if (result.hasExpression()) {
      words = fmt::format("{}: {}: {}, and is {} {}", place_of(result.getSourceInfo()), currentTestCaseInfo->name,
                          result.getExpressionInMacro(), result.getExpandedExpression(), words);
    }
    add(rule, unbroken(words), fmt::format("{}", fmt::join(where, ", ")), turn);
  }

 protected:
  std::string folder() const {
    const auto given = m_customOptions.find("Xfolder");
    return given == m_customOptions.end() ? "" : given->second;
  }
  ladder::Verdict verdict() {
    std::stable_sort(found_.begin(), found_.end(), [](const Alike& a, const Alike& b) { return a.turn < b.turn; });
    ladder::Verdict verdict{folder(), {}, skipped_};
    for (const Alike& alike : found_) {
      verdict.findings.push_back(alike.first);
      const std::string& where = alike.wheres.front();
      if (!where.empty()) verdict.findings.back().where = where + also(alike.wheres);
    }
    return verdict;
  }

 private:
  void add(const std::string& rule, const std::string& words, const std::string& where, int turn) {
    const std::string kind = kind_of(words, where);
    const auto known = std::find_if(found_.begin(), found_.end(), [&](const Alike& a) { return a.kind == kind; });
    if (known != found_.end()) return known->wheres.push_back(where);
    const std::string hazard = ladder::emulator::kind_in(words);
    found_.push_back({kind, finding(hazard.empty() ? rule : hazard, words, folder()), {where}, turn});
  }

  std::vector<Alike> found_;
  std::vector<std::string> skipped_;
};

class FindingsReporter : public Collector {
 public:
  using Collector::Collector;
  static std::string getDescription() { return "one line for each finding"; }

  void testRunEnded(const Catch::TestRunStats&) override {
    const ladder::Verdict found = verdict();
    for (const Finding& finding : found.findings) m_stream << ladder::in_one_line(finding) << '\n';
    for (const std::string& check : found.not_checked) m_stream << "skipped: " << check << '\n';
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
