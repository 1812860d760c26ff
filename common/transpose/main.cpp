// The executable of a transpose chapter: every variant on one engine, verified and compared.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <exception>
#include <new>

#include "devices.hpp"
#include "json_report.hpp"
#include "options.hpp"
#include "report.hpp"
#include "transpose/catalog.hpp"
#include "transpose/measure.hpp"

using namespace ladder;

extern const char* const chapter_name;  // defined by add_chapter()

namespace {

constexpr std::uint64_t longest_side = 0x7fffffff;

std::vector<transpose::Variant> chosen(const std::vector<transpose::Variant>& all,
                                       const std::vector<std::string>& names) {
  if (names.empty()) return all;
  std::vector<transpose::Variant> found;
  for (const std::string& name : names) {
    const auto match = std::find_if(all.begin(), all.end(), [&](const auto& v) { return v.name == name; });
    if (match == all.end()) {
      std::vector<std::string> known;
      for (const auto& variant : all) known.push_back(variant.name);
      throw Failure(bad_usage, fmt::format("--variant: takes {}, not '{}'", fmt::join(known, ", "), name));
    }
    found.push_back(*match);
  }
  return found;
}

void check_memory(const Engine& engine, unsigned rows, unsigned cols) {
  const double needed = 2.0 * 4 * rows * cols, free = static_cast<double>(engine.free_bytes());
  if (needed > free) {
    throw Failure(bad_usage, fmt::format("--rows, --cols: {} x {} takes {:.1f} GB on the {}, which has {:.1f} GB free",
                                         rows, cols, needed / 1e9, engine.name(), free / 1e9));
  }
}

// The chapter's variants, and before them, where asked for, what they are measured against.
std::vector<Result> run_all(const Engine& engine, transpose::Bench& bench,
                            const std::vector<transpose::Variant>& variants, const Options& options) {
  std::vector<Result> peers;
  double ceiling = 0;
  for (const auto& copy : transpose::ceilings_on(engine)) {
    peers.push_back(bench.run(copy, options.repeats));
    const Result& result = peers.back();
    if (result.verified && (ceiling == 0 || result.median_seconds() < ceiling)) ceiling = result.median_seconds();
  }
  bench.set_ceiling(ceiling);
  std::vector<Result> results;
  for (const auto& variant : variants) results.push_back(bench.run(variant, options.repeats));
  if (options.peers) {
    for (const auto& library : transpose::libraries_on(engine)) peers.push_back(bench.run(library, options.repeats));
    for (Result& peer : peers) {
      if (!peer.seconds.empty()) peer.fraction_of_copy = ceiling / peer.median_seconds();
      peer.block = "-";
    }
    results.insert(results.end(), peers.begin(), peers.end());
  }
  return results;
}

int run(int argc, char** argv) {
  const auto options = parse_options(argc, argv, chapter_name,
                                     {{"--rows", "Rows of the input (gpu: 8192, emulator: 1024)", 1, longest_side},
                                      {"--cols", "Columns of the input (gpu: 8192, emulator: 2048)", 1, longest_side}});
  if (!options) return all_verified;
  if (options->list) {
    for (const auto& variant : emulator::variants()) fmt::print("{}\n", variant.name);
    return all_verified;
  }
  // All that can be refused is refused before anything runs.
  chosen(emulator::variants(), options->variants);
  const auto [engine, reason] = choose_engine(options->device);
  const auto variants = chosen(transpose::variants_on(*engine), options->variants);
  const bool gpu = engine->name() == "gpu";
  if (options->peers && !gpu) throw Failure(device_missing, "--peers: needs a GPU: " + reason);
  const auto rows = static_cast<unsigned>(options->sizes[0].value_or(gpu ? 8192 : 1024));
  const auto cols = static_cast<unsigned>(options->sizes[1].value_or(gpu ? 8192 : 2048));
  check_memory(*engine, rows, cols);
  OutputFile json(options->json);
  FILE* text = options->json == "-" ? stderr : stdout;

  fmt::print(text, "{} on the {} ({}): {}\n{} x {} floats\n\n", chapter_name, engine->name(), reason,
             engine->description(), rows, cols);
  std::fflush(text);
  transpose::Bench bench(*engine, chapter_name, rows, cols);
  std::vector<Result> results = run_all(*engine, bench, variants, *options);
  if (gpu) {
    for (Result& result : results) transpose::count_on_emulator(result.variant, rows, cols, result);
  }
  fmt::print(text, "{}", table(results));
  fmt::print(stderr, "{}", failures(results));
  json.commit(to_json({make_context(argc, argv, engine->description()), results}));
  const bool all_good = std::all_of(results.begin(), results.end(), [](const Result& r) { return r.good(); });
  return all_good ? all_verified : wrong_or_hazard;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const Failure& failure) {
    fmt::print(stderr, "error: {}\n", failure.what());
    return failure.status;
  } catch (const std::bad_alloc&) {
    fmt::print(stderr, "error: --rows, --cols: not enough memory for a matrix of that size\n");
    return bad_usage;
  } catch (const std::exception& error) {
    fmt::print(stderr, "error: {}\n", error.what());
    return wrong_or_hazard;
  }
}
