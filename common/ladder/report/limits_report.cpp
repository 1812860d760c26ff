#include "ladder/report/limits_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "ladder/report/explain.hpp"
#include "ladder/report/machines.hpp"

namespace ladder {
namespace {

// What the line adds to the count of the limit of that name. The others are of the whole kernel.
std::uint64_t added_by(const LineCounters& line, const std::string& limit) {
  if (limit == "partial sectors") return line.partial_sectors;
  return limit == "wavefronts" ? line.wavefronts_kept_by_compiler : 0;
}

// The lines that the limit comes from, each with its share; the largest first.
std::string lines_to_blame(const std::vector<LineCounters>& lines, const std::string& limit) {
  constexpr double shown_share = 0.05;
  std::vector<std::pair<double, const LineCounters*>> shares;
  double all = 0;
  for (const LineCounters& line : lines) all += static_cast<double>(added_by(line, limit));
  for (const LineCounters& line : lines) {
    if (const double share = static_cast<double>(added_by(line, limit)) / all; share >= shown_share) {
      shares.emplace_back(share, &line);
    }
  }
  std::ranges::stable_sort(shares, [](auto& a, auto& b) { return a.first > b.first; });
  std::string text;
  for (const auto& [share, line] : shares) {
    text += fmt::format("    {:.0f} % at {}:{}, {} {}: {:.4g} a request; {}\n", 100 * share, line->file, line->line,
                        in_words(line->space), in_words(line->operation),
                        static_cast<double>(added_by(*line, limit)) / static_cast<double>(line->requests),
                        lanes_in_words(*line));
  }
  return text;
}

}  // namespace

std::string place_of(const LimitsOf& limits) {
  return "an " + machine(limits.machine).name + (limits.sizes.empty() ? "" : " at " + in_words(limits.sizes));
}

double at_most(const LimitsOf& limits) { return limits.useful_bytes / limits.limits.front().seconds; }

std::string limit_in_words(const LimitsOf& limits) {
  return fmt::format("at most {:.0f} GB/s on {}, limited by {}", at_most(limits) / 1e9, place_of(limits),
                     limits.limits.front().name);
}

bool is_beaten(const Result& result) {
  return !result.timing.empty() && result.limits->limits.front().seconds > tolerance_of_limits * result.timing.median();
}

std::string table_of_shares(const std::vector<Result>& results) {
  std::string text =
      fmt::format("{:<24}{:>16}{:>10}{:>10}{:>8}  {}\n", "variant", "size", "GB/s", "at most", "share", "limited by");
  for (const Result& result : results) {
    const double seconds = result.timing.median();
    text += fmt::format("{:<24}{:>16}{:>10.0f}{:>10.0f}{:>8.2f}  {}{}\n", result.variant, in_words(result.sizes),
                        result.useful_bytes / seconds / 1e9, at_most(*result.limits) / 1e9,
                        result.limits->limits.front().seconds / seconds, result.limits->limits.front().name,
                        is_beaten(result) ? ", WRONG" : "");
  }
  return text + "share: of the measured time, that the largest limit explains. WRONG: a limit that was beaten.\n";
}

std::string limits_in_words(const std::vector<Result>& results) {
  constexpr double shown_share = 0.01;  // of the largest
  std::string text;
  for (const Result& result : results) {
    if (!result.limits) continue;
    const LimitsOf& of = *result.limits;
    text += fmt::format("\n{} on {}: at most {:.0f} GB/s, limited by {}\n", result.variant, place_of(of),
                        at_most(of) / 1e9, of.limits.front().name);
    for (const memory_model::Limit& limit : of.limits) {
      const double of_count = limit.rate > 0 ? limit.count / limit.rate : 0;  // without the time around the run
      if (of_count < shown_share * of.limits.front().seconds) continue;
      text += fmt::format("  {:<16}{:>10.1f} us{:>8.0f} GB/s  {}\n", limit.name, limit.seconds * 1e6,
                          of.useful_bytes / limit.seconds / 1e9, limit.words);
      if (&limit == &of.limits.front() && result.lines) text += lines_to_blame(result.lines(), limit.name);
    }
    if (is_beaten(result)) {
      text +=
          fmt::format("  Measured: {:.1f} us. That is faster than the first limit allows, so that limit is wrong.\n",
                      result.timing.median() * 1e6);
    }
  }
  return text;
}

}  // namespace ladder
