// Predicted = emulated = measured: runs chapters on the GPU under Nsight Compute and compares its counters with the
// emulator's counts, and the probe's patterns with memory_model.
#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "ladder/app/chapter.hpp"
#include "ladder/base/command_line.hpp"
#include "ladder/base/files.hpp"
#include "ladder/base/shell.hpp"
#include "ladder/engine/devices.hpp"
#include "ladder/report/terminal.hpp"
#include "tools/probe/probe.hpp"
#include "tools/profile/runs.hpp"

using namespace ladder;
using namespace ladder::profile;

namespace {

struct Arguments {
  std::vector<std::string> names;
  std::string ncu, folder, record;
  bool all = false;
};

// Nothing for --help, which it answers itself.
std::optional<Arguments> parse(int argc, char** argv) {
  Arguments arguments;
  arguments.folder = std::filesystem::read_symlink("/proc/self/exe").parent_path();
  CommandLine line("profile", "Compares the GPU's counters, read with Nsight Compute, with the emulator's.");
  line.words("CHAPTER", "Chapters; probe: single warps; copies: of structs", arguments.names, true);
  line.option("--ncu", "PATH", "Nsight Compute's command line", arguments.ncu);
  line.option("--bin", "DIR", "Where the executables are, if not beside this one", arguments.folder);
  line.option("--record", "DIR", "Write counters.json, probe.json and others there", arguments.record);
  line.flag("--all", "Show every counter, not only those that differ", arguments.all);
  line.footer(
      "Exit status: 0 all equal; 1 a difference; 2 bad usage; 3 no GPU, no Nsight\n"
      "Compute, or no right to use it.\n"
      "Example: profile step3_padded reduction probe");
  if (!line.parse(argc, argv)) return std::nullopt;
  return arguments;
}

// How many comparisons there were, and how many found a difference.
struct Tally {
  std::size_t compared = 0, different = 0;

  void add(bool is_equal) {
    ++compared;
    different += is_equal ? 0 : 1;
  }
};

void print_all(const Counters& emulated, const Readings& measured) {
  fmt::print("    {:<34} {:>12} {:>12}\n", "", "emulated", "measured");
  for (const HardwareCounter& counter : hardware_counters()) {
    const std::string counted = counter.emulated == nullptr ? "-" : std::to_string(emulated.*counter.emulated);
    const std::uint64_t read = measured.at(counter.name);
    const char* verdict = !counter.must_equal               ? "not compared"
                          : counted == std::to_string(read) ? "equal"
                                                            : "DIFFERENT";
    fmt::print("    {:<34} {:>12} {:>12}  {}\n", counter.name, counted, read, verdict);
  }
}

// One line; with `all`, a line for each counter as well.
void compare(const Counters& emulated, const MeasuredVariant& measured, bool all, Tally& tally) {
  const auto found = differences(emulated, measured.measured);
  const std::string name = measured.chapter + "/" + measured.variant;
  const std::string line = fmt::format("{:<42} {:>11}  {}", name, in_words(measured.sizes), in_words(found));
  fmt::print("{}", wrapped(line, letters_of(stdout)));
  if (all) print_all(emulated, measured.measured);
  tally.add(found.empty());
}

std::vector<MeasuredVariant> profile_chapter(const NsightCompute& ncu, const Chapter& chapter, bool all, Tally& tally) {
  std::vector<MeasuredVariant> variants;
  for (const std::string& size : chapter.sizes()) {
    const auto emulated = chapter.emulate(size);
    const auto measured = chapter.measure(ncu, size, emulated);
    for (std::size_t i = 0; i < measured.size(); ++i) compare(*emulated[i].counters, measured[i], all, tally);
    std::fflush(stdout);
    variants.insert(variants.end(), measured.begin(), measured.end());
  }
  return variants;
}

// Runs `probe` with this word, which makes so many launches.
std::vector<ProfiledKernel> run_probe(const NsightCompute& ncu, const std::string& folder, const std::string& word,
                                      const std::vector<std::string>& metrics, std::size_t launches) {
  auto kernels = ncu.profile(shell_quoted(folder + "/probe") + " " + word, metrics);
  if (kernels.size() == launches) return kernels;
  throw std::runtime_error(fmt::format("probe {}: ncu saw {} of {} launches", word, kernels.size(), launches));
}

// Adds what the counters read of each launch: of a load or a store to its pattern, of an atomic as a new entry.
void probe_launches(const NsightCompute& ncu, const std::string& folder, const std::string& word,
                    std::vector<Probed>& probed) {
  const std::vector<probe::Launch> launches = probe::launches(word);
  std::vector<std::string> metrics;
  for (const probe::Counter& counter : probe::counters()) {
    if (std::any_of(launches.begin(), launches.end(), [&](const auto& launch) { return counter.counts(launch); }))
      metrics.insert(metrics.end(), counter.metrics.begin(), counter.metrics.end());
  }
  const auto kernels = run_probe(ncu, folder, word, metrics, launches.size());
  for (std::size_t i = 0; i < launches.size(); ++i) {
    const auto& [pattern, space, kind, bytes, operation] = launches[i];
    auto entry = std::find_if(probed.begin(), probed.end(), [&](const Probed& p) {
      return !launches[i].operation && p.pattern.name == launches[i].pattern.name;
    });
    if (entry == probed.end()) entry = probed.insert(entry, {pattern, {}, space, operation});
    for (const probe::Counter& counter : probe::counters()) {
      if (!counter.counts(launches[i])) continue;
      std::uint64_t measured = 0;
      for (const std::string& metric : counter.metrics) measured += kernels[i].metrics.at(metric);
      entry->readings.push_back(
          {counter.name, bytes, probe::predict(pattern, bytes, counter.name, operation), measured});
    }
  }
}

// The readings that differ, or all; and how many there are.
void print(const char* what, const std::vector<Probed>& probed, bool all, Tally& tally) {
  Tally own;
  for (const auto& [pattern, readings, space, operation] : probed) {
    const std::string name =
        operation ? fmt::format("{} {}, {}", in_words(space), in_words(*operation), pattern.name) : pattern.name;
    for (const probe::Reading& r : readings) {
      own.add(r.equal());
      if (!all && r.equal()) continue;
      const std::string line =
          fmt::format("probe, {:<44} {:>2} bytes  {:<10} {}: {} predicted, {} measured", name, r.bytes,
                      r.equal() ? "equal" : "DIFFERENT", r.counter, r.predicted, r.measured);
      fmt::print("{}", wrapped(line, letters_of(stdout)));
    }
  }
  fmt::print("probe: {} {}, {} readings, {} different\n", probed.size(), what, own.compared, own.different);
  tally = {tally.compared + own.compared, tally.different + own.different};
}

// what: "patterns", "atomics". words: those of the probe that launch them.
std::vector<Probed> profile_probe(const NsightCompute& ncu, const Arguments& arguments, const char* what,
                                  const std::vector<std::string>& words, Tally& tally) {
  std::vector<Probed> probed;
  for (const std::string& word : words) probe_launches(ncu, arguments.folder, word, probed);
  print(what, probed, arguments.all, tally);
  return probed;
}

std::vector<MeasuredVariant> profile_copies(const NsightCompute& ncu, const Arguments& arguments, Tally& tally) {
  const auto copies = emulator::copies();
  const auto kernels = run_probe(ncu, arguments.folder, "copies", all_metrics(), copies.size());
  std::vector<MeasuredVariant> all;
  for (std::size_t i = 0; i < copies.size(); ++i) {
    all.push_back({"copies", copies[i].name, {}, counters_from(kernels[i].metrics)});
    compare(emulate(copies[i]).counters, all.back(), arguments.all, tally);
  }
  return all;
}

Context context_of(int argc, char** argv, const NsightCompute& ncu, const std::string& gpu) {
  Context context = make_context(argc, argv, gpu);
  const auto driver = output_lines("nvidia-smi --id=0 --query-gpu=driver_version --format=csv,noheader 2>/dev/null");
  if (!driver.empty()) context.more.emplace_back("driver", driver.front());
  context.more.emplace_back("profiler", "Nsight Compute " + ncu.version());
  return context;
}

int run(int argc, char** argv) {
  const auto arguments = parse(argc, argv);
  if (!arguments) return all_verified;
  std::vector<Chapter> chapters;
  const auto is_named = [&](const char* name) { return std::ranges::count(arguments->names, name) != 0; };
  const bool with_probe = is_named("probe"), with_copies = is_named("copies");
  for (const std::string& name : arguments->names) {
    if (name != "probe" && name != "copies") chapters.emplace_back(arguments->folder, name);
  }
  const auto file = [&](bool wanted, const char* name) {
    return wanted && !arguments->record.empty() ? arguments->record + "/" + name : std::string();
  };
  const std::string gpu = require_gpu("profile")->description();
  const NsightCompute ncu(arguments->ncu);
  OutputFile counters(file(!chapters.empty(), "counters.json"), "--record");
  OutputFile probed(file(with_probe, "probe.json"), "--record");
  OutputFile atomics(file(with_probe, "atomics.json"), "--record");
  OutputFile copied(file(with_copies, "copies.json"), "--record");

  fmt::print("{}; Nsight Compute {}\n", gpu, ncu.version());
  const Context context = context_of(argc, argv, ncu, gpu);
  Tally tally;
  std::vector<MeasuredVariant> variants;
  for (const Chapter& chapter : chapters) {
    const auto more = profile_chapter(ncu, chapter, arguments->all, tally);
    variants.insert(variants.end(), more.begin(), more.end());
  }
  counters.commit(to_json(context, variants));
  if (with_probe) {
    probed.commit(to_json(context, profile_probe(ncu, *arguments, "patterns", {"global", "shared"}, tally)));
    atomics.commit(to_json(context, profile_probe(ncu, *arguments, "atomics", {"atomics"}, tally)));
  }
  if (with_copies) copied.commit(to_json(context, profile_copies(ncu, *arguments, tally)));
  fmt::print("{} of {} comparisons equal\n", tally.compared - tally.different, tally.compared);
  return tally.different == 0 ? all_verified : wrong_or_hazard;
}

}  // namespace

int main(int argc, char** argv) { return guarded_main(argc, argv, run, "profile"); }
