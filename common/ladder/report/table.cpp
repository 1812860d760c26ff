#include "ladder/report/table.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdint>
#include <span>

#include "ladder/model/memory_model.hpp"
#include "ladder/report/limits_report.hpp"
#include "ladder/report/terminal.hpp"

namespace ladder {
namespace {

// 4, 4.03, 32: two decimals where they are not zero.
std::string short_number(double value) {
  std::string text = fmt::format("{:.2f}", value);
  while (text.back() == '0') text.pop_back();
  if (text.back() == '.') text.pop_back();
  return text;
}

std::string per_request(std::uint64_t transactions, std::uint64_t requests) {
  return requests == 0 ? "-" : short_number(static_cast<double>(transactions) / static_cast<double>(requests));
}

std::string seconds_in_words(double seconds) {
  return seconds < 1e-3 ? fmt::format("{:.1f} us", seconds * 1e6) : fmt::format("{:.3f} ms", seconds * 1e3);
}

const char* verdict(const Result& result) {
  if (!result.verified) return "WRONG";
  if (result.hazards.any()) return "HAZARD";
  return result.has_reference ? "yes" : "-";
}

Row timing_cells(const Result& result, double first_seconds) {
  const Timing& timing = result.timing;
  if (timing.empty()) return Row(6, "-");
  const double seconds = timing.median();
  const char* mark = timing.above_peak ? "!" : timing.fits_l2 ? "*" : "";
  return {seconds_in_words(seconds),
          fmt::format("{:.1f}%", 100 * timing.spread()),
          result.has_reference ? fmt::format("{:.1f}{}", result.useful_bytes / seconds / 1e9, mark) : "-",
          result.has_reference ? fmt::format("{:.2f}", result.elements / seconds / 1e9) : "-",
          first_seconds > 0 ? fmt::format("{:.2f}x", first_seconds / seconds) : "-",
          timing.fraction_of_copy ? fmt::format("{:.3f}", *timing.fraction_of_copy) : "-"};
}

Row counter_cells(const Result& result) {
  if (!result.counters) return Row(4, "-");
  const Counters& c = *result.counters;
  return {per_request(c.global_load_sectors, c.global_load_requests),
          per_request(c.global_store_sectors, c.global_store_requests),
          per_request(c.shared_load_wavefronts, c.shared_load_requests),
          per_request(c.shared_store_wavefronts, c.shared_store_requests)};
}

Row limit_cells(const Result& result) {
  if (!result.limits) return Row(2, "-");
  return {fmt::format("{:.0f}", at_most(*result.limits) / 1e9), result.limits->limits.front().name};
}

Row recorded_cells(const Result& result) {
  if (!result.recorded) return Row(2, "-");
  const Recorded& recorded = *result.recorded;
  return {fmt::format("{:.0f}", result.limits->useful_bytes / recorded.seconds / 1e9),
          recorded.fraction_of_copy ? fmt::format("{:.3f}", *recorded.fraction_of_copy) : "-"};
}

void append(Row& row, const Row& more) { row.insert(row.end(), more.begin(), more.end()); }

std::string each(std::uint64_t transactions, std::uint64_t requests, const char* word) {
  const double share = static_cast<double>(transactions) / static_cast<double>(requests);
  return fmt::format("{} requests, {:.4g} {}{} each", grouped(requests), share, word,
                     transactions == requests ? "" : "s");
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

// What the columns and marks mean that the results make use of, a line each.
std::string footnotes(const std::vector<Result>& results) {
  const auto any = [&](auto property) { return std::any_of(results.begin(), results.end(), property); };
  const auto any_counted = [&](std::size_t load, std::size_t store) {
    return any([=](const Result& r) { return counter_cells(r)[load] != "-" || counter_cells(r)[store] != "-"; });
  };
  std::string text;
  const auto add = [&](const char* line, const auto& of) {  // with what it says of the results, each once; if anything
    const std::string words = each_once(results, " and ", of);
    if (!words.empty()) text += fmt::format(fmt::runtime(line), words);
  };
  if (any_counted(0, 1)) text += "sectors: 32-byte sectors of global memory per request (a warp's load, store).\n";
  if (any_counted(2, 3)) text += "wavefronts: of shared memory per request (load, store).\n";
  add("Sectors and wavefronts were counted by the emulator, at {}.\n",
      [](const Result& r) { return r.counted_at ? in_words_with_unit(*r.counted_at) : ""; });
  text += atomics(results);
  add("at most: what no kernel with these counts exceeds, on {}; --limits says why.\n",
      [](const Result& r) { return r.limits ? place_of(*r.limits) : ""; });
  add("recorded: measured on {}, not here; -: of another source than this one.\n", [](const Result& r) {
    return r.recorded ? fmt::format("an {} on {}", r.recorded->device, r.recorded->date) : "";
  });
  if (any([](const Result& r) { return !r.timing.empty(); }))
    text += "time: median with a cold L2 cache; spread: what the middle half of the runs differ by, over the median.\n";
  if (any([](const Result& r) { return r.timing.fits_l2; })) {
    text += "*: everything fits the L2 cache, so that this is not the memory's bandwidth.\n";
  }
  if (any([](const Result& r) { return r.timing.above_peak; })) {
    text += "!: above the memory's theoretical peak; do not believe it.\n";
  }
  return text;
}

// The results of one problem. The speed-up counts from the first.
std::string rows_of(std::span<const Result> results, bool chapters, std::size_t letters) {
  const Result& first = results.front();
  Row header = chapters ? Row{"chapter"} : Row{};
  append(header, {"variant", "block", "verified"});
  const std::size_t words = header.size();
  append(header, {"time", "spread", "GB/s", "Gelem/s", "speed-up", share_of_ceiling(first)});
  append(header, {"sectors|ld", "sectors|st", "wavefronts|ld", "wavefronts|st"});
  append(header, {"at most|GB/s", "limited by", "recorded|GB/s", "recorded|" + share_of_ceiling(first)});
  std::vector<Row> rows{header};
  for (const Result& result : results) {
    Row row = chapters ? Row{result.chapter} : Row{};
    append(row, {result.variant, result.block, verdict(result)});
    append(row, timing_cells(result, first.timing.empty() ? 0 : first.timing.median()));
    for (const Row& cells : {counter_cells(result), limit_cells(result), recorded_cells(result)}) append(row, cells);
    rows.push_back(row);
  }
  return aligned(rows, words, letters);
}

}  // namespace

std::string shown(const Table& table, std::size_t letters, FILE* stream) {
  const std::string notes = wrapped(table.notes, letters);
  return with_coloured_verdicts(table.rows, stream) +
         (notes.empty() ? "" : coloured(notes, Colour::dim, shows_colour(stream)));
}

Table table(const std::vector<Result>& results, bool chapters, std::size_t letters) {
  std::string text;
  for (auto first = results.begin(), last = first; first != results.end(); first = last) {
    last = std::find_if(first, results.end(), [&](const Result& r) { return r.problem != first->problem; });
    text += rows_of({first, last}, chapters, letters) + (last == results.end() ? "" : "\n");
  }
  return {text, footnotes(results)};
}

Table sum_table(const std::vector<Result>& results, std::size_t letters) {
  std::vector<Row> rows{{"variant", "sum", "error", "bound", "over the CPU"}};
  const Result* any = nullptr;
  for (const Result& result : results) {
    if (!result.sum) continue;
    any = &result;
    const SumFigures& s = *result.sum;
    rows.push_back({result.variant, fmt::format("{:.9g}", s.sum), fmt::format("{:.3g}", s.sum - s.reference),
                    fmt::format("{:.3g}", s.bound),
                    result.timing.empty() ? "-" : fmt::format("{:.0f}x", s.cpu_seconds / result.timing.median())});
  }
  if (any == nullptr) return {};
  return {aligned(rows, 1, letters),
          fmt::format("reference: {:.12g}, in double precision with its rounding errors carried along.\n"
                      "CPU, one core, a plain loop: {}.\n",
                      any->sum->reference, seconds_in_words(any->sum->cpu_seconds))};
}

Table link_table(const std::vector<Result>& results, std::size_t letters) {
  std::vector<Row> rows{{"variant", "links used", "messages", "bytes", "sectors", "on the busiest"}};
  for (const Result& result : results) {
    std::uint64_t used = 0, messages = 0, bytes = 0, sectors = 0, busiest = 0;
    for (const LinkTraffic& link : result.links) {
      const std::uint64_t asked_for = link.sectors_loaded + link.sectors_stored;
      const std::uint64_t carried = link.bytes + asked_for * memory_model::architecture.sector_bytes;
      used += carried != 0 ? 1 : 0;
      messages += link.messages;
      bytes += link.bytes;
      sectors += asked_for;
      busiest = std::max(busiest, carried);
    }
    if (used == 0) continue;
    rows.push_back(
        {result.variant, std::to_string(used), grouped(messages), grouped(bytes), grouped(sectors), grouped(busiest)});
  }
  if (rows.size() == 1) return {};
  return {aligned(rows, 1, letters),
          "links: each direction between two devices is one.\n"
          "messages, bytes: of copies and of NCCL; on the busiest: bytes.\n"
          "sectors: of 32 bytes, that kernels asked of another device's memory.\n"};
}

}  // namespace ladder
