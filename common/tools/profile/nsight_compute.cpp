#include "tools/profile/nsight_compute.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <stdexcept>
#include <utility>

#include "ladder/base/failure.hpp"
#include "ladder/base/files.hpp"
#include "ladder/base/mapped.hpp"
#include "ladder/base/shell.hpp"

namespace ladder::profile {
namespace {

using Cells = std::vector<std::string>;

// The cells of one line of CSV; a quote within quotes is written twice.
Cells cells_of(const std::string& line) {
  Cells cells(1);
  bool quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '"' && quoted && i + 1 < line.size() && line[i + 1] == '"') {
      cells.back() += line[++i];
    } else if (line[i] == '"') {
      quoted = !quoted;
    } else if (line[i] == ',' && !quoted) {
      cells.emplace_back();
    } else if (line[i] != '\r') {
      cells.back() += line[i];
    }
  }
  return cells;
}

// "1,048,576" is 1048576.
std::uint64_t count_in(std::string text, const std::string& metric) {
  std::erase(text, ',');
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  if (text.empty() || *end != '\0' || value < 0 || value != std::floor(value)) {
    throw std::runtime_error(fmt::format("ncu: '{}' is no count of {}", text, metric));
  }
  return static_cast<std::uint64_t>(value);
}

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

// The column of that title, else the first whose title contains it; where there is none, the number of columns, of
// which no cell is.
std::size_t column_if_any(const Cells& header, const std::string& title) {
  auto found = std::ranges::find(header, title);
  if (found == header.end())
    found = std::ranges::find_if(header, [&](const std::string& cell) { return contains(cell, title); });
  return static_cast<std::size_t>(found - header.begin());
}

std::size_t column(const Cells& header, const std::string& title) {
  const std::size_t found = column_if_any(header, title);
  if (found == header.size()) throw std::runtime_error(fmt::format("ncu: its table has no column '{}'", title));
  return found;
}

std::string cell_at(const Cells& cells, std::size_t column) { return column < cells.size() ? cells[column] : ""; }

// What ncu says of an error, or its last line.
std::string complaint_in(const std::string& text) {
  std::string last = "it said nothing";
  for (const std::string& line : lines_of(text)) {
    if (line.starts_with("==ERROR==")) return line;
    if (!line.empty()) last = line;
  }
  return last;
}

std::string find_ncu() {
  for (const char* name : {"ncu", "/usr/local/cuda/bin/ncu"}) {
    const auto found = output_lines(fmt::format("command -v {}", name));
    if (!found.empty()) return found.front();
  }
  throw Failure(device_missing, "there is no Nsight Compute here: ncu is not on the PATH (--ncu names it)");
}

}  // namespace

bool ProfiledKernel::in_range(const std::string& range) const { return contains(ranges, ':' + range + ':'); }

std::vector<ProfiledKernel> parse_raw_page(const std::string& text, const std::vector<std::string>& metrics) {
  const std::vector<std::string> lines = lines_of(text);
  auto line = std::ranges::find_if(lines, [](const std::string& one) { return one.starts_with("\"ID\","); });
  if (line == lines.end()) throw std::runtime_error("ncu: no kernel was profiled: " + complaint_in(text));
  const Cells header = cells_of(*line);
  const std::size_t id = column(header, "ID"), name = column(header, "Kernel Name");
  const std::size_t ranges = column_if_any(header, "Push/Pop_Range");  // of programs that have some
  const std::size_t grid = column_if_any(header, "Grid Size"), block = column_if_any(header, "Block Size");
  const auto metric_columns = mapped(metrics, [&](const std::string& metric) { return column(header, metric); });

  std::vector<ProfiledKernel> kernels;
  while (++line != lines.end()) {
    const Cells cells = cells_of(*line);
    if (cells.size() != header.size() || cells[id].empty()) continue;  // the units, or not of the table
    ProfiledKernel kernel{cells[name], cell_at(cells, grid), cell_at(cells, block), cell_at(cells, ranges), {}};
    for (std::size_t i = 0; i < metrics.size(); ++i) {
      kernel.metrics[metrics[i]] = count_in(cells[metric_columns[i]], metrics[i]);
    }
    kernels.push_back(std::move(kernel));
  }
  return kernels;
}

NsightCompute::NsightCompute(const std::string& path) : path_(path.empty() ? find_ncu() : path) {
  const Outcome outcome = outcome_of(shell_quoted(path_) + " --version");
  for (const std::string& line : lines_of(outcome.out)) {
    if (line.starts_with("Version ")) version_ = line.substr(8);
  }
  if (outcome.status != 0 || version_.empty()) {
    throw Failure(device_missing, fmt::format("'{}' is not Nsight Compute, or cannot be run", path_));
  }
}

std::vector<ProfiledKernel> NsightCompute::profile(const std::string& command, const std::vector<std::string>& metrics,
                                                   Kernels kernels) const {
  const TemporaryFolder folder;
  const auto log = folder.path / "log";
  // The counts depend on neither clocks nor caches. Base units: no "Ksector". Without the C locale, figures might come
  // with other separators.
  const Outcome outcome =
      outcome_of(fmt::format("LC_ALL=C {} {} --nvtx --clock-control none --cache-control none --csv"
                             " --page raw --print-units base --metrics {} --log-file {} {}",
                             shell_quoted(path_), kernels == Kernels::all ? "" : "--profile-from-start off",
                             fmt::join(metrics, ","), shell_quoted(log), command));
  const std::string text = contents(log);
  if (contains(text + outcome.out + outcome.err, "ERR_NVGPUCTRPERM")) {
    throw Failure(device_missing,
                  "the driver lets only administrators read the GPU's counters (ERR_NVGPUCTRPERM): run as root, or see "
                  "docs/profiling.md");
  }
  if (outcome.status != 0) {
    throw std::runtime_error(fmt::format("{} ended with status {}: {}", path_, outcome.status,
                                         complaint_in(contains(text, "==ERROR==") ? text : outcome.out + outcome.err)));
  }
  return parse_raw_page(text, metrics);
}

}  // namespace ladder::profile
