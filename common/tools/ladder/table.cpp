// The results of several chapters, read from their JSON reports, as one table, as the ladder, and as one report.
#include "ladder/report/table.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <exception>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "ladder/base/command_line.hpp"
#include "ladder/base/input_file.hpp"
#include "ladder/base/output_file.hpp"
#include "ladder/report/json_report.hpp"
#include "ladder/report/ladder.hpp"
#include "ladder/report/terminal.hpp"
#include "tools/ladder/commands.hpp"

namespace ladder {
namespace {

Report read(const std::string& path) {
  const std::string text = text_of_file(path);
  try {
    return from_json(text);
  } catch (const std::exception& error) {
    throw Failure(bad_usage, fmt::format("{}: not a chapter's report: {}", path, error.what()));
  }
}

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
  Report all = read(paths.front());
  for (std::size_t i = 1; i < paths.size(); ++i) {
    const Report next = read(paths[i]);
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
    if (std::filesystem::exists(path)) add_recorded(read(path), results);
  }
}

}  // namespace

int commands::table(int argc, char** argv) {
  std::vector<std::string> reports, more;
  std::string path, executable, measured;
  bool no_table = false;
  CommandLine line("ladder table", "Shows the reports of several chapters as one table.");
  line.words("REPORT", "What chapters wrote with --json, in order", reports, true);
  line.option("--json", "FILE", "Write them as one report; -: standard output", path);
  line.option("--executable", "TEXT", "The command that made them, for --json", executable);
  line.list("--context", "NAME=VALUE", "What else to keep of the run, for --json (repeatable)", more);
  line.option("--measured", "DIR", "End with the ladder, and with what DIR/GPU/bench.json has of it", measured);
  line.flag("--no-table", "No table", no_table);
  line.footer("Example: ladder table step1.json step2.json --json both.json");
  if (!line.parse(argc, argv)) return all_verified;
  Report report = merged(reports);
  if (!executable.empty()) report.context.executable = executable;
  add(more, report.context);
  OutputFile json(path);
  FILE* text = path == "-" ? stderr : stdout;
  if (!measured.empty()) add_recorded_of_each(measured, report.results);
  if (!no_table) fmt::print(text, "{}", with_red_verdicts(ladder::table(report.results, true), text));
  if (!measured.empty()) fmt::print(text, "{}{}", no_table ? "" : "\n", ladder_of(report.results));
  json.commit(to_json(report));
  return all_verified;
}

}  // namespace ladder
