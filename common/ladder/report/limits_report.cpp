#include "ladder/report/limits_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <utility>

#include "ladder/report/explain.hpp"
#include "ladder/report/machines.hpp"
#include "ladder/report/terminal.hpp"

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

std::vector<std::string> parts_of(std::string text, const std::string& between) {
  std::vector<std::string> parts;
  for (std::size_t end; (end = text.find(between)) != text.npos; text.erase(0, end + between.size()))
    parts.push_back(text.substr(0, end));
  parts.push_back(text);
  return parts;
}

// The arithmetic of a limit, a term in a line: "a block takes 1.25 us: 0.20 to begin, 1 x 0.957 for loads; ...".
std::string terms_of(const std::string& words) {
  std::string text;
  for (const std::string& part : parts_of(words, "; ")) {
    const std::size_t colon = part.find(": ");
    text += "    " + part.substr(0, colon) + (colon == part.npos ? "\n" : ":\n");
    if (colon == part.npos) continue;
    for (const std::string& term : parts_of(part.substr(colon + 2), ", ")) text += "      " + term + "\n";
  }
  return text;
}

}  // namespace

std::string place_of(const LimitsOf& limits) {
  return "an " + machine(limits.machine).name + (limits.sizes.empty() ? "" : " at " + in_words_with_unit(limits.sizes));
}

double at_most(const LimitsOf& limits) { return limits.useful_bytes / limits.limits.front().seconds; }

std::string limit_in_words(const LimitsOf& limits) {
  return fmt::format("at most {:.0f} GB/s on {}, limited by {}", at_most(limits) / 1e9, place_of(limits),
                     limits.limits.front().name);
}

bool is_beaten(const Result& result) {
  return !result.timing.empty() && result.limits->limits.front().seconds > tolerance_of_limits * result.timing.median();
}

Table table_of_shares(const std::vector<Result>& results, std::size_t letters) {
  std::vector<Row> rows = {{"variant", "size", "GB/s", "at most", "share", "limited by"}};
  for (const Result& result : results) {
    const double seconds = result.timing.median();
    const memory_model::Limit& limit = result.limits->limits.front();
    rows.push_back({result.variant, in_words(result.sizes), fmt::format("{:.0f}", result.useful_bytes / seconds / 1e9),
                    fmt::format("{:.0f}", at_most(*result.limits) / 1e9),
                    fmt::format("{:.2f}", limit.seconds / seconds), limit.name + (is_beaten(result) ? ", WRONG" : "")});
  }
  return {aligned(rows, 1, letters),
          "share: of the measured time, that the largest limit explains.\nWRONG: a limit that was beaten.\n"};
}

std::string limits_in_words(const std::vector<Result>& results, std::size_t letters) {
  constexpr std::size_t shown = 2;  // limits of each
  std::vector<Row> rows = {{"variant", "GB/s|measured", "GB/s|at most", "limited by", "next limit", "GB/s"}};
  std::string arithmetic;
  for (const Result& result : results) {
    if (!result.limits) continue;
    const LimitsOf& of = *result.limits;
    const auto speed = [&](double seconds) { return fmt::format("{:.0f}", of.useful_bytes / seconds / 1e9); };
    Row& row = rows.emplace_back(Row{result.variant, result.timing.empty() ? "-" : speed(result.timing.median())});
    arithmetic += fmt::format("\n{}\n", result.variant);
    for (const memory_model::Limit& limit : std::span(of.limits).first(std::min(shown, of.limits.size()))) {
      const bool is_first = &limit == &of.limits.front();
      is_first ? row.insert(row.end(), {speed(limit.seconds), limit.name})
               : row.insert(row.end(), {limit.name, speed(limit.seconds)});
      arithmetic += fmt::format("  {}, {:.1f} us\n{}", limit.name, limit.seconds * 1e6, terms_of(limit.words));
      if (is_first && result.lines) arithmetic += lines_to_blame(result.lines(), limit.name);
    }
    row.resize(rows.front().size(), "-");
    if (is_beaten(result)) {
      arithmetic += fmt::format("  Measured: {:.1f} us, faster than the first limit allows, so that limit is wrong.\n",
                                result.timing.median() * 1e6);
    }
  }
  if (rows.size() == 1) return "";
  const auto place = [](const Result& result) { return result.limits ? place_of(*result.limits) : ""; };
  return fmt::format("\nLimits on {}\n{}{}", each_once(results, " and ", place), aligned(rows, 1, letters), arithmetic);
}

}  // namespace ladder
