// The executable of a chapter: every variant of its kernels on one engine, verified and compared.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <iostream>
#include <new>
#include <string>

#include "ladder/app/causes.hpp"
#include "ladder/app/chapter.hpp"
#include "ladder/app/limits.hpp"
#include "ladder/app/problem.hpp"
#include "ladder/base/files.hpp"
#include "ladder/engine/devices.hpp"
#include "ladder/report/json_report.hpp"
#include "ladder/report/kernel_source.hpp"
#include "ladder/report/limits_report.hpp"
#include "ladder/report/machines.hpp"
#include "ladder/report/progress.hpp"
#include "ladder/report/quiz.hpp"
#include "ladder/report/show_json.hpp"
#include "ladder/report/table.hpp"
#include "ladder/report/terminal.hpp"

// Defined by ladder_add_chapter().
extern const char* const chapter_name;
extern const char* const chapter_source;  // the text of its kernels, and of variants.cu

using namespace ladder;

namespace {

Values size_of(const Options& options, Engine& engine) {
  Values size;
  for (std::size_t i = 0; i < problem.sizes.size(); ++i) {
    const SizeOption& option = problem.sizes[i];
    size.push_back(options.sizes[i].value_or(engine.clock() != nullptr ? option.when_timed : option.when_counted));
  }
  return size;
}

// For each size of an element that the chapter's variants have.
std::vector<PythonBaseline> python_baselines_of(const Values& size, int repeats) {
  if (problem.element_sizes == nullptr) return python_baselines(problem.name, size, repeats);
  std::vector<PythonBaseline> all;
  for (const unsigned bytes : problem.element_sizes()) {
    Values with_bytes = size;
    with_bytes.push_back(bytes);
    for (PythonBaseline& baseline : python_baselines(problem.name, with_bytes, repeats)) {
      baseline.element_bytes = bytes;
      all.push_back(baseline);
    }
  }
  return all;
}

// The ceilings and the libraries behind the variants.
void add_baselines(Fixture& fixture, const Catalog<Case>& cases, const std::vector<Result>& ceilings,
                   const std::vector<PythonBaseline>& python, int repeats, std::vector<Result>& results) {
  results.insert(results.end(), ceilings.begin(), ceilings.end());
  for (const Case& library : cases.libraries) results.push_back(fixture.measure(library, repeats));
  for (const PythonBaseline& baseline : python) {
    Result& result = results.emplace_back(fixture.blank_result(baseline.name, "-", baseline.element_bytes));
    result.timing = baseline.timing;
    result.verified = baseline.right;
    result.failure = baseline.right ? "" : "its own check failed";
  }
}

std::vector<Result> run_all(Fixture& fixture, const std::vector<PythonBaseline>& python, const Options& options) {
  Catalog<Case> cases = fixture.cases();
  cases.variants = chosen(cases.variants, options.variants);
  if (options.variants.empty())
    std::erase_if(cases.variants, [](const Case& one_case) { return one_case.takes_minutes; });
  fixture.prepare(cases.variants);
  std::vector<Result> ceilings, results;
  for (const Case& ceiling : cases.ceilings) ceilings.push_back(fixture.measure(ceiling, options.repeats));
  for (const Case& variant : cases.variants) results.push_back(fixture.measure(variant, options.repeats));
  if (options.peers) add_baselines(fixture, cases, ceilings, python, options.repeats, results);
  for (Result& result : results) {
    result.chapter = chapter_name;
    result.source = hash_of_source(chapter_source, result.variant);
    result.problem = problem.name;
    result.ceiling = problem.ceiling;
    std::vector<Timing> of_same_bytes;
    for (const Result& ceiling : ceilings) {
      if (ceiling.verified && ceiling.useful_bytes == result.useful_bytes) of_same_bytes.push_back(ceiling.timing);
    }
    compare_with_ceilings(of_same_bytes, result.timing);
  }
  return results;
}

// Adds what the emulator counts to the results of an engine that cannot, and why a result is wrong. Where memory is too
// short for that, they stay as they are.
void add_counts(const Values& size, std::vector<Result>& results) {
  try {
    const auto emulator = make_emulator();
    const auto fixture = problem.set_up(*emulator, counted_size(size));
    const auto cases = fixture->cases().variants;
    fixture->prepare({});
    for (Result& result : results) {
      const auto same = std::ranges::find(cases, result.variant, &Case::name);
      if (same == cases.end()) continue;
      const Result emulated = fixture->measure(*same, 1);
      if (!result.verified) result.cause = emulated.cause;
      adopt_counts(emulated, result);
    }
  } catch (const std::bad_alloc&) {
    fmt::print(stderr, "The emulator counts no more: not enough memory.\n");
  }
}

// Where text goes: standard output, or stderr where that is for JSON alone.
FILE* text_output(const Options& options) {
  return options.json == "-" || options.trace == "-" || options.show == "-" ? stderr : stdout;
}

// Tells the engine to keep what --trace and --show need. Throws Failure(bad_usage) where it sees no requests.
void keep_requests(const Options& options, Engine& engine) {
  for (const auto& [name, file] : {std::pair{"--trace", options.trace}, {"--show", options.show}}) {
    if (file.empty() || engine.observes()) continue;
    throw Failure(bad_usage, fmt::format("{}: only the emulator can; add --device emulator", name));
  }
  if (!options.show.empty()) {
    engine.trace_runs(most_shown_requests);
    engine.tell_progress(ProgressLine(stderr));
  }
  if (!options.trace.empty()) engine.trace_runs();
}

int compare_with_records(const Options& options, const Context& context) {
  OutputFile json(options.json);
  const auto results = recorded_results(options.records, chapter_name, options.gpu);
  FILE* const text = text_output(options);
  fmt::print(text, "{}", shown(table_of_shares(results, letters_of(text)), letters_of(text), text));
  json.commit(to_json(Report{context, results}));
  return std::ranges::any_of(results, is_beaten) ? wrong_or_hazard : all_verified;
}

int run_and_report(const Options& options, Engine& engine, const std::string& why_this_one, const Context& context) {
  const Values size = size_of(options, engine);
  const std::string values = fmt::format("{}", fmt::join(size, " x "));
  const double bytes = problem.bytes(engine, size), free_bytes = static_cast<double>(engine.free_bytes());
  if (bytes > free_bytes)
    throw Failure(bad_usage,
                  fmt::format("{}: {} takes {:.1f} GB on the {}, which has {:.1f} GB free", options_in_words(problem),
                              values, bytes / 1e9, engine.name(), free_bytes / 1e9));
  OutputFile json(options.json), trace(options.trace, "--trace"), show(options.show, "--show");
  keep_requests(options, engine);

  FILE* text = text_output(options);
  const std::size_t letters = letters_of(text);
  if (!is_second_run()) {
    const std::string floats = problem.size_in_words ? problem.size_in_words(size) : values + " floats";
    fmt::print(text, "{}\n",
               wrapped(fmt::format("{} on the {} ({}): {}\n{}", chapter_name, engine.name(), why_this_one,
                                   engine.description(), floats),
                       letters));
  }
  std::fflush(text);
  std::vector<PythonBaseline> python;  // first, while the memory is free
  if (options.peers) python = python_baselines_of(size, options.repeats);
  const auto fixture = problem.set_up(engine, size);
  std::vector<Result> results = run_all(*fixture, python, options);
  if (!engine.observes()) add_counts(size, results);
  const std::string gpu = machine_for(options.gpu, engine.description());
  const bool timed = engine.clock() != nullptr;
  add_limits(options, size, timed, gpu, results);
  if (options.quiz) quiz(results, std::cin, text);
  Table counts = table(results, false, letters);
  if (std::getenv("LADDER_NO_NOTES") != nullptr) counts.notes = "";  // those of all follow
  fmt::print(text, "{}", shown(counts, letters, text));
  std::string said;
  if (timed && !is_of(machine(gpu), engine.description()))
    said += "This is another GPU: its own limits are known once ./learn bench has recorded its rates.\n";
  said = wrapped(said, letters);
  for (const Table& more : {sum_table(results, letters), link_table(results, letters)}) {
    if (!more.rows.empty()) said += "\n" + shown(more, letters, text);
  }
  if (options.limits && problem.demand == nullptr) said += "\nNo limits are known for this problem.\n";
  if (options.limits) said += wrapped(limits_in_words(results, letters), letters);
  if (options.explain) said += wrapped(explanations(results), letters);
  fmt::print(text, "{}", said);
  trace.commit(traces_to_json(results));
  show.commit(show_to_json(results));
  std::fflush(stdout);  // the table first, also where both go to one file
  fmt::print(stderr, "{}", failures(results, letters_of(stderr), shows_colour(stderr)));
  json.commit(to_json(Report{context, results}));
  if (lacks_causes()) fmt::print(stderr, "(What tells why is not built: the target {}_with_causes)\n", chapter_name);
  return std::ranges::all_of(results, &Result::good) ? all_verified : wrong_or_hazard;
}

int run(int argc, char** argv) {
  if (argc == 2 && std::string(argv[1]) == "--problem") {  // a script asks
    fmt::print("{}", in_lines(problem));
    return all_verified;
  }
  auto options = parse_options(argc, argv, chapter_name, problem.sizes);
  if (!options) return all_verified;
  const auto names = problem.variant_names();
  if (options->list) {
    fmt::print("{}\n", fmt::join(names, "\n"));
    return all_verified;
  }
  if (!options->records.empty()) return compare_with_records(*options, make_context(argc, argv, options->records));
  // Whatever can be refused is refused here, before anything runs.
  check_names(options->variants, names);
  if (problem.begin != nullptr) problem.begin(*options);
  const auto [engine, why] = choose_engine(options->device);
  if (options->peers && engine->clock() == nullptr)
    throw Failure(device_missing, "--peers: needs a GPU, and this is the emulator: " + why);
  if (!engine->observes()) make_emulator();  // which will count: what keeps it from that is said now
  const int status = run_and_report(*options, *engine, why, make_context(argc, argv, engine->description()));
  if (problem.end != nullptr) problem.end();
  return status;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return guarded_main(argc, argv, run, options_in_words(problem));
  } catch (const GoOnWithCauses&) {
    go_on_with_causes(argv);
  }
}
