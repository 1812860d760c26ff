#include "ladder/chapter/options.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <bit>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <utility>

#include "ladder/base/failure.hpp"
#include "ladder/engine/devices.hpp"
#include "ladder/report/machines.hpp"

namespace ladder {
namespace {

// Accepts a whole number in the range. For anything else the message says what the option takes.
CLI::Validator whole_number(std::uint64_t least, std::uint64_t most) {
  const auto check = [=](const std::string& text) -> std::string {
    const bool digits = !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
    errno = 0;
    const std::uint64_t value = digits ? std::strtoull(text.c_str(), nullptr, 10) : 0;
    if (digits && errno == 0 && value >= least && value <= most) return {};
    return fmt::format("takes a whole number from {} to {}, not '{}'", least, most, text);
  };
  return CLI::Validator(check, "");
}

const CLI::Validator file_name(
    [](const std::string& text) { return std::string(text.empty() ? "takes a file, or - for standard output" : ""); },
    "");

// The message for users. CLI11's own words for an option that is given too often, or without its value, are for
// programmers.
std::string in_plain_words(const CLI::App& app, const CLI::ParseError& error) {
  const std::string message = error.what();
  const std::string line = message.substr(0, message.find('\n'));
  const std::string name = line.substr(0, line.find(':'));
  const CLI::Option* option = app.get_option_no_throw(name);
  if (option == nullptr || dynamic_cast<const CLI::ArgumentMismatch*>(&error) == nullptr) return line;
  if (option->count() > 1) return fmt::format("{}: given {} times; it takes one", name, option->count());
  return fmt::format("{0}: its value is missing: {0} {1}", name, option->get_type_name());
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

CLI::Validator one_of(const std::vector<std::string>& words) {
  const auto check = [=](const std::string& text) -> std::string {
    if (std::find(words.begin(), words.end(), text) != words.end()) return {};
    return fmt::format("takes {}, not '{}'", fmt::join(words, ", "), text);
  };
  return CLI::Validator(check, "");
}

bool parsed(CLI::App& app, int argc, const char* const* argv) {
  try {
    app.parse(argc, argv);
    return true;
  } catch (const CLI::Success& request) {
    app.exit(request);
    return false;
  } catch (const CLI::ParseError& error) {
    throw Failure(bad_usage, in_plain_words(app, error) + " (try --help)");
  }
}

std::optional<Options> parse_options(int argc, const char* const* argv, const std::string& chapter,
                                     const std::vector<SizeOption>& size_options) {
  Options options;
  options.sizes.resize(size_options.size());
  CLI::App app("Runs the variants of " + chapter + ", verifies each and compares them.", chapter);
  app.get_formatter()->column_width(28);
  app.set_version_flag("--version", "The Memory Ladder " LADDER_VERSION);
  std::vector<std::uint64_t> sizes(size_options.size());
  for (std::size_t i = 0; i < size_options.size(); ++i) {
    const SizeOption& size = size_options[i];
    app.add_option("--" + size.name, sizes[i], help_of(size))
        ->check(whole_number(size.least, size.most))
        ->type_name("N");
  }
  app.add_option("--variant", options.variants, "Run this variant only (repeatable; names: --list)")
      ->allow_extra_args(false)
      ->type_name("NAME");
  app.add_flag("--list", options.list, "List the variants");
  app.add_option("--device", options.device, "Where to run; auto: a GPU if there is one")
      ->check(one_of(device_words()))
      ->type_name(fmt::format("{}", fmt::join(device_words(), "|")));
  app.add_option("--repeats", options.repeats, "Timed runs of each variant, GPU only")
      ->check(whole_number(1, 100000))
      ->type_name("K");
  app.add_flag("--peers", options.peers, "Add the ceilings and the vendor's libraries, GPU only");
  app.add_flag("--explain", options.explain, "Report what each line of the kernels asks of the memory");
  app.add_flag("--limits", options.limits, "Report what limits each variant, with the arithmetic");
  app.add_flag("--quiz", options.quiz, "First ask what a request of each variant costs; answers are lines of input");
  const std::vector<std::string> gpus = machine_names();
  options.gpu = gpus.front();
  app.add_option("--gpu", options.gpu, "The recorded GPU that limits are for")
      ->check(one_of(gpus))
      ->type_name(fmt::format("{}", fmt::join(gpus, "|")));
  app.add_option("--records", options.records, "Run nothing: compare limits with the results in this bench.json")
      ->type_name("FILE");
  app.add_option("--json", options.json, "Write the results as JSON; -: standard output")
      ->check(file_name)
      ->type_name("FILE");
  app.add_option("--trace", options.trace, "Write each request of block 0 as JSON, emulator only; -: standard output")
      ->check(file_name)
      ->type_name("FILE");
  app.add_option("--show", options.show, "Write what ./learn show draws as JSON, emulator only; -: standard output")
      ->check(file_name)
      ->type_name("FILE");
  app.footer(
      "Exit status: 0 all verified and free of hazards; 1 a variant was wrong or had a hazard;\n"
      "2 bad usage; 3 the device asked for is not there.\n"
      "Example: " +
      chapter + " --device emulator --json results.json");
  if (!parsed(app, argc, argv)) return std::nullopt;
  check_files(options);
  for (std::size_t i = 0; i < size_options.size(); ++i) {
    if (app.count("--" + size_options[i].name) != 0) options.sizes[i] = sizes[i];
  }
  return options;
}

}  // namespace ladder
