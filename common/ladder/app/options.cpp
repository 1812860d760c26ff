#include "ladder/app/options.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <bit>
#include <utility>

#include "ladder/base/command_line.hpp"
#include "ladder/base/failure.hpp"
#include "ladder/report/machines.hpp"

namespace ladder {
namespace {

std::string no_file_name(const std::string& text) {
  return text.empty() ? "takes a file, or - for standard output" : "";
}

// 8192, 2^26
std::string number_in_words(std::uint64_t number) {
  const bool long_power_of_two = number >= 1 << 16 && std::has_single_bit(number);
  return long_power_of_two ? fmt::format("2^{}", std::countr_zero(number)) : std::to_string(number);
}

std::string help_of(const SizeOption& size) {
  return fmt::format("{} (gpu: {}, emulator: {})", size.meaning, number_in_words(size.when_timed),
                     number_in_words(size.when_counted));
}

// --list and --records run nothing, so there is nothing to write or to ask. And of what is written, one thing alone can
// go to standard output.
void check_files(const Options& options) {
  std::string to_stdout;
  for (const auto& [name, file] :
       {std::pair{"--json", options.json}, {"--trace", options.trace}, {"--show", options.show}}) {
    if (options.list && !file.empty()) throw Failure(bad_usage, fmt::format("--list, {}: only one of them", name));
    if (file != "-") continue;
    if (!to_stdout.empty()) {
      throw Failure(bad_usage, fmt::format("{}, {}: only one of them can go to standard output", to_stdout, name));
    }
    to_stdout = name;
  }
  if (!options.quiz) return;
  if (options.list) throw Failure(bad_usage, "--list, --quiz: only one of them");
  if (!options.records.empty()) throw Failure(bad_usage, "--quiz, --records: only one of them");
}

}  // namespace

std::optional<Options> parse_options(int argc, const char* const* argv, const std::string& chapter,
                                     const std::vector<SizeOption>& size_options) {
  Options options;
  options.sizes.resize(size_options.size());
  CommandLine line(chapter, "Runs the variants of " + chapter + ", verifies each and compares them.");
  line.version("The Memory Ladder " LADDER_VERSION);
  for (std::size_t i = 0; i < size_options.size(); ++i) {
    const SizeOption& size = size_options[i];
    line.number("--" + size.name, "N", help_of(size), size.least, size.most, options.sizes[i]);
  }
  line.list("--variant", "NAME", "Run this variant only (repeatable; names: --list)", options.variants);
  line.flag("--list", "List the variants", options.list);
  line.option("--device", "auto|gpu|emulator", "Where to run; auto: a GPU if there is one", options.device,
              none_of({"auto", "gpu", "emulator"}));
  std::optional<std::uint64_t> repeats;
  line.number("--repeats", "K", "Timed runs of each variant, GPU only", 1, 100000, repeats);
  line.flag("--peers", "Add the ceilings and NVIDIA's libraries, GPU only", options.peers);
  line.flag("--explain", "Report what each line of the kernels costs, and why", options.explain);
  line.flag("--limits", "Report what limits each variant, with the arithmetic", options.limits);
  line.flag("--quiz", "First ask what a request of each variant costs", options.quiz);
  const std::vector<std::string> gpus = machine_names();
  line.option("--gpu", fmt::format("{}", fmt::join(gpus, "|")),
              "Whose limits; else of the GPU at hand, or of an " + gpus.front(), options.gpu, none_of(gpus));
  line.option("--records", "FILE", "Run nothing: compare limits with a bench.json", options.records);
  line.option("--json", "FILE", "Write the results as JSON; -: standard output", options.json, no_file_name);
  line.option("--trace", "FILE", "Write the emulator's requests of block 0 as JSON", options.trace, no_file_name);
  line.option("--show", "FILE", "Write what ./learn show draws as JSON; emulator only", options.show, no_file_name);
  line.footer(
      "Exit status: 0 all verified and free of hazards; 1 a variant was wrong or had a\n"
      "hazard; 2 bad usage; 3 the device asked for is not there.\n"
      "Example: " +
      chapter + " --device emulator --json results.json");
  if (!line.parse(argc, argv)) return std::nullopt;
  options.repeats = static_cast<int>(repeats.value_or(options.repeats));
  check_files(options);
  return options;
}

}  // namespace ladder
