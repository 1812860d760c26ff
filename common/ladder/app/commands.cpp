#include "ladder/app/commands.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "ladder/base/command_line.hpp"
#include "ladder/base/failure.hpp"
#include "ladder/base/files.hpp"
#include "ladder/report/json_report.hpp"
#include "ladder/report/ladder.hpp"
#include "ladder/report/page.hpp"
#include "ladder/report/table.hpp"
#include "ladder/report/terminal.hpp"
#include "ladder/report/verdict.hpp"

namespace ladder {
namespace {

// What a file of a chapter holds. Throws Failure(bad_usage) where it is not `what` it should be.
template <typename Parse>
auto read(const std::string& path, const char* what, const Parse& parse) {
  const std::string text = text_of_file(path);
  try {
    return parse(text);
  } catch (const std::exception& error) {
    throw Failure(bad_usage, fmt::format("{}: not a chapter's {}: {}", path, what, error.what()));
  }
}

Report report_in(const std::string& path) { return read(path, "report", from_json); }

// Adds words of the form NAME=VALUE to the context.
void add(const std::vector<std::string>& words, Context& context) {
  for (const std::string& word : words) {
    const std::size_t equals = word.find('=');
    if (equals == 0 || equals == std::string::npos) {
      throw Failure(bad_usage, fmt::format("--context: takes NAME=VALUE, not '{}'", word));
    }
    context.more.emplace_back(word.substr(0, equals), word.substr(equals + 1));
  }
}

// One report of all results. The context is the first's: the chapters ran one after the other on one machine.
Report merged(const std::vector<std::string>& paths) {
  Report all = report_in(paths.front());
  for (std::size_t i = 1; i < paths.size(); ++i) {
    const Report next = report_in(paths[i]);
    all.results.insert(all.results.end(), next.results.begin(), next.results.end());
  }
  return all;
}

// What is recorded of the GPUs that the limits are for.
void add_recorded_of_each(const std::string& folder, std::vector<Result>& results) {
  std::set<std::string> gpus;
  for (const Result& result : results) {
    if (result.limits) gpus.insert(result.limits->machine);
  }
  for (const std::string& gpu : gpus) {
    const std::string path = folder + "/" + gpu + "/bench.json";
    if (std::filesystem::exists(path)) add_recorded(report_in(path), results);
  }
}

// "75 variants are right, no hazard."
std::string in_brief(const std::vector<Result>& results) {
  const auto good = std::ranges::count_if(results, [](const Result& result) { return result.good(); });
  if (good == std::ssize(results)) return fmt::format("{} variants are right, no hazard.\n", good);
  return fmt::format("{} of {} variants are wrong or have a hazard.\n", std::ssize(results) - good, results.size());
}

// The results of several chapters, from their JSON reports, as one table, as the ladder, and as one report.
int table(int argc, char** argv) {
  std::vector<std::string> reports, more;
  std::string path, executable, measured;
  bool no_table = false, brief = false;
  CommandLine line("ladder table", "Shows the reports of several chapters as one table.");
  line.words("REPORT", "What chapters wrote with --json, in order", reports, true);
  line.option("--json", "FILE", "Write them as one report; -: standard output", path);
  line.option("--executable", "TEXT", "The command that made them, for --json", executable);
  line.list("--context", "NAME=VALUE", "What else to keep in the JSON (repeatable)", more);
  line.option("--measured", "DIR", "End with the ladder, and DIR/GPU/bench.json's times", measured);
  line.flag("--no-table", "No table", no_table);
  line.flag("--brief", "No table, but how many variants are right", brief);
  line.footer("Example: ladder table step1.json step2.json --json both.json");
  if (!line.parse(argc, argv)) return all_verified;
  no_table = no_table || brief;
  Report report = merged(reports);
  if (!executable.empty()) report.context.executable = executable;
  add(more, report.context);
  FILE* text = path == "-" ? stderr : stdout;
  if (!measured.empty()) add_recorded_of_each(measured, report.results);
  if (brief) fmt::print(text, "{}", in_brief(report.results));
  if (!no_table) fmt::print(text, "{}", shown(table(report.results, true, letters_of(text)), letters_of(text), text));
  if (!measured.empty()) fmt::print(text, "{}{}", no_table ? "" : "\n", ladder_of(report.results, shows_colour(text)));
  OutputFile(path).commit(to_json(report));
  return all_verified;
}

// Of a chapter whose checks could not run.
Verdict without_checks(const std::string& chapter, const std::string& reason, const std::string& compiler_log,
                       const std::string& root) {
  Verdict verdict{chapter, {}, {"all: " + reason}};
  if (!compiler_log.empty()) verdict.findings = compiler_errors(text_of_file(compiler_log), root);
  if (verdict.findings.empty()) verdict.findings.push_back({"not_checked", {}, reason});
  return verdict;
}

// What the checks of several chapters found, as one document: for ./learn check --json and --sarif.
int verdict(int argc, char** argv) {
  std::vector<std::string> files;
  std::string unchecked, reason, compiler_log, root, json_path, sarif_path;
  CommandLine line("ladder verdict", "Writes what the checks of several chapters found as one document.");
  line.words("VERDICT", "What the checks of a chapter wrote, in order", files, false);
  line.option("--unchecked", "CHAPTER", "A chapter whose checks could not run", unchecked);
  line.option("--reason", "TEXT", "Why that is so", reason);
  line.option("--compiler-log", "FILE", "What the compiler said of it", compiler_log);
  line.option("--root", "DIR", "The course's folder, below which files are named", root);
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
    for (Verdict& of_chapter : read(path, "verdict", verdicts_from_json)) verdicts.push_back(std::move(of_chapter));
  }
  if (!unchecked.empty()) verdicts.push_back(without_checks(unchecked, reason, compiler_log, root));
  json.commit(to_json(verdicts));
  sarif.commit(to_sarif(verdicts));
  return all_verified;
}

// A page that shows what executables wrote with --show.
int page(int argc, char** argv) {
  std::string empty_page, path, measured;
  std::vector<std::string> shown, runs, reports;
  CommandLine line("ladder page", "Writes a page that draws what executables wrote with --show.");
  line.word("EMPTY_PAGE", "The page without data", empty_page);
  line.word("PAGE", "Where it goes", path);
  line.words("DATA", "What they wrote, in order", shown, true);
  line.list("--report", "FILE", "What they wrote with --json (repeatable)", reports);
  line.option("--measured", "DIR", "DIR/GPU/bench.json's times of what the reports have", measured);
  if (!line.parse(argc, argv)) return all_verified;
  for (const std::string& file : shown) runs.push_back(text_of_file(file));
  const bool is_known = !reports.empty() && !measured.empty();
  const std::string recorded = is_known ? recorded_to_json(measured, merged(reports).results) : "{}";
  OutputFile(path, "PAGE").commit(page_of(text_of_file(empty_page), runs, recorded));
  return all_verified;
}

}  // namespace

int run_command(int argc, char** argv) {
  const std::string command = argc < 2 ? "" : argv[1];
  if (command == "table") return table(argc - 1, argv + 1);
  if (command == "verdict") return verdict(argc - 1, argv + 1);
  if (command == "grade") return grade(argc - 1, argv + 1);
  if (command == "page") return page(argc - 1, argv + 1);
  throw Failure(bad_usage, "ladder takes one of: table, verdict, grade, page (each has --help)");
}

}  // namespace ladder
