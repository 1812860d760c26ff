// The executable of a reduction chapter: every variant on one engine, verified and compared.
#include "ladder/chapter/chapter.hpp"
#include "ladder/chapter/reduction/catalog.hpp"
#include "ladder/chapter/reduction/measure.hpp"
#include "ladder/report/terminal.hpp"
#include "ladder/report/trace_json.hpp"

using namespace ladder;

namespace {

constexpr std::uint64_t most_elements = std::uint64_t{1} << 40;

// Adds to a wrong sum what the variant did with the elements.
void explain_failure(reduction::Bench& bench, const reduction::Variant& variant, Result& result) {
  if (result.verified || !result.sum) return;
  try {
    const std::string pattern = bench.diagnose(variant);
    if (!pattern.empty()) result.failure += "; " + pattern;
  } catch (const std::exception&) {
    // On other data it fails in another way, which explains nothing. The first message stays as it is.
  }
  try {
    bench.fill(reduction::Data::fractions);
  } catch (const std::exception&) {
    // The device is gone. The next variant says so, and this one's result is kept.
  }
}

// The variants' failures on integers, whose sum must be exact; "" for those that have none.
std::vector<std::string> failures_on_integers(reduction::Bench& bench,
                                              const std::vector<reduction::Variant>& variants) {
  std::vector<std::string> failures;
  bench.fill(reduction::Data::integers);
  for (const auto& variant : variants) {
    try {
      failures.push_back(bench.check(variant));
    } catch (const std::exception& error) {
      failures.push_back(error.what());
    }
  }
  try {
    bench.fill(reduction::Data::fractions);
  } catch (const std::exception&) {
    // A kernel can take the GPU away from the whole program: the first that failed is the one to name.
    const auto first = std::find_if(failures.begin(), failures.end(), [](const auto& f) { return !f.empty(); });
    if (first == failures.end()) throw;
    throw std::runtime_error(variants[static_cast<std::size_t>(first - failures.begin())].name + ": " + *first);
  }
  return failures;
}

std::vector<Result> run_all(const Start<reduction::Variant>& begun, reduction::Bench& bench) {
  const auto& variants = begun.catalog.variants;
  const int repeats = begun.options.repeats;
  const auto inexact = failures_on_integers(bench, variants);
  std::vector<Result> ceilings;
  for (const auto& read : begun.catalog.ceilings) ceilings.push_back(bench.run_ceiling(read, repeats));
  std::vector<Result> results;
  for (std::size_t i = 0; i < variants.size(); ++i) {
    Result result = bench.run(variants[i], repeats);
    if (result.verified && !inexact[i].empty()) {
      result.verified = false;
      result.failure = "of integers, " + inexact[i];
    }
    explain_failure(bench, variants[i], result);
    results.push_back(result);
  }
  add_peers(begun, bench, "sum", ceilings, results);
  return results;
}

int run(int argc, char** argv) {
  const auto begun = start(argc, argv, {{"--elements", "Elements (gpu: 2^26, emulator: 2^20)", 0, most_elements}},
                           emulator::variants(), reduction::catalog_of);
  if (!begun) return all_verified;
  Engine& engine = begun->engine();
  const bool gpu = begun->on_gpu();
  const std::size_t count = begun->options.sizes[0].value_or(gpu ? std::size_t{1} << 26 : std::size_t{1} << 20);
  require_memory(engine, static_cast<double>(reduction::Bench::bytes_needed(count)),
                 fmt::format("--elements: {} takes", count));
  OutputFile json(begun->options.json), trace(begun->options.trace, "--trace");

  FILE* text = text_output(begun->options);
  fmt::print(text, "{} on the {} ({}): {}\n{} floats\n\n", chapter_name, engine.name(), begun->chosen.reason,
             engine.description(), count);
  std::fflush(text);
  reduction::Bench bench(engine, chapter_name, count);
  std::vector<Result> results = run_all(*begun, bench);
  const double cpu_seconds = bench.cpu_seconds();
  for (Result& result : results) {
    if (result.sum) result.sum->cpu_seconds = cpu_seconds;
  }
  if (gpu) {
    add_counts(results, [&](Result& r) { reduction::count_on_emulator(r.variant, count, r); });
  }
  fmt::print(text, "{}\n{}", with_red_verdicts(table(results), text), sum_table(results));
  if (begun->options.explain) fmt::print(text, "{}", explanations(results));
  trace.commit(traces_to_json(results));
  return finish(results, json, make_context(argc, argv, engine.description()));
}

}  // namespace

int main(int argc, char** argv) { return guarded_main(argc, argv, run, "--elements"); }
