// Runs the kernels of one file that somebody brought, as its `try:` lines say.
#include <fmt/ranges.h>

#include <cstddef>
#include <cstdio>
#include <string>
#include <vector>

#include "ladder/base/output_file.hpp"
#include "ladder/chapter/chapter.hpp"
#include "ladder/engine/devices.hpp"
#include "ladder/report/limits_report.hpp"
#include "ladder/report/table.hpp"
#include "ladder/report/terminal.hpp"
#include "tools/try/measure.hpp"

using namespace ladder;
using tried::Experiment;

namespace {

std::vector<Experiment> experiments_on(const Engine& engine) {
  if constexpr (built_with_gpu) {
    if (engine.kernels() == KernelForm::cuda) return gpu::experiments();
  }
  return emulator::experiments();
}

// A product of ints beyond 2^31 - 1 comes out negative, which as a std::size_t is more than any memory has.
void check_sizes(const Experiment& experiment) {
  for (const tried::Array& array : experiment.arrays) {
    if (const auto size = static_cast<std::ptrdiff_t>(array.size); size < 0) {
      throw Failure(bad_usage, fmt::format("{}: {} has {} elements; beyond 2147483647 write n=3000000000l",
                                           experiment.name, array.name, size));
    }
  }
}

void check_memory(const Engine& engine, const std::vector<Experiment>& experiments) {
  for (const Experiment& experiment : experiments) {
    check_sizes(experiment);
    require_memory(engine, static_cast<double>(tried::bytes_needed(experiment)), experiment.name + ": its arrays take");
  }
}

// First on the emulator. What is wrong there is not launched on a GPU.
Result run_on_both(Engine& emulator, Engine& engine, const Experiment& emulated, const Experiment& experiment,
                   const Options& options) {
  const Result counted = tried::measure(emulator, emulated, options);
  if (engine.observes() || !counted.good()) return counted;
  Result result = tried::measure(engine, experiment, options);
  adopt_counts(counted, result);
  result.limits = counted.limits;
  return result;
}

int run(int argc, char** argv) {
  const auto all_emulated = emulator::experiments();
  const std::string& file = all_emulated.front().file;
  const auto options = parse_options(argc, argv, file, {});
  if (!options) return all_verified;
  if (options->list) {
    fmt::print("{}\n", fmt::join(names_of(all_emulated), "\n"));
    return all_verified;
  }
  if (options->peers) throw Failure(bad_usage, "--peers: nothing is known to compare a kernel of your own with");
  const auto emulated = chosen(all_emulated, options->variants);
  const auto [engine, reason] = choose_engine(options->device);
  const auto experiments = chosen(experiments_on(*engine), options->variants);
  const auto emulator = make_emulator();
  check_memory(*emulator, emulated);
  check_memory(*engine, experiments);
  OutputFile json(options->json);
  TraceFiles traces(*options, *emulator);

  FILE* text = text_output(*options);
  fmt::print(text, "{} on the {} ({}): {}\n\n", file, engine->name(), reason, engine->description());
  std::fflush(text);
  std::vector<Result> results;
  for (std::size_t i = 0; i < emulated.size(); ++i) {
    results.push_back(run_on_both(*emulator, *engine, emulated[i], experiments[i], *options));
  }
  fmt::print(text, "{}{}", with_red_verdicts(table(results), text), explanations(results));
  if (options->limits) fmt::print(text, "{}", limits_in_words(results));
  traces.commit(results);
  return finish(results, json, make_context(argc, argv, engine->description()));
}

}  // namespace

int main(int argc, char** argv) { return guarded_main(argc, argv, run, "the `try:` line"); }
