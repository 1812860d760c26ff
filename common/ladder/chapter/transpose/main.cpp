// The executable of a transpose chapter: every variant on one engine, verified and compared.
#include "ladder/chapter/chapter.hpp"
#include "ladder/chapter/transpose/catalog.hpp"
#include "ladder/chapter/transpose/measure.hpp"
#include "ladder/report/terminal.hpp"
#include "ladder/report/trace_json.hpp"

using namespace ladder;

namespace {

constexpr std::uint64_t longest_side = 0x7fffffff;

std::vector<Result> run_all(const Start<transpose::Variant>& begun, transpose::Bench& bench) {
  const auto run_each = [&](const std::vector<transpose::Variant>& variants) {
    std::vector<Result> results;
    for (const auto& variant : variants) results.push_back(bench.run(variant, begun.options.repeats));
    return results;
  };
  const auto ceilings = run_each(begun.catalog.ceilings);
  auto results = run_each(begun.catalog.variants);
  add_peers(begun, bench, "transpose", ceilings, results);
  return results;
}

int run(int argc, char** argv) {
  const auto begun = start(argc, argv,
                           {{"--rows", "Rows of the input (gpu: 8192, emulator: 1024)", 1, longest_side},
                            {"--cols", "Columns of the input (gpu: 8192, emulator: 2048)", 1, longest_side}},
                           emulator::variants(), transpose::catalog_of);
  if (!begun) return all_verified;
  Engine& engine = begun->engine();
  const bool gpu = begun->on_gpu();
  const auto rows = static_cast<unsigned>(begun->options.sizes[0].value_or(gpu ? 8192 : 1024));
  const auto cols = static_cast<unsigned>(begun->options.sizes[1].value_or(gpu ? 8192 : 2048));
  require_memory(engine, 2.0 * 4 * rows * cols, fmt::format("--rows, --cols: {} x {} takes", rows, cols));
  OutputFile json(begun->options.json), trace(begun->options.trace, "--trace");

  FILE* text = text_output(begun->options);
  fmt::print(text, "{} on the {} ({}): {}\n{} x {} floats\n\n", chapter_name, engine.name(), begun->chosen.reason,
             engine.description(), rows, cols);
  std::fflush(text);
  transpose::Bench bench(engine, chapter_name, rows, cols);
  std::vector<Result> results = run_all(*begun, bench);
  if (gpu) {
    add_counts(results, [&](Result& r) { transpose::count_on_emulator(r.variant, rows, cols, r); });
  }
  fmt::print(text, "{}", with_red_verdicts(table(results), text));
  if (begun->options.explain) fmt::print(text, "{}", explanations(results));
  trace.commit(traces_to_json(results));
  return finish(results, json, make_context(argc, argv, engine.description()));
}

}  // namespace

int main(int argc, char** argv) { return guarded_main(argc, argv, run, "--rows, --cols"); }
