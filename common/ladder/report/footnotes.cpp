#include "ladder/report/footnotes.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace ladder {
namespace {

void add_once(const std::string& word, std::vector<std::string>& words) {
  if (std::find(words.begin(), words.end(), word) == words.end()) words.push_back(word);
}

// At which sizes the emulator counted for another engine.
std::string counted_elsewhere(const std::vector<Result>& results) {
  std::vector<std::string> sizes;
  bool any = false;
  for (const Result& result : results) {
    if (!result.counted_at) continue;
    any = true;
    if (!result.counted_at->empty()) add_once(in_words(*result.counted_at), sizes);
  }
  if (!any) return {};
  return fmt::format("These four columns were counted by the emulator{}{}.\n", sizes.empty() ? "" : ", at ",
                     fmt::join(sizes, " and "));
}

// What the ceiling is where it is no copy.
std::string other_ceilings(const std::vector<Result>& results) {
  std::vector<std::string> lines;
  for (const Result& result : results) {
    if (result.ceiling.empty() || result.ceiling == "copy") continue;
    add_once(fmt::format("of copy: for {}s, of a kernel that only {}s.\n", result.problem, result.ceiling), lines);
  }
  return fmt::format("{}", fmt::join(lines, ""));
}

std::string each(std::uint64_t transactions, std::uint64_t requests, const char* word) {
  const double share = static_cast<double>(transactions) / static_cast<double>(requests);
  return fmt::format("{} requests, {:.4g} {}{} each", requests, share, word, transactions == requests ? "" : "s");
}

// What the variants that have atomics have of them.
std::string atomics(const std::vector<Result>& results) {
  std::string text;
  for (const Result& result : results) {
    if (!result.counters) continue;
    const Counters& c = *result.counters;
    std::vector<std::string> kinds;
    if (c.global_atomic_requests != 0)
      kinds.push_back("global, " + each(c.global_atomic_sectors, c.global_atomic_requests, "sector"));
    if (c.shared_atomic_requests != 0)
      kinds.push_back("shared, " + each(c.shared_atomic_wavefronts, c.shared_atomic_requests, "wavefront"));
    if (!kinds.empty()) text += fmt::format("atomics of {}: {}.\n", result.variant, fmt::join(kinds, "; "));
  }
  return text;
}

}  // namespace

std::string footnotes(const std::vector<Result>& results) {
  const auto any = [&](auto property) { return std::any_of(results.begin(), results.end(), property); };
  std::string text =
      "sectors: 32-byte sectors of global memory per request (a warp's load, store);\n"
      "wavefronts: of shared memory per request (load, store).\n" +
      counted_elsewhere(results) + atomics(results);
  if (any([](const Result& r) { return !r.timing.empty(); })) {
    text += "time: median with a cold L2 cache; spread: slowest less fastest, over the median.\n";
    text += other_ceilings(results);
  }
  if (any([](const Result& r) { return r.timing.fits_l2; })) {
    text += "*: everything fits the L2 cache, so that this is not the memory's bandwidth.\n";
  }
  if (any([](const Result& r) { return r.timing.above_peak; })) {
    text += "!: above the memory's theoretical peak; do not believe it.\n";
  }
  return text;
}

}  // namespace ladder
