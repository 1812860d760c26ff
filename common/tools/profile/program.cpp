// Compares what the emulator counted of a program's launches, as ./learn try --json wrote it, with what the GPU's
// counters say of the same program, built by nvcc.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <bit>
#include <cstdint>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "ladder/app/chapter.hpp"
#include "ladder/base/command_line.hpp"
#include "ladder/base/files.hpp"
#include "ladder/base/json.hpp"
#include "ladder/base/shell.hpp"
#include "ladder/report/terminal.hpp"
#include "tools/profile/hardware_counters.hpp"
#include "tools/profile/nsight_compute.hpp"

using namespace ladder;
using namespace ladder::profile;

namespace {

// The launches of kernels of one name, grid and block: added up, as both sides may tell more of them apart.
struct LaunchKind {
  std::string kernel, grid, block;
  auto operator<=>(const LaunchKind&) const = default;
};

// What nvcc may have made of a line, or not: by how much the counters differ then.
using Choices = std::map<std::string, Counters>;  // "keeps in registers what is loaded again at k.cu:15" -> modulo 2^64

struct Counted {
  Counters emulated{};
  std::uint64_t launches = 0;
  Choices choices{};
  bool prints = false;
};

// "outer::mm<32>(float*)" and "void mm<32>(...)" are mm.
std::string bare_name(const std::string& name) {
  int depth = 0;
  std::string bare;
  for (const char c : name) {
    if (c == '<') ++depth;
    if (depth == 0 && c == '(') break;
    if (depth == 0) bare += c;
    if (c == '>') --depth;
  }
  const auto begin = bare.find_last_of(" :");
  return begin == std::string::npos ? bare : bare.substr(begin + 1);
}

std::string size_in(const Json& xyz) { return fmt::format("({})", fmt::join(xyz.get<std::vector<unsigned>>(), ", ")); }

Counters& operator+=(Counters& sum, const Counters& more) {
  for (const auto& [name, member] : counter_names) sum.*member += more.*member;
  return sum;
}

Counters counters_in(const Json& json) {
  Counters found{};
  for (const auto& [name, member] : counter_names)
    found.*member = static_cast<std::uint64_t>(json.at(name).get<std::int64_t>());
  return found;
}

std::map<LaunchKind, Counted> emulated_in(const std::string& path) {
  const Json json = Json::parse(text_of_file(path));
  std::map<LaunchKind, Counted> all;
  for (const Json& entry : json.at("benchmarks")) {
    if (!entry.contains("counters")) continue;
    if (entry.at("observed").get<std::uint64_t>() != entry.at("launches").get<std::uint64_t>()) {
      throw std::runtime_error(path + ": some launches were not observed; ./learn try --observe inf observes all");
    }
    Counted& counted = all[{bare_name(entry.at("kernel")), size_in(entry.at("grid")), size_in(entry.at("threads"))}];
    counted.emulated += counters_in(entry.at(entry.contains("counters_made") ? "counters_made" : "counters"));
    for (const Json& may : entry.at("nvcc_may")) counted.choices[may.at("words")] += counters_in(may.at("more"));
    counted.prints = counted.prints || entry.at("prints").get<bool>();
    counted.launches += entry.at("launches").get<std::uint64_t>();
  }
  return all;
}

struct Measured {
  Readings metrics;
  std::uint64_t launches = 0;
};

std::map<LaunchKind, Measured> measured_of(const NsightCompute& ncu, const std::string& command) {
  std::map<LaunchKind, Measured> all;
  for (const ProfiledKernel& kernel : ncu.profile(command, all_metrics(), NsightCompute::Kernels::all)) {
    Measured& sum = all[{bare_name(kernel.name), kernel.grid, kernel.block}];
    for (const auto& [name, count] : kernel.metrics) sum.metrics[name] += count;
    ++sum.launches;
  }
  return all;
}

// With which of its choices, and as few as may be, nvcc has made what was measured; nothing where none explain it.
std::optional<std::string> explained(const Counted& counted, const Readings& measured) {
  constexpr std::size_t most = 12;  // all ways to choose of so many are tried
  const std::size_t ways = std::size_t{1} << std::min(most, counted.choices.size());
  std::optional<std::vector<std::string>> best;
  for (std::size_t way = 1; way < ways; ++way) {
    if (best && static_cast<std::size_t>(std::popcount(way)) >= best->size()) continue;
    Counters made = counted.emulated;
    std::vector<std::string> chosen;
    std::size_t i = 0;
    for (const auto& [words, difference] : counted.choices) {
      if ((way >> i++ & 1) == 0) continue;
      made += difference;
      chosen.push_back(words);
    }
    if (differences(made, measured).empty()) best = chosen;
  }
  if (!best) return std::nullopt;
  return fmt::format("equal, where nvcc {}", fmt::join(*best, ", "));
}

// Whether all that can be compared is equal.
bool compare(const std::map<LaunchKind, Counted>& emulated, const std::map<LaunchKind, Measured>& measured) {
  std::size_t equal = 0, not_compared = 0;
  for (const auto& [shape, counted] : emulated) {
    const std::string name = fmt::format("{} {} {}", shape.kernel, shape.grid, shape.block);
    const auto found = measured.find(shape);
    const std::uint64_t launches = found == measured.end() ? 0 : found->second.launches;
    std::string said = fmt::format("DIFFERENT  {} launches emulated, {} measured", counted.launches, launches);
    if (launches == counted.launches && counted.prints) {
      ++not_compared;
      said = "not compared: it prints, and what printf() loads and stores is measured, too";
    } else if (launches == counted.launches) {
      const Readings readings = counters_from(found->second.metrics);
      const auto different = differences(counted.emulated, readings);
      const auto why = different.empty() ? std::nullopt : explained(counted, readings);
      equal += different.empty() || why ? 1 : 0;
      said = why.value_or(in_words(different));
    }
    fmt::print("{}", wrapped(fmt::format("{:<50} {}", name, said), letters_of(stdout)));
  }
  fmt::print("{} of {} kernels equal{}\n", equal, emulated.size(),
             not_compared == 0 ? "" : fmt::format(", {} not compared", not_compared));
  return equal + not_compared == emulated.size();
}

int run(int argc, char** argv) {
  std::string ncu, emulated;
  std::vector<std::string> program;
  CommandLine line("profile_program", "Compares the GPU's counters of a program with what the emulator counted.");
  line.option("--ncu", "PATH", "Nsight Compute's command line", ncu);
  line.word("EMULATED", "What ./learn try --observe inf --json wrote", emulated);
  line.words("PROGRAM", "Behind --: the program, by nvcc, with arguments", program, true);
  if (!line.parse(argc, argv)) return all_verified;
  std::string command;
  for (const std::string& word : program) command += shell_quoted(word) + " ";
  return compare(emulated_in(emulated), measured_of(NsightCompute(ncu), command)) ? all_verified : wrong_or_hazard;
}

}  // namespace

int main(int argc, char** argv) { return guarded_main(argc, argv, run, "the program"); }
