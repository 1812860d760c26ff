// What the checks of several chapters found, as one document: for ./learn check --json and --sarif.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <exception>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "ladder/base/input_file.hpp"
#include "ladder/base/output_file.hpp"
#include "ladder/chapter/chapter.hpp"
#include "ladder/report/verdict.hpp"

using namespace ladder;

namespace {

struct Arguments {
  std::vector<std::string> verdicts;
  std::string unchecked, reason, compiler_log, root;
  std::string json, sarif;
};

// Nothing for --help, which it answers itself.
std::optional<Arguments> parse(int argc, char** argv) {
  Arguments arguments;
  CLI::App app("Writes what the checks of several chapters found as one document.", "ladder_verdict");
  app.add_option("VERDICT", arguments.verdicts, "What the checks of a chapter wrote, in order")->type_name("FILE");
  auto* unchecked = app.add_option("--unchecked", arguments.unchecked, "A chapter whose checks could not run");
  unchecked->type_name("CHAPTER");
  app.add_option("--reason", arguments.reason, "Why that is so")->needs(unchecked)->type_name("TEXT");
  app.add_option("--compiler-log", arguments.compiler_log, "What the compiler said of it")
      ->needs(unchecked)
      ->type_name("FILE");
  app.add_option("--root", arguments.root, "The folder of the course, below which files are named")->type_name("DIR");
  app.add_option("--json", arguments.json, "Write them as JSON; -: standard output")->type_name("FILE");
  app.add_option("--sarif", arguments.sarif, "Write them as SARIF; -: standard output")->type_name("FILE");
  app.footer("Example: ladder_verdict step1.json step2.json --sarif both.sarif");
  if (!parsed(app, argc, argv)) return std::nullopt;
  return arguments;
}

// Of a chapter whose checks could not run.
Verdict without_checks(const Arguments& arguments) {
  Verdict verdict{arguments.unchecked, {}, {"all: " + arguments.reason}};
  if (!arguments.compiler_log.empty())
    verdict.findings = compiler_errors(text_of_file(arguments.compiler_log), arguments.root);
  if (verdict.findings.empty()) verdict.findings.push_back({"not_checked", "", 0, arguments.reason, ""});
  return verdict;
}

int run(int argc, char** argv) {
  const auto arguments = parse(argc, argv);
  if (!arguments) return all_verified;
  OutputFile json(arguments->json), sarif(arguments->sarif, "--sarif");
  std::vector<Verdict> verdicts;
  for (const std::string& path : arguments->verdicts) {
    try {
      for (Verdict& verdict : verdicts_from_json(text_of_file(path))) verdicts.push_back(std::move(verdict));
    } catch (const Failure&) {
      throw;
    } catch (const std::exception& error) {
      throw Failure(bad_usage, fmt::format("{}: not a chapter's verdict: {}", path, error.what()));
    }
  }
  if (!arguments->unchecked.empty()) verdicts.push_back(without_checks(*arguments));
  json.commit(to_json(verdicts));
  sarif.commit(to_sarif(verdicts));
  return all_verified;
}

}  // namespace

int main(int argc, char** argv) { return guarded_main(argc, argv, run, "VERDICT"); }
