// bin/<chapter>_exercise: examines an answer, and says what to look at next.
#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "ladder/app/chapter.hpp"
#include "ladder/base/command_line.hpp"
#include "ladder/base/files.hpp"
#include "ladder/engine/devices.hpp"
#include "ladder/report/terminal.hpp"
#include "tools/exercise/question.hpp"

// Defined by ladder_add_answer(): the answer's file as users know it, and where it lies.
extern const char *const exercise_file, *const exercise_path;

namespace ladder::exercise {
namespace {

std::vector<Launch> answer_on(const Engine& engine) {
  if constexpr (built_with_gpu) {
    if (engine.kernels() == KernelForm::cuda) return gpu::answer();
  }
  return emulator::answer();
}

constexpr int not_started = 4;  // status

struct Options {
  std::string device = "all";
  bool brief = false;
  bool if_started = false;
  std::string json;
};

// Nothing for --help, which it answers itself.
std::optional<Options> parse(int argc, char** argv) {
  Options options;
  const std::string program = std::filesystem::path(argv[0]).filename();
  CommandLine line(program, "Examines the answer to an exercise.");
  line.option("--device", "all|emulator|gpu", "all: the emulator, and then a GPU if there is one", options.device,
              none_of({"all", "emulator", "gpu"}));
  line.flag("--brief", "One line: what is wrong, or that it passes", options.brief);
  line.flag("--if-started", "Says nothing where the blank is empty", options.if_started);
  line.option("--json", "FILE", "Only what each part is worth, on the emulator", options.json);
  line.footer(
      "Exit status: 0 passes; 1 not yet; 2 bad usage; 3 the device asked for is not\n"
      "there; 4 not started: the blank is empty.\nExample: " +
      program + " --device emulator");
  if (!line.parse(argc, argv)) return std::nullopt;
  return options;
}

// Writes the assessment.
int assess(const std::string& path, const Exercise& asked, bool started) {
  OutputFile file(path);
  const auto engine = make_emulator();
  const Examination found = examine(*engine, asked, answer_on(*engine));
  file.commit(to_json(exercise_file, asked, found, started));
  return !started ? not_started : found.good() ? all_verified : wrong_or_hazard;
}

std::string in_brief(const Examination& found, bool started) {
  if (!started) return "not started";
  if (!found.failures.empty()) return with_place(found.failures.front());
  return "right, but " + found.too_much()->words;
}

// The engines to try the answer on, one after the other.
std::vector<std::unique_ptr<Engine>> engines(const Options& options) {
  std::vector<std::unique_ptr<Engine>> engines;
  engines.push_back(options.device == "all" ? make_emulator() : choose_engine(options.device).engine);
  if (options.device == "all") {
    ChosenEngine found = choose_engine("auto");
    if (found.engine->kernels() == KernelForm::cuda) engines.push_back(std::move(found.engine));
  }
  return engines;
}

int run(int argc, char** argv) {
  const auto options = parse(argc, argv);
  if (!options) return all_verified;
  const Exercise asked = exercise();
  const bool started = !blank_is_empty(exercise_path);
  if (!started && options->if_started) return not_started;
  if (!options->json.empty()) return assess(options->json, asked, started);
  if (!options->brief) fmt::print("{}: {}\n", exercise_file, asked.title);
  for (const auto& engine : engines(*options)) {
    const Examination found = examine(*engine, asked, answer_on(*engine));
    if (!options->brief) {
      fmt::print("On the {}\n{}", engine->name(),
                 report_of(found, exercise_file, started, letters_of(stdout), shows_colour(stdout)));
    }
    if (found.good()) continue;
    if (options->brief) fmt::print("{}\n", in_brief(found, started));
    return started ? wrong_or_hazard : not_started;
  }
  fmt::print("{}\n", options->brief ? "passes" : "Passed.");
  return all_verified;
}

}  // namespace
}  // namespace ladder::exercise

int main(int argc, char** argv) { return ladder::guarded_main(argc, argv, ladder::exercise::run, "exercise"); }
