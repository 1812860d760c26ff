#include "ladder/app/chapter.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <exception>
#include <new>
#include <utility>

#include "ladder/report/progress.hpp"
#include "ladder/report/show_json.hpp"
#include "ladder/report/terminal.hpp"

namespace ladder {
namespace {

int fail(ExitStatus status, const std::string& message) {
  std::fflush(stdout);  // first what is finished, also where both go to one file
  const std::string kind = "error:", text = wrapped(kind + " " + message, letters_of(stderr));
  fmt::print(stderr, "{}{}", coloured(kind, Colour::red, shows_colour(stderr)), text.substr(kind.size()));
  return status;
}

}  // namespace

int guarded_main(int argc, char** argv, int (*run)(int, char**), const std::string& size_options) {
  try {
    const int status = run(argc, argv);
    const bool complete = std::fflush(stdout) == 0 && std::ferror(stdout) == 0;
    return complete ? status : fail(wrong_or_hazard, "standard output: could not be written in full");
  } catch (const Failure& failure) {
    return fail(failure.status, failure.what());
  } catch (const std::bad_alloc&) {
    return fail(bad_usage, fmt::format("{}: not enough memory", size_options));
  } catch (const std::exception& error) {
    return fail(wrong_or_hazard, error.what());
  }
}

void check_names(const std::vector<std::string>& names, const std::vector<std::string>& known) {
  for (const std::string& name : names) {
    if (std::ranges::find(known, name) != known.end()) continue;
    throw Failure(bad_usage, fmt::format("--variant: takes {}, not '{}'", fmt::join(known, ", "), name));
  }
}

FILE* text_output(const Options& options) {
  return options.json == "-" || options.trace == "-" || options.show == "-" ? stderr : stdout;
}

TraceFiles::TraceFiles(const Options& options, Engine& engine)
    : trace_(options.trace, "--trace"), show_(options.show, "--show") {
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

void TraceFiles::commit(const std::vector<Result>& results) {
  trace_.commit(traces_to_json(results));
  show_.commit(show_to_json(results));
}

ExitStatus finish(const std::vector<Result>& results, OutputFile& json, const Context& context) {
  std::fflush(stdout);  // the table first, also where both go to one file
  const std::string text = failures(results, letters_of(stderr), shows_colour(stderr));
  fmt::print(stderr, "{}", text);
  json.commit(to_json({context, results}));
  const bool all_good = std::ranges::all_of(results, &Result::good);
  return all_good ? all_verified : wrong_or_hazard;
}

}  // namespace ladder
