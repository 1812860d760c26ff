#include "ladder/app/kinds_of_work.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>
#include <set>

#include "ladder/source/declarations.hpp"
#include "ladder/source/index_definitions.hpp"

namespace ladder {
namespace {

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

std::string bank_conflict(const CodePlace& at, int row) {
  const std::string array = declared_array(at, ArrayOf::block), values = template_values(at, row, array);
  return "; a bank conflict: lanes want different words of one bank" + (array.empty() ? "" : " of " + array) +
         (values.empty() ? "" : ", with " + values);
}

std::string not_coalesced(const SourceAccess& access) {
  const std::string parts = in_words(index_definitions(access, std::nullopt));
  return "; not coalesced: its lanes use only parts of the sectors" +
         (parts.empty() ? "" : "; parts of the index: " + parts);
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
  if (explains && dearest->operation != memory_model::Access::atomic) {
    const CodePlace at{dearest->file, dearest->line, dearest->path};
    blamed.evidence = found.is_shared()
                          ? bank_conflict(at, result.row)
                          : not_coalesced({at, {}, "", dearest->operation == memory_model::Access::store});
  } else if (!explains && beyond != nullptr) {
    blamed.evidence = others(alike, due, &LineCounters::requests);
  }
  return blamed;
}

// The same of rounds of loads: where all loads stand in one line.
Blamed place_of_loads(const Result& result, const Item&, const Item&) {
  std::map<CodePlace, Blamed> places;
  for (const LineCounters& line : result.lines()) {
    if (line.space == memory_model::Space::global && line.operation == memory_model::Access::load)
      places[{line.file, line.line}] = blame(line);
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

Item of_requests(const std::string& name, const Requests& requests, memory_model::Space space,
                 memory_model::Access access) {
  const auto [count, cost] = requests;
  const char* const transactions = space == memory_model::Space::global ? "sectors" : "wavefronts";
  const std::string amount = count == 0 ? "none"
                                        : fmt::format("{} requests, {} {} ({:.4g} each)", count, cost, transactions,
                                                      static_cast<double>(cost) / static_cast<double>(count));
  return {name, amount, requests, place_of_excess, {{space, access}}};
}

Item of_count(const std::string& name, std::uint64_t count, const char* of_what, decltype(Item::place) place,
              Item::Due due = Item::Due::exactly, std::optional<Event> event = {}, bool explains_others = false) {
  return {name, fmt::format("{} {}", count, of_what), {count, 0}, place, {}, event, due, explains_others};
}

}  // namespace

std::vector<Item> items(const Work& work) {
  using Due = Item::Due;
  using memory_model::Access, memory_model::Space;
  return {of_requests("global loads", work.global_loads, Space::global, Access::load),
          of_requests("global stores", work.global_stores, Space::global, Access::store),
          of_requests("shared loads", work.shared_loads, Space::shared, Access::load),
          of_requests("shared stores", work.shared_stores, Space::shared, Access::store),
          of_requests("atomics", work.global_atomics, Space::global, Access::atomic),
          of_requests("shared atomics", work.shared_atomics, Space::shared, Access::atomic),
          of_count("grid", work.blocks, "blocks", place_of_launch, Due::exactly, {}, true),
          of_count("idle blocks", work.idle_blocks, "load and store nothing", place_of_launch),
          of_count("barriers", work.barriers, "passed by all blocks together", place_of_events, Due::exactly,
                   Event::barrier),
          of_count("exchanges", work.exchanges, "shuffles, votes and the like by all warps together", place_of_events,
                   Due::at_most, Event::exchange),
          of_count("fences", work.fences, "made by all warps together", place_of_events, Due::at_most, Event::fence),
          of_count("loads in flight", work.load_rounds, "rounds that all blocks together wait for", place_of_loads,
                   Due::at_most),
          of_count("resident threads", work.resident_threads, "fit in a multiprocessor at once", place_of_launch,
                   Due::at_least),
          of_count("stores one after the other", work.store_rounds,
                   "by the warp in each block that makes most, together", place_of_launch, Due::at_most)};
}

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

}  // namespace ladder
