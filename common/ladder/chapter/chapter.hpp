// What the executables of all chapters have in common, whatever their kernels compute.
#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdio>
#include <new>
#include <optional>
#include <string>
#include <vector>

#include "ladder/base/failure.hpp"
#include "ladder/base/output_file.hpp"
#include "ladder/chapter/engine_variants.hpp"
#include "ladder/chapter/options.hpp"
#include "ladder/engine/devices.hpp"
#include "ladder/report/json_report.hpp"
#include "ladder/report/report.hpp"
#include "ladder/timing/python_peers.hpp"

extern const char* const chapter_name;  // defined by add_chapter()

namespace ladder {

// Runs the chapter and turns what it throws into one line on stderr and the exit status that belongs to it.
// size_options names what sets the problem's size, for the message where memory does not suffice. Standard output that
// could not be written in full (a full disk) is an error too.
int guarded_main(int argc, char** argv, int (*run)(int argc, char** argv), const char* size_options);

// The variants of these names, in the order of the names, each once; all where there are none. Throws
// Failure(bad_usage).
template <typename Variant>
std::vector<Variant> chosen(const std::vector<Variant>& all, const std::vector<std::string>& names) {
  if (names.empty()) return all;
  std::vector<Variant> found;
  for (const std::string& name : names) {
    const auto has_that_name = [&](const Variant& v) { return v.name == name; };
    if (std::any_of(found.begin(), found.end(), has_that_name)) continue;
    const auto match = std::find_if(all.begin(), all.end(), has_that_name);
    if (match == all.end()) {
      std::vector<std::string> known;
      for (const Variant& variant : all) known.push_back(variant.name);
      throw Failure(bad_usage, fmt::format("--variant: takes {}, not '{}'", fmt::join(known, ", "), name));
    }
    found.push_back(*match);
  }
  return found;
}

template <typename Variant>
void print_names(const std::vector<Variant>& variants) {
  for (const Variant& variant : variants) fmt::print("{}\n", variant.name);
}

// What a chapter's executable starts from.
template <typename Variant>
struct Start {
  Options options;
  ChosenEngine chosen;
  Catalog<Variant> catalog;  // of that engine, with the variants that were asked for

  Engine& engine() const { return *chosen.engine; }
  bool on_gpu() const { return engine().name() == "gpu"; }
};

// Reads the command line and finds engine and variants. Nothing where --help, --version or --list is all that was asked
// for. known: the variants of any engine, to check names against. Whatever can be refused is refused here, before
// anything runs: throws Failure.
template <typename Variant>
std::optional<Start<Variant>> start(int argc, char** argv, const std::vector<SizeOption>& size_options,
                                    const std::vector<Variant>& known, Catalog<Variant> (*catalog_of)(const Engine&)) {
  const auto options = parse_options(argc, argv, chapter_name, size_options);
  if (!options) return std::nullopt;
  if (options->list) {
    print_names(known);
    return std::nullopt;
  }
  chosen(known, options->variants);
  Start<Variant> start{*options, choose_engine(options->device), {}};
  start.catalog = catalog_of(start.engine());
  start.catalog.variants = chosen(start.catalog.variants, options->variants);
  if (options->peers && !start.on_gpu()) {
    throw Failure(device_missing, "--peers: needs a GPU: " + start.chosen.reason);
  }
  if (!options->trace.empty()) {
    if (start.on_gpu()) throw Failure(bad_usage, "--trace: only the emulator can; add --device emulator");
    start.engine().trace_runs();
  }
  if (start.on_gpu()) make_emulator();  // it will count later; if it cannot, this throws now and not at the end
  return start;
}

// Completes the results of the variants: each as a share of the fastest ceiling and, where asked for, behind them the
// ceilings and what else they are measured against. problem: "transpose" or "sum".
template <typename Variant, typename Bench>
void add_peers(const Start<Variant>& begun, Bench& bench, const std::string& problem,
               const std::vector<Result>& ceilings, std::vector<Result>& results) {
  if (begun.options.peers) {
    const int repeats = begun.options.repeats;
    const auto python = python_peers(problem, results.front(), repeats);
    results.insert(results.end(), ceilings.begin(), ceilings.end());
    for (const Variant& library : begun.catalog.libraries) results.push_back(bench.run(library, repeats));
    results.insert(results.end(), python.begin(), python.end());
  }
  compare_with_ceilings(ceilings, results);
}

// Adds to each measured result what the emulator counts for it: count(result). Where memory is too short for that,
// the results stay as they are, without counts.
template <typename Count>
void add_counts(std::vector<Result>& results, const Count& count) {
  try {
    for (Result& result : results) count(result);
  } catch (const std::bad_alloc&) {
    fmt::print(stderr, "The emulator counts no more: not enough memory.\n");
  }
}

// Where a chapter's text goes: standard output, or stderr where that is for JSON alone.
inline FILE* text_output(const Options& options) {
  return options.json == "-" || options.trace == "-" ? stderr : stdout;
}

// Prints the failures and writes the JSON. The exit status that the results deserve.
ExitStatus finish(const std::vector<Result>& results, OutputFile& json, const Context& context);

}  // namespace ladder
