#include "emulator/observer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <stdexcept>
#include <tuple>

#include "emulator/hazard_words.hpp"
#include "emulator/source_lines.hpp"

namespace ladder::emulator {
namespace {

Observer* current_observer = nullptr;

void add_to(Counters& counters, const SiteCounters& site) {
  const bool global = site.space == Space::global;
  if (site.operation == Operation::load) {
    (global ? counters.global_load_requests : counters.shared_load_requests) += site.requests;
    (global ? counters.global_load_sectors : counters.shared_load_wavefronts) += site.transactions;
  } else if (site.operation == Operation::store) {
    (global ? counters.global_store_requests : counters.shared_store_requests) += site.requests;
    (global ? counters.global_store_sectors : counters.shared_store_wavefronts) += site.transactions;
  }
}

std::vector<LineCounters> by_line(const Sites& sites) {
  std::vector<std::uintptr_t> addresses;
  for (const auto& [key, site] : sites) addresses.push_back(key / 2);
  const auto lines = source_lines(addresses);
  std::map<std::tuple<std::string, int, Space, Operation, int>, LineCounters> sums;
  std::size_t i = 0;
  for (const auto& [key, site] : sites) {
    const SourceLine& line = lines[i++];
    LineCounters& sum = sums[{line.file, line.line, site.space, site.operation, site.bytes}];
    static constexpr const char* operations[] = {"load", "store", "atomic"};
    sum.file = line.file;
    sum.line = line.line;
    sum.space = site.space == Space::global ? "global" : "shared";
    sum.operation = operations[static_cast<int>(site.operation)];
    sum.bytes = site.bytes;
    sum.requests += site.requests;
    sum.transactions += site.transactions;
    sum.least_transactions += site.least_transactions;
    if (site.worst_transactions > sum.worst_transactions) {
      sum.worst_transactions = site.worst_transactions;
      sum.worst_request = site.worst_request;
    }
  }
  std::vector<LineCounters> result;
  for (auto& [key, sum] : sums) result.push_back(std::move(sum));
  return result;
}

}  // namespace

Observer* Observer::current() { return current_observer; }

Observer::Observer() {
  if (current_observer != nullptr) throw std::logic_error("one run at a time on the emulator");
  current_observer = this;
}

Observer::~Observer() { current_observer = nullptr; }

void Observer::begin_launch(dim3 grid, dim3 block) {
  grid_ = grid;
  block_ = block;
}

void Observer::add(const Block& block) {
  hazards_.merge(block.hazards());
  for (const auto& [key, site] : block.sites()) {
    const auto [sum, fresh] = sites_.try_emplace(key, site);
    if (fresh) continue;
    sum->second.requests += site.requests;
    sum->second.transactions += site.transactions;
    sum->second.least_transactions += site.least_transactions;
    if (site.worst_transactions > sum->second.worst_transactions) {
      sum->second.worst_transactions = site.worst_transactions;
      sum->second.worst_request = site.worst_request;
    }
  }
}

Observation Observer::observation() const {
  Observation result;
  for (const auto& [key, site] : sites_) add_to(result.counters, site);
  result.lines = [sites = sites_] { return by_line(sites); };
  result.hazards.races = hazards_.count_of(HazardKind::race) + hazards_.count_of(HazardKind::written_twice);
  result.hazards.out_of_bounds =
      hazards_.count_of(HazardKind::out_of_bounds) + hazards_.count_of(HazardKind::misaligned);
  result.hazards.uninitialized_reads =
      hazards_.count_of(HazardKind::uninitialized_read) + hazards_.count_of(HazardKind::absent_lane);
  result.hazards.divergent_barriers = hazards_.count_of(HazardKind::divergent_barrier);
  for (const Hazard& hazard : hazards_.kept()) result.messages.push_back(in_words(hazard, grid_, block_));
  return result;
}

}  // namespace ladder::emulator
