#include "tools/exercise/cost.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "ladder/report/explain.hpp"
#include "ladder/report/machines.hpp"

namespace ladder::exercise {
namespace {

bool is_of(const LineCounters& line, const Limit& limit) {
  return line.space == limit.space && line.operation == limit.operation;
}

// "exercise.cuh:31: 32 lanes 1024 bytes apart, each in a sector of its own: 32 sectors"
Finding blame(const std::vector<LineCounters>& lines, const Limit& limit) {
  const auto excess = [&](const LineCounters& line) {
    return is_of(line, limit) ? line.transactions - line.least_transactions : 0;
  };
  const auto requests = [&](const LineCounters& line) { return is_of(line, limit) ? line.requests : 0; };
  const auto worst = std::ranges::max_element(lines, [&](const LineCounters& a, const LineCounters& b) {
    return std::pair(excess(a), requests(a)) < std::pair(excess(b), requests(b));
  });
  const bool is_dear = excess(*worst) != 0 && limit.cost == &LineCounters::transactions;
  const std::string words =
      is_dear ? lanes_in_words(*worst) : fmt::format("{} requests of {} bytes a lane", worst->requests, worst->bytes);
  const std::string kind = fmt::format("{} {}s", in_words(limit.space), in_words(limit.operation));
  return {"contract", worst->file, worst->line, words, "", kind};
}

Cost cost_of(const std::string& what, const std::vector<LineCounters>& lines, const Limit& limit) {
  std::uint64_t paid = 0, requests = 0;
  for (const LineCounters& line : lines) {
    paid += is_of(line, limit) ? line.*limit.cost : 0;
    requests += is_of(line, limit) ? line.requests : 0;
  }
  std::string words = fmt::format("{} {}s: ", in_words(limit.space), in_words(limit.operation));
  if (limit.cost == &LineCounters::requests) {
    words += fmt::format("{} requests", paid);
  } else {
    words += fmt::format("{} {}, {:.4g} a request", paid, limit.space == Space::global ? "sectors" : "wavefronts",
                         static_cast<double>(paid) / static_cast<double>(std::max<std::uint64_t>(1, requests)));
  }
  if (paid <= limit.at_most) return {what, true, words};
  return {what, false, words, fmt::format("{} are enough: {}", limit.at_most, limit.reason), blame(lines, limit)};
}

// Of a contract that says nothing of atomics.
const Limit no_atomics{Space::global, Access::atomic, &LineCounters::requests, 0, "no two threads change one element"};

bool limits_atomics(const std::vector<Limit>& contract, Space space) {
  return std::ranges::any_of(contract,
                             [=](const Limit& l) { return l.space == space && l.operation == Access::atomic; });
}

// An atomic loads and stores.
void count_as_both(std::vector<LineCounters>& lines, const LineCounters& atomic) {
  for (const Access operation : {Access::load, Access::store}) {
    lines.push_back(atomic);
    lines.back().operation = operation;
  }
}

}  // namespace

std::vector<Cost> costs_of(const std::string& what, const Observation& seen, const std::vector<Limit>& contract) {
  if (contract.empty()) return {};
  std::vector<LineCounters> lines = seen.lines();
  std::vector<Cost> costs;
  const Cost atomics = cost_of(what, lines, no_atomics);
  if (!atomics.within_limit && !limits_atomics(contract, Space::global)) costs.push_back(atomics);
  for (std::size_t i = 0, end = lines.size(); i < end; ++i) {
    const LineCounters line = lines[i];
    if (line.operation == Access::atomic && !limits_atomics(contract, line.space)) count_as_both(lines, line);
  }
  for (const Limit& limit : contract) costs.push_back(cost_of(what, lines, limit));
  return costs;
}

Cost cost_of(const std::string& what, const memory_model::Demand& seen, double bytes, const Speed& speed) {
  memory_model::Demand demand = seen;
  memory_model::scale(demand, speed.times);
  for (memory_model::Launch& launch : demand.launches) launch.blocks *= speed.times;
  const memory_model::Limit limit = memory_model::limits_of_run(demand, machine(speed.gpu)).front();
  const double at_most = bytes * speed.times / limit.seconds;
  const std::string words = fmt::format("with {} times the blocks at most {:.0f} GB/s on the {}, limited by {}",
                                        speed.times, at_most / 1e9, speed.gpu, limit.name);
  if (at_most >= speed.at_least) return {.what = what, .within_limit = true, .words = words, .of_speed = true};
  const std::string enough = fmt::format("{:.0f} can be had: {}", speed.at_least / 1e9, speed.reason);
  return {what, false, words, enough, Finding{"contract", "", 0, limit.words, "", "limit"}, true};
}

}  // namespace ladder::exercise
