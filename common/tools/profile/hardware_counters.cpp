#include "tools/profile/hardware_counters.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace ladder::profile {
namespace {

std::uint64_t reading(const Readings& readings, const std::string& name) {
  const auto found = readings.find(name);
  if (found == readings.end()) throw std::runtime_error(name + " was not measured");
  return found->second;
}

}  // namespace

const std::vector<std::string>& metrics_of(const std::string& counter) {
  const auto found = std::ranges::find(hardware_counters(), counter, &HardwareCounter::name);
  if (found == hardware_counters().end()) throw std::runtime_error("no counter of the hardware is called " + counter);
  return found->metrics;
}

const std::vector<HardwareCounter>& hardware_counters() {
  static const std::string requests = "l1tex__t_requests_pipe_lsu_mem_global_op_",
                           sectors = "l1tex__t_sectors_pipe_lsu_mem_global_op_",
                           wavefronts = "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_",
                           conflicts = "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_",
                           instructions = "smsp__inst_executed_op_shared_",
                           of_sass = "smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_";
  using C = Counters;
  // An atomic whose result nobody reads is a reduction.
  static const std::vector<HardwareCounter> counters = {
      {"global_load_requests", {requests + "ld.sum"}, &C::global_load_requests},
      {"global_load_sectors", {sectors + "ld.sum"}, &C::global_load_sectors},
      {"global_store_requests", {requests + "st.sum"}, &C::global_store_requests},
      {"global_store_sectors", {sectors + "st.sum"}, &C::global_store_sectors},
      {"global_atomic_requests", {requests + "atom.sum", requests + "red.sum"}, &C::global_atomic_requests},
      {"global_atomic_sectors", {sectors + "atom.sum", sectors + "red.sum"}, &C::global_atomic_sectors},
      {"shared_load_wavefronts", {of_sass + "ld.sum"}, &C::shared_load_wavefronts},
      {"shared_store_wavefronts", {of_sass + "st.sum"}, &C::shared_store_wavefronts},
      {"shared_load_instructions", {instructions + "ld.sum"}, &C::shared_load_requests, false},
      {"shared_store_instructions", {instructions + "st.sum"}, &C::shared_store_requests, false},
      {"shared_atomic_instructions", {instructions + "atom.sum"}, &C::shared_atomic_requests, false},
      {"shared_load_wavefronts_arbitrated", {wavefronts + "ld.sum"}, &C::shared_load_wavefronts, false},
      {"shared_store_wavefronts_arbitrated", {wavefronts + "st.sum"}, &C::shared_store_wavefronts, false},
      {"shared_atomic_wavefronts_arbitrated", {wavefronts + "atom.sum"}, &C::shared_atomic_wavefronts, false},
      {"shared_load_bank_conflicts", {conflicts + "ld.sum"}, nullptr, false},
      {"shared_store_bank_conflicts", {conflicts + "st.sum"}, nullptr, false},
  };
  return counters;
}

std::vector<std::string> all_metrics() {
  std::vector<std::string> names;
  for (const auto& counter : hardware_counters()) {
    names.insert(names.end(), counter.metrics.begin(), counter.metrics.end());
  }
  return names;
}

Readings counters_from(const Readings& metrics) {
  Readings counters;
  for (const auto& counter : hardware_counters()) {
    for (const auto& metric : counter.metrics) counters[counter.name] += reading(metrics, metric);
  }
  return counters;
}

std::vector<Difference> differences(const Counters& emulated, const Readings& measured) {
  std::vector<Difference> found;
  for (const auto& counter : hardware_counters()) {
    if (!counter.must_equal) continue;
    const std::uint64_t counted = emulated.*counter.emulated, read = reading(measured, counter.name);
    if (counted != read) found.push_back({counter.name, counted, read});
  }
  return found;
}

std::string in_words(const std::vector<Difference>& differences) {
  std::string words = differences.empty() ? "equal" : "DIFFERENT";
  const char* before = "  ";
  for (const auto& [counter, emulated, measured] : differences)
    words += fmt::format("{}{}: {} emulated, {} measured", std::exchange(before, "; "), counter, emulated, measured);
  return words;
}

}  // namespace ladder::profile
