// bin/<chapter>_exercise: examines an answer, and says what to look at next.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>
#include <optional>

#include "ladder/chapter/chapter.hpp"
#include "ladder/report/terminal.hpp"
#include "tools/exercise/question.hpp"

extern const char* const exercise_file;  // defined by add_exercise(): the answer's

namespace ladder::exercise {
namespace {

std::vector<Launch> answer_on(const Engine& engine) {
  if constexpr (built_with_gpu) {
    if (engine.kernels() == KernelForm::cuda) return gpu::answer();
  }
  return emulator::answer();
}

// The items in their order, up to the first that is not good.
struct Report {
  std::vector<std::string> right_at;
  std::string wrong_at;
  std::vector<std::string> failures;                // there
  std::vector<std::pair<std::string, Cost>> costs;  // of each item that has a contract
  std::optional<Cost> too_much;                     // the first of them

  bool good() const { return failures.empty() && !too_much; }
};

Report examine(Engine& engine, const Exercise& asked) {
  Report report;
  for (const Item& item : asked.items) {
    const Finding finding = item.examine(engine, answer_on(engine));
    if (!finding.failures.empty()) {
      report.wrong_at = item.what;
      report.failures = finding.failures;
      return report;
    }
    report.right_at.push_back(item.what);
    for (const Cost& cost : finding.costs) {
      report.costs.emplace_back(item.what, cost);
      if (!cost.within_limit && !report.too_much) report.too_much = cost;
    }
  }
  return report;
}

void print_line(const std::string& label, const std::string& text) { fmt::print("  {:<9} {}\n", label, text); }

void print_fault(const std::string& label, const std::string& text) {
  fmt::print("  {} {}\n", in_red(fmt::format("{:<9}", label), stdout), text);
}

void print(const Engine& engine, const Report& report) {
  fmt::print("On the {}\n", engine.name());
  if (!report.right_at.empty()) print_line("right", fmt::format("at {}", fmt::join(report.right_at, ", ")));
  for (const auto& [what, cost] : report.costs) {
    const std::string words = fmt::format("{}, {}", what, cost.words);
    cost.within_limit ? print_line("good", words) : print_fault("too much", words);
    for (const std::string& line : cost.advice) print_line("", line);
  }
  if (report.too_much) fmt::print("The result is right, but the kernel asks the memory for more than it has to.\n");
  if (!report.failures.empty()) print_fault("wrong", fmt::format("at {}:", report.wrong_at));
  for (const std::string& line : report.failures) print_line("", line);
}

struct Options {
  std::string device = "all";
  bool brief = false;
};

// Nothing for --help, which it answers itself.
std::optional<Options> parse(int argc, char** argv) {
  Options options;
  CLI::App app("Examines the answer to an exercise.", std::filesystem::path(argv[0]).filename());
  app.add_option("--device", options.device, "all: the emulator, and then a GPU if there is one")
      ->check(one_of({"all", "emulator", "gpu"}))
      ->type_name("all|emulator|gpu");
  app.add_flag("--brief", options.brief, "One line: what is wrong, or that it passes");
  app.footer("Exit status: 0 passes; 1 not yet; 2 bad usage; 3 the device asked for is not there.\nExample: " +
             app.get_name() + " --device emulator");
  if (!parsed(app, argc, argv)) return std::nullopt;
  return options;
}

std::string in_brief(const Report& report) {
  if (report.good()) return "passes";
  if (!report.failures.empty()) return report.failures.front();
  return "right, but " + report.too_much->words;
}

// The engines to try the answer on, one after the other.
std::vector<std::unique_ptr<Engine>> engines(const Options& options) {
  std::vector<std::unique_ptr<Engine>> engines;
  if (options.device != "gpu") engines.push_back(make_emulator());
  if (options.device == "gpu") engines.push_back(choose_engine("gpu").engine);
  if (options.device == "all") {
    ChosenEngine found = choose_engine("auto");
    if (found.engine->kernels() == KernelForm::cuda) engines.push_back(std::move(found.engine));
  }
  return engines;
}

int run(int argc, char** argv) {
  const auto parsed_options = parse(argc, argv);
  if (!parsed_options) return all_verified;
  const Options& options = *parsed_options;
  const Exercise asked = exercise();
  if (!options.brief) fmt::print("{}: {}\n", exercise_file, asked.title);
  for (const auto& engine : engines(options)) {
    const Report report = examine(*engine, asked);
    if (!options.brief) print(*engine, report);
    if (report.good()) continue;
    if (options.brief) fmt::print("{}\n", in_brief(report));
    return wrong_or_hazard;
  }
  fmt::print("{}\n", options.brief ? "passes" : "Passed.");
  return all_verified;
}

}  // namespace
}  // namespace ladder::exercise

int main(int argc, char** argv) { return ladder::guarded_main(argc, argv, ladder::exercise::run, "exercise"); }
