// The results of several chapters, read from their JSON reports, as one table, as the ladder, and as one report.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "ladder/base/input_file.hpp"
#include "ladder/base/output_file.hpp"
#include "ladder/chapter/chapter.hpp"
#include "ladder/report/json_report.hpp"
#include "ladder/report/ladder.hpp"
#include "ladder/report/table.hpp"
#include "ladder/report/terminal.hpp"

using namespace ladder;

namespace {

struct Arguments {
  std::vector<std::string> reports;
  std::string json;
  std::string executable;
  std::vector<std::string> context;
  std::string measured;
  bool no_table = false;
};

// Nothing for --help, which it answers itself.
std::optional<Arguments> parse(int argc, char** argv) {
  Arguments arguments;
  CLI::App app("Shows the reports of several chapters as one table.", "ladder_table");
  app.add_option("REPORT", arguments.reports, "What chapters wrote with --json, in order")
      ->required()
      ->type_name("FILE");
  app.add_option("--json", arguments.json, "Write them as one report; -: standard output")->type_name("FILE");
  app.add_option("--executable", arguments.executable, "The command that made them, for --json")->type_name("TEXT");
  app.add_option("--context", arguments.context, "What else to keep of the run, for --json (repeatable)")
      ->allow_extra_args(false)
      ->type_name("NAME=VALUE");
  app.add_option("--measured", arguments.measured, "End with the ladder, and with what DIR/GPU/bench.json has of it")
      ->type_name("DIR");
  app.add_flag("--no-table", arguments.no_table, "No table");
  app.footer("Example: ladder_table step1.json step2.json --json both.json");
  if (!parsed(app, argc, argv)) return std::nullopt;
  return arguments;
}

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

int run(int argc, char** argv) {
  const auto arguments = parse(argc, argv);
  if (!arguments) return all_verified;
  Report report = merged(arguments->reports);
  if (!arguments->executable.empty()) report.context.executable = arguments->executable;
  add(arguments->context, report.context);
  OutputFile json(arguments->json);
  FILE* text = arguments->json == "-" ? stderr : stdout;
  if (!arguments->measured.empty()) add_recorded_of_each(arguments->measured, report.results);
  if (!arguments->no_table) fmt::print(text, "{}", with_red_verdicts(table(report.results, true), text));
  if (!arguments->measured.empty())
    fmt::print(text, "{}{}", arguments->no_table ? "" : "\n", ladder_of(report.results));
  json.commit(to_json(report));
  return all_verified;
}

}  // namespace

int main(int argc, char** argv) { return guarded_main(argc, argv, run, "REPORT"); }
