// Predicted = emulated = measured: runs chapters on the GPU under Nsight Compute and compares its counters with the
// emulator's counts, and the probe's patterns with memory_model.
#include <fmt/ranges.h>

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
#include "ladder/base/output_file.hpp"
#include "ladder/base/shell.hpp"
#include "ladder/engine/devices.hpp"
#include "tools/profile/copies.hpp"
#include "tools/profile/record.hpp"
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
  line.words("CHAPTER", "Chapters; probe: single warps, compared with the memory model; copies: of structs",
             arguments.names, true);
  line.option("--ncu", "PATH", "Nsight Compute's command line", arguments.ncu);
  line.option("--bin", "DIR", "Where the executables are, if not beside this one", arguments.folder);
  line.option("--record", "DIR", "Write counters.json, probe.json, atomics.json and copies.json there",
              arguments.record);
  line.flag("--all", "Show every counter, not only those that differ", arguments.all);
  line.footer(
      "Exit status: 0 all equal; 1 a difference; 2 bad usage; 3 no GPU, no Nsight Compute, or no right to use it.\n"
      "Example: profile step3_padded reduction probe");
  if (!line.parse(argc, argv)) return std::nullopt;
  return arguments;
}

// How many comparisons there were, and how many found a difference.
struct Tally {
  std::size_t compared = 0, different = 0;

  void add(const Tally& other) {
    compared += other.compared;
    different += other.different;
  }
};

void print_all(const Counters& emulated, const Readings& measured) {
  for (const HardwareCounter& counter : hardware_counters()) {
    const std::string counted = counter.emulated == nullptr ? "-" : std::to_string(emulated.*counter.emulated);
    const std::uint64_t read = measured.at(counter.name);
    const char* verdict = !counter.must_equal               ? "not compared"
                          : counted == std::to_string(read) ? "equal"
                                                            : "DIFFERENT";
    fmt::print("    {:<34} {:>12} emulated {:>12} measured  {}\n", counter.name, counted, read, verdict);
  }
}

std::string verdict(const std::vector<Difference>& differences) {
  if (differences.empty()) return "equal";
  std::vector<std::string> words;
  for (const auto& [counter, emulated, measured] : differences) {
    words.push_back(fmt::format("{}: {} emulated, {} measured", counter, emulated, measured));
  }
  return fmt::format("DIFFERENT  {}", fmt::join(words, "; "));
}

std::vector<MeasuredVariant> profile_chapter(const NsightCompute& ncu, const Chapter& chapter, bool all, Tally& tally) {
  std::vector<MeasuredVariant> variants;
  for (const std::string& size : chapter.sizes()) {
    const auto emulated = chapter.emulate(size);
    const auto measured = chapter.measure(ncu, size, emulated);
    for (std::size_t i = 0; i < measured.size(); ++i) {
      const auto found = differences(*emulated[i].counters, measured[i].measured);
      fmt::print("{:<50} {:>10}  {}\n", measured[i].chapter + "/" + measured[i].variant, in_words(measured[i].sizes),
                 verdict(found));
      if (all) print_all(*emulated[i].counters, measured[i].measured);
      ++tally.compared;
      tally.different += !found.empty();
    }
    std::fflush(stdout);
    variants.insert(variants.end(), measured.begin(), measured.end());
  }
  return variants;
}

// Runs `probe` with this word, which makes so many launches.
std::vector<ProfiledKernel> probe_launches(const NsightCompute& ncu, const std::string& folder, const std::string& word,
                                           const std::vector<std::string>& metrics, std::size_t launches) {
  auto kernels = ncu.profile(shell_quoted(folder + "/probe") + " " + word, metrics);
  if (kernels.size() == launches) return kernels;
  throw std::runtime_error(fmt::format("probe {}: ncu saw {} of {} launches", word, kernels.size(), launches));
}

// Adds to the patterns what the counters read of those in this memory.
void probe_memory(const NsightCompute& ncu, const std::string& folder, memory_model::Space space,
                  std::vector<ProbedPattern>& patterns) {
  std::vector<std::string> metrics;
  for (const probe::Counter& counter : probe::counters()) {
    if (counter.space == space) metrics.push_back(counter.metric);
  }
  const auto launches = probe::launches(space);
  const auto kernels = probe_launches(ncu, folder, in_words(space), metrics, launches.size());
  auto probed = patterns.begin();
  for (std::size_t i = 0; i < launches.size(); ++i) {
    const probe::Launch& launch = launches[i];
    while (probed->pattern.name != launch.pattern.name) ++probed;
    for (const probe::Counter& counter : probe::counters()) {
      if (counter.space != space || counter.kind != launch.kind) continue;
      probed->readings.push_back({counter.name, launch.bytes,
                                  probe::predict(launch.pattern, counter.name, launch.bytes),
                                  kernels[i].metrics.at(counter.metric)});
    }
  }
}

// Those that differ, or all; and counts them.
void print_readings(const std::string& name, const std::vector<probe::Reading>& readings, bool all, Tally& tally) {
  for (const probe::Reading& r : readings) {
    tally.add({1, r.equal() ? 0u : 1u});
    if (!all && r.equal()) continue;
    fmt::print("probe, {:<44} {:>2} bytes  {:<10} {}: {} predicted, {} measured\n", name, r.bytes,
               r.equal() ? "equal" : "DIFFERENT", r.counter, r.predicted, r.measured);
  }
}

std::vector<ProbedPattern> profile_probe(const NsightCompute& ncu, const Arguments& arguments, Tally& tally) {
  std::vector<ProbedPattern> patterns;
  for (const probe::Pattern& pattern : probe::patterns()) patterns.push_back({pattern, {}});
  probe_memory(ncu, arguments.folder, memory_model::Space::global, patterns);
  probe_memory(ncu, arguments.folder, memory_model::Space::shared, patterns);
  Tally of_probe;
  for (const ProbedPattern& probed : patterns) {
    print_readings(probed.pattern.name, probed.readings, arguments.all, of_probe);
  }
  fmt::print("probe: {} patterns, {} readings, {} different\n", patterns.size(), of_probe.compared, of_probe.different);
  tally.add(of_probe);
  return patterns;
}

std::vector<ProbedAtomic> profile_atomics(const NsightCompute& ncu, const Arguments& arguments, Tally& tally) {
  std::vector<std::string> metrics;
  for (const probe::AtomicCounter& counter : probe::atomic_counters()) {
    metrics.insert(metrics.end(), counter.metrics.begin(), counter.metrics.end());
  }
  const auto launches = probe::atomic_launches();
  const auto kernels = probe_launches(ncu, arguments.folder, "atomics", metrics, launches.size());
  Tally of_atomics;
  std::vector<ProbedAtomic> atomics;
  for (std::size_t i = 0; i < launches.size(); ++i) {
    const probe::AtomicLaunch& launch = launches[i];
    ProbedAtomic probed{launch, {}};
    for (const probe::AtomicCounter& counter : probe::atomic_counters()) {
      if (counter.space != launch.space) continue;
      std::uint64_t measured = 0;
      for (const std::string& metric : counter.metrics) measured += kernels[i].metrics.at(metric);
      probed.readings.push_back(
          {counter.name, bytes_of(launch.operation), probe::predict(launch, counter.name), measured});
    }
    print_readings(fmt::format("{} {}, {}", in_words(launch.space), in_words(launch.operation), launch.pattern.name),
                   probed.readings, arguments.all, of_atomics);
    atomics.push_back(std::move(probed));
  }
  fmt::print("probe: {} atomics, {} readings, {} different\n", atomics.size(), of_atomics.compared,
             of_atomics.different);
  tally.add(of_atomics);
  return atomics;
}

std::vector<MeasuredVariant> profile_copies(const NsightCompute& ncu, const Arguments& arguments, Tally& tally) {
  const auto measured = measure_copies(ncu, arguments.folder);
  const auto copies = emulator::copies();
  for (std::size_t i = 0; i < measured.size(); ++i) {
    const Counters emulated = emulate(copies[i]).counters;
    const auto found = differences(emulated, measured[i].measured);
    fmt::print("{:<50} {:>10}  {}\n", "copies/" + measured[i].variant, "", verdict(found));
    if (arguments.all) print_all(emulated, measured[i].measured);
    ++tally.compared;
    tally.different += !found.empty();
  }
  return measured;
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
  bool with_probe = false, with_copies = false;
  for (const std::string& name : arguments->names) {
    if (name == "probe") {
      with_probe = true;
    } else if (name == "copies") {
      with_copies = true;
    } else {
      chapters.emplace_back(arguments->folder, name);
    }
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
    probed.commit(to_json(context, profile_probe(ncu, *arguments, tally)));
    atomics.commit(to_json(context, profile_atomics(ncu, *arguments, tally)));
  }
  if (with_copies) copied.commit(to_json(context, profile_copies(ncu, *arguments, tally)));
  fmt::print("{} of {} comparisons equal\n", tally.compared - tally.different, tally.compared);
  return tally.different == 0 ? all_verified : wrong_or_hazard;
}

}  // namespace

int main(int argc, char** argv) { return guarded_main(argc, argv, run, "profile"); }
