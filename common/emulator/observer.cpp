#include "emulator/observer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <stdexcept>
#include <tuple>

#include "emulator/source_lines.hpp"

namespace ladder::emulator {
namespace {

Observer* current_observer = nullptr;

std::string in_words(const dim3& size, std::uint64_t linear) {
  const std::uint64_t x = linear % size.x, y = linear / size.x % size.y, z = linear / size.x / size.y;
  return size.z == 1 ? fmt::format("({}, {})", x, y) : fmt::format("({}, {}, {})", x, y, z);
}

std::string at(const SourceLine& line) {
  return line.file.empty() ? "an unknown line" : fmt::format("{}:{}", line.file, line.line);
}

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
  }
}

Observation Observer::observation() const {
  Observation result;
  for (const auto& [key, site] : sites_) add_to(result.counters, site);
  result.lines = [sites = sites_] { return by_line(sites); };
  result.hazards = {hazards_.count_of(HazardKind::race), hazards_.count_of(HazardKind::out_of_bounds),
                    hazards_.count_of(HazardKind::uninitialized_read),
                    hazards_.count_of(HazardKind::divergent_barrier)};
  for (const Hazard& hazard : hazards_.kept()) {
    static constexpr const char* kinds[] = {"race", "out of bounds", "uninitialized read", "divergent barrier"};
    const auto lines = source_lines({hazard.actor.site, hazard.other.site});
    std::string text =
        fmt::format("{}: {}: {}: thread {} of block {}", at(lines[0]), kinds[static_cast<int>(hazard.kind)],
                    hazard.subject, in_words(block_, hazard.actor.thread), in_words(grid_, hazard.actor.block));
    if (hazard.kind == HazardKind::race || hazard.kind == HazardKind::divergent_barrier) {
      text += fmt::format(", and thread {} of block {}", in_words(block_, hazard.other.thread),
                          in_words(grid_, hazard.other.block));
      if (hazard.other.site != 0) text += fmt::format(" at {}", at(lines[1]));
    }
    result.messages.push_back(std::move(text));
  }
  return result;
}

}  // namespace ladder::emulator
