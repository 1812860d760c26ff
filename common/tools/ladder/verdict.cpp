// What the checks of several chapters found, as one document: for ./learn check --json and --sarif.
#include "ladder/report/verdict.hpp"

#include <fmt/format.h>

#include <exception>
#include <string>
#include <utility>
#include <vector>

#include "ladder/base/command_line.hpp"
#include "ladder/base/input_file.hpp"
#include "ladder/base/output_file.hpp"
#include "tools/ladder/commands.hpp"

namespace ladder {
namespace {

// Of a chapter whose checks could not run.
Verdict without_checks(const std::string& chapter, const std::string& reason, const std::string& compiler_log,
                       const std::string& root) {
  Verdict verdict{chapter, {}, {"all: " + reason}};
  if (!compiler_log.empty()) verdict.findings = compiler_errors(text_of_file(compiler_log), root);
  if (verdict.findings.empty()) verdict.findings.push_back({"not_checked", "", 0, reason, ""});
  return verdict;
}

}  // namespace

int commands::verdict(int argc, char** argv) {
  std::vector<std::string> files;
  std::string unchecked, reason, compiler_log, root, json_path, sarif_path;
  CommandLine line("ladder verdict", "Writes what the checks of several chapters found as one document.");
  line.words("VERDICT", "What the checks of a chapter wrote, in order", files, false);
  line.option("--unchecked", "CHAPTER", "A chapter whose checks could not run", unchecked);
  line.option("--reason", "TEXT", "Why that is so", reason);
  line.option("--compiler-log", "FILE", "What the compiler said of it", compiler_log);
  line.option("--root", "DIR", "The folder of the course, below which files are named", root);
  line.option("--json", "FILE", "Write them as JSON; -: standard output", json_path);
  line.option("--sarif", "FILE", "Write them as SARIF; -: standard output", sarif_path);
  line.footer("Example: ladder verdict step1.json step2.json --sarif both.sarif");
  if (!line.parse(argc, argv)) return all_verified;
  if (unchecked.empty() && !(reason + compiler_log).empty()) {
    throw Failure(bad_usage, "--reason, --compiler-log: only with --unchecked");
  }
  OutputFile json(json_path), sarif(sarif_path, "--sarif");
  std::vector<Verdict> verdicts;
  for (const std::string& path : files) {
    try {
      for (Verdict& verdict : verdicts_from_json(text_of_file(path))) verdicts.push_back(std::move(verdict));
    } catch (const Failure&) {
      throw;
    } catch (const std::exception& error) {
      throw Failure(bad_usage, fmt::format("{}: not a chapter's verdict: {}", path, error.what()));
    }
  }
  if (!unchecked.empty()) verdicts.push_back(without_checks(unchecked, reason, compiler_log, root));
  json.commit(to_json(verdicts));
  sarif.commit(to_sarif(verdicts));
  return all_verified;
}

}  // namespace ladder
