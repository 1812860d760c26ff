#include "ladder/app/contract.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "ladder/report/explain.hpp"
#include "ladder/source/sizes.hpp"

namespace ladder {
namespace {

using memory_model::Access;
using memory_model::Space;

// The line that has too much, and where the device function is called that it stands in; no file where none has.
struct Blamed {
  CodePlace at{};
  std::string caller{};
  std::string evidence{};  // "; lines 27 and 28 make 4096 requests each", "; a bank conflict: ..."
};

// One kind of work: how much there is of it, and what that is in words.
struct Item {
  std::string name, amount;
  Requests requests;  // of what is no access: its count
  // Where a run that has too much of it has that.
  Blamed (*place)(const Result&, const Item& found, const Item& due);
  std::optional<std::pair<Space, Access>> access = {};
  std::optional<Event> event = {};
  enum class Due { exactly, at_most, at_least } due = Due::exactly;  // where all is due exactly
  bool explains_others = false;

  bool is_shared() const { return access && access->first == Space::shared; }
};

template <typename Line>
Blamed blame(const Line& line) {
  std::string callers;
  for (const Callers& chain : line.callers) callers += in_words(chain);
  return {{line.file, line.line}, callers};
}

// Several lines each of which alone makes as many as are due: one of them was mostly added. count: a member of Line.
template <typename Line, typename Count>
std::string others(const std::vector<Line>& lines, const Item& due, Count count) {
  std::set<int> numbers;
  for (const Line& line : lines) {
    if (due.requests.count > 0 && line.*count == due.requests.count && line.file == lines[0].file)
      numbers.insert(line.line);
  }
  return numbers.size() < 2 ? ""
                            : fmt::format("; lines {} make {}{} each", fmt::join(numbers, " and "), due.requests.count,
                                          due.access ? " requests" : "");
}

// Of the lines that make such accesses the one that costs most beyond what its lanes could cost, if requests cost more
// than they should and most of that comes of it; else the one with which there are more requests than are due, in the
// order of the source.
Blamed place_of_excess(const Result& result, const Item& found, const Item& due) {
  const auto excess = [](const LineCounters& line) { return line.transactions - line.least_transactions; };
  const LineCounters *dearest = nullptr, *beyond = nullptr;
  std::uint64_t requests = 0;
  std::vector<LineCounters> alike;
  const std::vector<LineCounters> lines = result.lines();
  for (const LineCounters& line : lines) {
    if (std::pair(line.space, line.operation) != due.access) continue;
    alike.push_back(line);
    if (dearest == nullptr || excess(line) > excess(*dearest)) dearest = &line;
    requests += line.requests;
    if (beyond == nullptr && requests > due.requests.count) beyond = &line;
  }
  if (dearest == nullptr) return {};
  const bool are_dearer =
      found.requests.transactions * due.requests.count > due.requests.transactions * found.requests.count;
  const bool explains = are_dearer && excess(*dearest) > 0 &&
                        2 * excess(*dearest) + due.requests.transactions > found.requests.transactions;
  Blamed blamed = blame(explains || beyond == nullptr ? *dearest : *beyond);
  if (explains && dearest->operation != Access::atomic) {
    blamed.evidence = found.is_shared() ? "; a bank conflict: lanes want different words of one bank" +
                                              of_shared_array({dearest->file, dearest->line, dearest->path})
                                        : "; not coalesced: its lanes use only parts of the sectors";
  } else if (!explains && beyond != nullptr) {
    blamed.evidence = others(alike, due, &LineCounters::requests);
  }
  return blamed;
}

// The same of rounds of loads: where all loads stand in one line.
Blamed place_of_loads(const Result& result, const Item&, const Item&) {
  std::map<CodePlace, Blamed> places;
  for (const LineCounters& line : result.lines()) {
    if (line.space == Space::global && line.operation == Access::load) places[{line.file, line.line}] = blame(line);
  }
  return places.size() == 1 ? places.begin()->second : Blamed{};
}

// And of events: the last line without which there would be as many as are due; or the only one that has as many as
// there are too many.
Blamed place_of_events(const Result& result, const Item& found, const Item& due) {
  const std::uint64_t excess = found.requests.count - due.requests.count;
  std::vector<LineEvents> alike, enough, exactly;
  for (const LineEvents& line : result.events()) {
    if (line.event != found.event) continue;
    alike.push_back(line);
    if (line.count < excess) continue;
    enough.push_back(line);
    if (line.count == excess) exactly.push_back(line);
  }
  if (!exactly.empty()) {
    Blamed blamed = blame(exactly.back());  // one too many mostly stands behind the one that is due
    blamed.evidence = others(alike, due, &LineEvents::count);
    return blamed;
  }
  return enough.size() == 1 ? blame(enough[0]) : Blamed{};
}

Blamed place_of_launch(const Result& result, const Item&, const Item&) {
  return {{result.row == 0 ? "" : "variants.cu", result.row}};
}

Item of_requests(const std::string& name, const Requests& requests, Space space, Access access) {
  const auto [count, cost] = requests;
  const char* const transactions = space == Space::global ? "sectors" : "wavefronts";
  const std::string amount = count == 0 ? "none"
                                        : fmt::format("{} requests, {} {} ({:.4g} each)", count, cost, transactions,
                                                      static_cast<double>(cost) / static_cast<double>(count));
  return {name, amount, requests, place_of_excess, {{space, access}}};
}

Item of_launch(const std::string& name, std::uint64_t count, const char* of_what, Item::Due due = Item::Due::exactly,
               bool explains_others = false) {
  return {name, fmt::format("{} {}", count, of_what), {count, 0}, place_of_launch, {}, {}, due, explains_others};
}

Item of_events(const std::string& name, std::uint64_t count, const char* of_what, Event event, Item::Due due) {
  return {name, fmt::format("{} {}", count, of_what), {count, 0}, place_of_events, {}, event, due};
}

std::vector<Item> items(const Work& work) {
  using Due = Item::Due;
  return {of_requests("global loads", work.global_loads, Space::global, Access::load),
          of_requests("global stores", work.global_stores, Space::global, Access::store),
          of_requests("shared loads", work.shared_loads, Space::shared, Access::load),
          of_requests("shared stores", work.shared_stores, Space::shared, Access::store),
          of_requests("atomics", work.global_atomics, Space::global, Access::atomic),
          of_requests("shared atomics", work.shared_atomics, Space::shared, Access::atomic),
          of_launch("grid", work.blocks, "blocks", Due::exactly, true),
          of_launch("idle blocks", work.idle_blocks, "load and store nothing"),
          of_events("barriers", work.barriers, "passed by all blocks together", Event::barrier, Due::exactly),
          of_events("exchanges", work.exchanges, "shuffles, votes and the like by all warps together", Event::exchange,
                    Due::at_most),
          of_events("fences", work.fences, "made by all warps together", Event::fence, Due::at_most),
          {"loads in flight",
           fmt::format("{} rounds that all blocks together wait for", work.load_rounds),
           {work.load_rounds, 0},
           place_of_loads,
           {},
           {},
           Due::at_most},
          of_launch("resident threads", work.resident_threads, "fit in a multiprocessor at once", Due::at_least),
          of_launch("stores one after the other", work.store_rounds,
                    "by the warp in each block that makes most, together", Due::at_most)};
}

// What the emulator saw of a run.
Work work_of(const Result& result, bool loops_unrolled) {
  const Counters& c = result.counters.value();
  return {{c.global_load_requests, c.global_load_sectors},
          {c.global_store_requests, c.global_store_sectors},
          {c.shared_load_requests, c.shared_load_wavefronts},
          {c.shared_store_requests, c.shared_store_wavefronts},
          {c.global_atomic_requests, c.global_atomic_sectors},
          {c.shared_atomic_requests, c.shared_atomic_wavefronts},
          result.blocks,
          result.idle_blocks,
          result.barriers,
          result.exchanges,
          result.fences,
          loops_unrolled ? result.load_rounds_unrolled : result.load_rounds,
          result.resident_threads,
          result.store_rounds};
}

// Whether it is more work than is due. Where tiles are cut off, requests that cost no more together may be more.
bool is_more(const Item& found, const Item& due, bool exactly) {
  const auto [count, cost] = found.requests;
  const auto [count_due, cost_due] = due.requests;
  if (found.due == Item::Due::at_least) return count < count_due;
  const bool is_dearer = !exactly && found.is_shared() && cost * count_due > cost_due * count;
  const bool may_be_more = !exactly && found.access && cost <= cost_due;
  return cost > cost_due || is_dearer || (count > count_due && !may_be_more);
}

// Whether it is exchanges, in the place of at least as many requests to shared memory: as where the last warp adds up
// by shuffles.
bool is_paid_for(const std::vector<Item>& found, const std::vector<Item>& due, std::size_t i) {
  if (found[i].event != Event::exchange) return false;
  std::uint64_t saved = 0;
  for (std::size_t k = 0; k < found.size(); ++k) {
    const std::uint64_t count = found[k].requests.count, count_due = due[k].requests.count;
    if (found[k].is_shared() && count < count_due) saved += count_due - count;
  }
  return found[i].requests.count - due[i].requests.count <= saved;
}

std::vector<Finding> breaches(const Result& result, const DueWork& due) {
  std::vector<Finding> with_line, without;  // those that name a line come first
  const auto found = items(work_of(result, due.loops_unrolled)), expected = items(due.work);
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (!is_more(found[i], expected[i], due.exactly) || is_paid_for(found, expected, i)) continue;
    const auto [at, caller, evidence] = result.lines ? found[i].place(result, found[i], expected[i]) : Blamed{};
    const char* const due_is = found[i].due == Item::Due::at_least ? "at least" : due.exactly ? "not" : "at most";
    auto& those = at.file.empty() ? without : with_line;
    those.insert(found[i].explains_others ? those.begin() : those.end(),
                 Finding{"contract", at,
                         fmt::format("memory contract: {}: {}; {} {}{}{}", found[i].name, found[i].amount, due_is,
                                     expected[i].amount, evidence, caller),
                         "", found[i].name, result.variant});
  }
  with_line.insert(with_line.end(), without.begin(), without.end());
  return with_line;
}

std::string no_contract_yet(const Result& result) {
  std::vector<std::string> does;
  for (const Item& item : items(work_of(result, false))) does.push_back(item.name + ": " + item.amount);
  return fmt::format("{} has no memory contract yet: give it a row in contract.cpp. At {} it does: {}", result.variant,
                     ladder::in_words(result.sizes), fmt::join(does, "; "));
}

const Contract* contract_of(const Result& result) {
  const auto contract = std::ranges::find(contracts, result.variant, &Contract::variant);
  return contract == contracts.end() ? nullptr : &*contract;
}

}  // namespace

std::string less_than_contract(const Result& result) {
  const Contract* const contract = contract_of(result);
  const DueWork due = contract == nullptr ? DueWork{{}, false} : contract->due(result.sizes);
  if (!due.exactly) return {};
  std::vector<std::string> less;
  const auto found = items(work_of(result, due.loops_unrolled)), expected = items(due.work);
  for (std::size_t i = 0; i < found.size(); ++i) {
    const auto [count, cost] = found[i].requests;
    const bool is_less = count < expected[i].requests.count || cost < expected[i].requests.transactions;
    if (is_less && found[i].due == Item::Due::exactly)
      less.push_back(fmt::format("{}: {}; not {}", found[i].name, found[i].amount, expected[i].amount));
  }
  return less.empty() ? "" : fmt::format("{}: less than its contract: {}", result.variant, fmt::join(less, "; "));
}

Finding other_launch(const Result& result) {
  const Contract* const contract = contract_of(result);
  if (contract == nullptr || result.row == 0 || result.blocks == 0) return {};
  const DueWork due = contract->due(result.sizes);
  const auto at_row = [&](std::uint64_t found, std::uint64_t wanted, const char* of_what, bool explains_others) {
    return Finding{
        .rule = "wrong_result",
        .at = {"variants.cu", result.row},
        .words = fmt::format("launched with {} {}; the contract of {} has {}", found, of_what, result.variant, wanted),
        .variant = result.variant,
        .explains_others = explains_others,
        .is_proved = explains_others};
  };
  if (due.block_threads != 0 && result.block_threads != due.block_threads)
    return at_row(result.block_threads, due.block_threads, "threads in a block", true);
  if (result.blocks == due.work.blocks) return {};
  return at_row(result.blocks, due.work.blocks, "blocks", result.hazards.races == 0);  // of these they are no cause
}

std::vector<Finding> breaches_of_contract(const Result& result) {
  const Contract* const contract = contract_of(result);
  if (contract == nullptr) return {{"contract", {}, no_contract_yet(result), "", "", result.variant}};
  const DueWork due = contract->due(result.sizes);
  std::vector<Finding> found = breaches(result, due);
  // Of kernels: what copies move, as between GPUs, is not in it. Where the result takes as much of both, half is loads.
  const auto half = static_cast<std::uint64_t>(result.useful_bytes / 2) / memory_model::architecture.sector_bytes;
  const auto least = [&](std::uint64_t sectors) {
    sectors += due.work.global_atomics.transactions;
    return std::min(sectors, sectors < half ? 1 : half);
  };
  const std::string hidden = hidden_accesses(*result.counters, least(due.work.global_loads.transactions),
                                             least(due.work.global_stores.transactions));
  if (!hidden.empty())
    found.push_back({"contract", {}, "memory contract: " + hidden, "", "hidden accesses", result.variant});
  if (due.block_threads != 0 && result.block_threads != due.block_threads && !found.empty())
    found.insert(found.begin(), other_launch(result));
  return found;
}

}  // namespace ladder
