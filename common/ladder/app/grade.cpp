#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <exception>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "ladder/app/commands.hpp"
#include "ladder/base/command_line.hpp"
#include "ladder/base/failure.hpp"
#include "ladder/base/files.hpp"
#include "ladder/base/json.hpp"
#include "ladder/base/mapped.hpp"
#include "ladder/base/printable.hpp"
#include "ladder/report/terminal.hpp"
#include "ladder/report/verdict.hpp"

namespace ladder {
namespace {

// 10 points in all, for an exercise and for a chapter alike.
constexpr struct {
  const char* part;
  int points;
} worth[] = {{"right", 4}, {"no_hazard", 2}, {"counts", 3}, {"limits", 1}};

// One part of one exercise or check: a test, as Gradescope calls it.
struct Test {
  std::string name, output;
  int score, most;
};

std::string joined(const std::vector<std::string>& lines) { return fmt::format("{}", fmt::join(lines, "\n")); }

// What became of each part, and what is said of it.
struct Judged {
  bool good;
  std::string said;
};
using JudgedParts = std::map<std::string, Judged>;

JudgedParts parts_of_exercise(const std::string& json) {
  const Json assessment = Json::parse(json);
  const bool started = assessment.at("started");
  JudgedParts parts;
  for (const Json& part : assessment.at("parts")) {
    const std::string said = started ? joined(part.at("said").get<std::vector<std::string>>())
                                     : "not started: the blank between its marks is empty";
    parts[part.at("part")] = {part.at("good"), said};
  }
  return parts;
}

// Which part a finding is about.
std::string part_of(const Finding& finding) {
  if (finding.rule == "contract") return "counts";
  for (const char* rule : {"wrong_result", "remark", "check", "does_not_compile", "not_checked"}) {
    if (finding.rule == rule) return "right";
  }
  return "no_hazard";
}

// A part counts only where those before it are good. A chapter's checks ask for no limit: it is good with the counts.
JudgedParts parts_of_checks(const std::string& json) {
  const Verdict verdict = verdicts_from_json(json).at(0);
  JudgedParts parts;
  bool good = true;
  for (const auto& [part, points] : worth) {
    std::vector<std::string> lines;
    for (const Finding& finding : verdict.findings) {
      if (part_of(finding) == part) lines.push_back(in_one_line(finding));
    }
    good = good && lines.empty();
    parts[part] = {good, joined(lines)};
  }
  return parts;
}

// Adds a test for each part of what is in the file; else, where that is not there, or is no whole verdict (what was
// judged may have written it), with the reason beside it. One answer cannot keep others from their points.
void add_tests(const std::string& name, const std::string& file, JudgedParts (*parts_in)(const std::string& json),
               std::vector<Test>& tests) {
  std::vector<Test> own;
  const auto add = [&](const char* part, const Judged& judged, int points) {
    own.push_back({fmt::format("{}: {}", name, part), printable(judged.said), judged.good ? points : 0, points});
  };
  try {
    JudgedParts parts = parts_in(text_of_file(file));
    const bool all_good = std::ranges::all_of(parts, [](const auto& part) { return part.second.good; });
    if (!all_good && std::filesystem::exists(file + ".unset"))  // of which all else may be the consequence
      parts.at("right").said = text_of_file(file + ".unset") + parts.at("right").said;
    for (const auto& [part, points] : worth) add(part, parts.at(part), points);
  } catch (const std::exception&) {
    const std::string why = file + ".why";
    const Judged not_judged{false, std::filesystem::exists(why) ? text_of_file(why) : "it was not judged"};
    own.clear();
    for (const auto& [part, points] : worth) add(part, not_judged, points);
  }
  tests.insert(tests.end(), own.begin(), own.end());
}

// gradescope-autograders.readthedocs.io/en/latest/specs, "Output format"
std::string to_json(const std::vector<Test>& tests, int score) {
  const Json list = mapped(tests, [](const Test& test) {
    return Json{{"name", test.name},
                {"score", test.score},
                {"max_score", test.most},
                {"status", test.score == test.most ? "passed" : "failed"},
                {"output", test.output}};
  });
  const Json document = {{"score", score}, {"tests", list}};
  return to_text(document, 2) + '\n';
}

}  // namespace

int grade(int argc, char** argv) {
  std::string folder, path;
  std::vector<std::string> exercises, chapters;
  CommandLine line("ladder grade", "Adds up points.");
  line.word("FOLDER", "Of NAME.exercise and NAME.checks, or NAME.*.why", folder);
  line.list("--exercise", "NAME", "An exercise that was to be judged (repeatable)", exercises);
  line.list("--chapter", "NAME", "A chapter that was to be checked (repeatable)", chapters);
  line.option("--json", "FILE", "Write Gradescope's results.json; -: standard output", path);
  line.footer("Example: ladder grade judged --exercise step1_naive --json results.json");
  if (!line.parse(argc, argv)) return all_verified;
  std::vector<Test> tests;
  for (const std::string& name : exercises)
    add_tests(name, fmt::format("{}/{}.exercise", folder, name), parts_of_exercise, tests);
  for (const std::string& name : chapters)
    add_tests("check of " + name, fmt::format("{}/{}.checks", folder, name), parts_of_checks, tests);
  FILE* text = path == "-" ? stderr : stdout;
  int score = 0, most = 0;
  for (const Test& test : tests) {
    score += test.score;
    most += test.most;
    const std::string reason = test.output.substr(0, test.output.find('\n'));
    const std::string line = fmt::format("{:<36} {} of {}  {}", test.name, test.score, test.most, reason);
    fmt::print(text, "{}", wrapped(line.substr(0, line.find_last_not_of(' ') + 1), letters_of(text)));
  }
  fmt::print(text, "\n{} of {} points\n", score, most);
  OutputFile(path).commit(to_json(tests, score));
  return all_verified;
}

}  // namespace ladder
