#include "ladder/report/verdict.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <stdexcept>

#include "ladder/base/files.hpp"
#include "ladder/base/json.hpp"
#include "ladder/base/mapped.hpp"
#include "ladder/base/pattern.hpp"
#include "ladder/report/terminal.hpp"

namespace ladder {
namespace {

constexpr int version = 1;  // of the document

Json object_of_finding(const Finding& finding) {
  Json object = {{"rule", finding.rule}, {"message", finding.words}};
  if (!finding.at.file.empty()) object.update({{"file", finding.at.file}, {"line", finding.at.line}});
  if (!finding.where.empty()) object["where"] = finding.where;
  return object;
}

Finding finding_in(const Json& object) {
  return {object.at("rule"),
          {object.value("file", ""), object.value("line", 0)},
          object.at("message"),
          object.value("where", "")};
}

// "step3_padded/kernel.cuh:33:1: error: ", or nothing where no line is known.
std::string place_in_words(const Finding& finding) {
  return finding.at.file.empty() ? "" : in_words(finding.at) + ":1: error: ";
}

std::string with_where(const Finding& finding) {
  return finding.where.empty() ? finding.words : fmt::format("{} ({})", finding.words, finding.where);
}

Json location_of(const Finding& finding, const std::string& chapter) {
  const auto& [file, line, path, column] = finding.at;
  return {{"physicalLocation",
           {{"artifactLocation", {{"uri", file.empty() ? chapter + "/variants.cu" : file}}},
            {"region", {{"startLine", file.empty() ? 1 : line}}}}}};
}

}  // namespace

std::string in_one_line(const Finding& finding) { return place_in_words(finding) + with_where(finding); }

std::string in_lines(const Finding& finding, std::size_t letters, bool colour) {
  const std::string where = finding.where.empty() ? "" : fmt::format("({})", finding.where);
  return shown(finding, place_in_words(finding), where, letters, colour);
}

std::vector<Finding> compiler_errors(const std::string& output, const std::string& root) {
  static const Pattern error(R"(([^:]+):([0-9]+):([0-9]+:)? (fatal )?error: (.*))");
  std::vector<Finding> found;
  for (const std::string& line : lines_of(output)) {
    const Pattern::Found part = error.whole(line);
    if (part.empty()) continue;
    std::string path = part[1];
    if (path.starts_with(root + "/")) path.erase(0, root.size() + 1);
    while (path.starts_with("../")) path.erase(0, 3);  // from the build folder
    found.push_back({"does_not_compile", {path, std::stoi(part[2])}, part[5]});
  }
  return found;
}

std::string to_json(const std::vector<Verdict>& verdicts) {
  Json chapters = Json::array();
  for (const Verdict& verdict : verdicts) {
    chapters.push_back({{"chapter", verdict.chapter},
                        {"good", verdict.good()},
                        {"findings", mapped(verdict.findings, object_of_finding)},
                        {"not_checked", verdict.not_checked}});
  }
  const bool all_good = std::all_of(verdicts.begin(), verdicts.end(), [](const Verdict& v) { return v.good(); });
  return to_text({{"version", version}, {"good", all_good}, {"chapters", chapters}}, 2) + '\n';
}

std::vector<Verdict> verdicts_from_json(const std::string& text) {
  const Json document = Json::parse(text);
  if (document.at("version").get<int>() != version) throw std::runtime_error("not of version 1");
  std::vector<Verdict> verdicts;
  for (const Json& chapter : document.at("chapters")) {
    Verdict& verdict = verdicts.emplace_back();
    verdict.chapter = chapter.at("chapter");
    verdict.findings = mapped(chapter.at("findings"), finding_in);
    verdict.not_checked = chapter.at("not_checked").get<std::vector<std::string>>();
  }
  return verdicts;
}

std::string to_sarif(const std::vector<Verdict>& verdicts) {
  std::set<std::string> names;
  Json results = Json::array();
  for (const Verdict& verdict : verdicts) {
    for (const Finding& finding : verdict.findings) {
      names.insert(finding.rule);
      results.push_back({{"ruleId", finding.rule},
                         {"level", "error"},
                         {"message", {{"text", with_where(finding)}}},
                         {"locations", Json::array({location_of(finding, verdict.chapter)})}});
    }
  }
  const Json rules = mapped(names, [](const std::string& name) { return Json{{"id", name}}; });
  const Json driver = {{"name", "memory-ladder"}, {"version", LADDER_VERSION}, {"rules", rules}};
  const Json sarif = {{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
                      {"version", "2.1.0"},
                      {"runs", Json::array({{{"tool", {{"driver", driver}}}, {"results", results}}})}};
  return to_text(sarif, 2) + '\n';
}

}  // namespace ladder
