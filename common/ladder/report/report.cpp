#include "ladder/report/report.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>

#include "ladder/report/explain.hpp"

namespace ladder {
namespace {

using Row = std::vector<std::string>;

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

// The time that a result's speed-up counts from; 0 where the first one has none.
double first_seconds(const std::vector<Result>& results, const Result& result) {
  const bool is_sum = result.sizes.size() == 1;
  const auto first =
      std::find_if(results.begin(), results.end(), [&](const Result& r) { return (r.sizes.size() == 1) == is_sum; });
  return first->seconds.empty() ? 0 : first->median_seconds();
}

const char* verdict(const Result& result) {
  if (!result.verified) return "WRONG";
  if (result.hazards.any()) return "HAZARD";
  return result.has_reference ? "yes" : "-";
}

Row timing_cells(const Result& result, double first_seconds) {
  if (result.seconds.empty()) return Row(6, "-");
  const double seconds = result.median_seconds();
  const double spread = (result.seconds.back() - result.seconds.front()) / seconds;
  const char* mark = result.above_peak ? "!" : result.fits_l2 ? "*" : "";
  return {seconds_in_words(seconds),
          fmt::format("{:.1f}%", 100 * spread),
          result.has_reference ? fmt::format("{:.1f}{}", result.useful_bytes / seconds / 1e9, mark) : "-",
          result.has_reference ? fmt::format("{:.2f}", result.elements / seconds / 1e9) : "-",
          first_seconds > 0 ? fmt::format("{:.2f}x", first_seconds / seconds) : "-",
          result.fraction_of_copy ? fmt::format("{:.3f}", *result.fraction_of_copy) : "-"};
}

Row counter_cells(const Result& result) {
  if (!result.counters) return Row(4, "-");
  const Counters& c = *result.counters;
  return {per_request(c.global_load_sectors, c.global_load_requests),
          per_request(c.global_store_sectors, c.global_store_requests),
          per_request(c.shared_load_wavefronts, c.shared_load_requests),
          per_request(c.shared_store_wavefronts, c.shared_store_requests)};
}

// What an engine saw of a run is in a result under the same names as in the observation.
template <typename Seen>
void adopt(const Seen& seen, Result& result) {
  result.counters = seen.counters;
  result.hazards = seen.hazards;
  result.messages = seen.messages;
  result.lines = seen.lines;
}

void append(Row& row, const Row& more) { row.insert(row.end(), more.begin(), more.end()); }

// The first `words` columns are aligned to the left, figures to the right.
std::string aligned(const std::vector<Row>& rows, std::size_t words) {
  std::vector<std::size_t> widths(rows.front().size());
  for (const Row& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
  }
  std::string text;
  for (const Row& row : rows) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i) {
      line += i < words ? fmt::format("{:<{}}  ", row[i], widths[i]) : fmt::format("{:>{}}  ", row[i], widths[i]);
    }
    text += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
  }
  return text;
}

std::string footnotes(const std::vector<Result>& results) {
  const auto any = [&](auto property) { return std::any_of(results.begin(), results.end(), property); };
  std::string text =
      "sectors: 32-byte sectors of global memory per request (a warp's load, store);\n"
      "wavefronts: of shared memory per request (load, store).\n";
  std::vector<std::string> counted_at;
  bool counted_elsewhere = false;
  for (const Result& result : results) {
    if (result.device == "emulator" || !result.counters) continue;
    counted_elsewhere = true;
    const std::string size = in_words(result.counted_at.empty() ? result.sizes : result.counted_at);
    const bool known = std::find(counted_at.begin(), counted_at.end(), size) != counted_at.end();
    if (!size.empty() && !known) counted_at.push_back(size);
  }
  if (counted_elsewhere) {
    text += fmt::format("These four columns were counted by the emulator{}{}.\n", counted_at.empty() ? "" : ", at ",
                        fmt::join(counted_at, " and "));
  }
  if (any([](const Result& r) { return !r.seconds.empty(); })) {
    text += "time: median with a cold L2 cache; spread: slowest less fastest, over the median.\n";
    const bool sums = any([](const Result& r) { return r.sum.has_value(); });
    text += sums ? "of copy: for sums, of a kernel that only reads.\n" : "";
  }
  if (any([](const Result& r) { return r.fits_l2; })) {
    text += "*: everything fits the L2 cache, so that this is not the memory's bandwidth.\n";
  }
  if (any([](const Result& r) { return r.above_peak; })) {
    text += "!: above the memory's theoretical peak; do not believe it.\n";
  }
  return text;
}

}  // namespace

Context make_context(int argc, const char* const* argv, const std::string& device) {
  const auto now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  const std::vector<std::string> words(argv, argv + argc);
  return {fmt::format("{:%Y-%m-%dT%H:%M:%S+00:00}", fmt::gmtime(now)), fmt::format("{}", fmt::join(words, " ")),
          device};
}

double Result::seconds_at(double part) const {
  return seconds[static_cast<std::size_t>(part * static_cast<double>(seconds.size() - 1) + 0.5)];
}

std::string in_words(const Sizes& sizes) {
  std::vector<std::uint64_t> values;
  for (const auto& [name, value] : sizes) values.push_back(value);
  return fmt::format("{}", fmt::join(values, "x"));
}

std::string table(const std::vector<Result>& results, bool chapters) {
  if (results.empty()) return {};
  const bool timed = std::any_of(results.begin(), results.end(), [](const Result& r) { return !r.seconds.empty(); });
  Row header = chapters ? Row{"chapter"} : Row{};
  append(header, {"variant", "block", "verified"});
  const std::size_t words = header.size();
  if (timed) append(header, {"time", "spread", "GB/s", "Gelem/s", "speed-up", "of copy"});
  append(header, {"sectors ld", "st", "wavefronts ld", "st"});

  std::vector<Row> rows{header};
  for (const Result& result : results) {
    Row row = chapters ? Row{result.chapter} : Row{};
    append(row, {result.variant, result.block, verdict(result)});
    if (timed) append(row, timing_cells(result, first_seconds(results, result)));
    append(row, counter_cells(result));
    rows.push_back(row);
  }
  return aligned(rows, words) + footnotes(results);
}

void adopt_observation(const Observation& observation, Result& result) {
  adopt(observation, result);
  result.trace = observation.trace;
}

void mark_by_limits(const DeviceLimits& limits, Result& result) {
  if (result.seconds.empty()) return;
  result.fits_l2 = result.useful_bytes <= static_cast<double>(limits.l2_bytes);
  result.above_peak = result.useful_bytes / result.median_seconds() > limits.peak_bytes_per_second;
}

void compare_with_ceilings(const std::vector<Result>& ceilings, std::vector<Result>& results) {
  std::vector<double> seconds;
  for (const Result& ceiling : ceilings) {
    if (ceiling.verified && !ceiling.seconds.empty()) seconds.push_back(ceiling.median_seconds());
  }
  if (seconds.empty()) return;
  const double fastest = *std::min_element(seconds.begin(), seconds.end());
  for (Result& result : results) {
    if (!result.seconds.empty()) result.fraction_of_copy = fastest / result.median_seconds();
  }
}

void adopt_counts(const Result& emulated, Result& result) {
  adopt(emulated, result);
  result.counted_at = emulated.sizes;
  if (!emulated.verified && result.verified) {
    result.verified = false;
    result.failure = "on the emulator: " + emulated.failure;
  }
}

std::string sum_table(const std::vector<Result>& results) {
  std::vector<Row> rows{{"variant", "sum", "error", "bound", "over the CPU"}};
  const Result* any = nullptr;
  for (const Result& result : results) {
    if (!result.sum) continue;
    any = &result;
    const SumFigures& s = *result.sum;
    rows.push_back({result.variant, fmt::format("{:.9g}", s.sum), fmt::format("{:.3g}", s.sum - s.reference),
                    fmt::format("{:.3g}", s.bound),
                    result.seconds.empty() ? "-" : fmt::format("{:.0f}x", s.cpu_seconds / result.median_seconds())});
  }
  if (any == nullptr) return {};
  return aligned(rows, 1) + fmt::format(
                                "reference: {:.12g}, in double precision with its rounding errors carried along.\n"
                                "CPU, one core, a plain loop: {}.\n",
                                any->sum->reference, seconds_in_words(any->sum->cpu_seconds));
}

std::string explanations(const std::vector<Result>& results) {
  std::string text;
  for (const Result& result : results) {
    if (result.lines) text += fmt::format("\n{}\n{}", result.variant, explain(result.lines()));
  }
  return text;
}

std::string failures(const std::vector<Result>& results) {
  std::string text;
  for (const Result& result : results) {
    const std::string name = result.chapter + "/" + result.variant;
    if (!result.verified) text += fmt::format("{}: {}\n", name, result.failure);
    for (const std::string& message : result.messages) text += fmt::format("{}: {}\n", name, message);
  }
  return text;
}

}  // namespace ladder
