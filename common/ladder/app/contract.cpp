#include "ladder/app/contract.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>

#include "ladder/app/kinds_of_work.hpp"
#include "ladder/base/mapped.hpp"
#include "ladder/report/explain.hpp"

namespace ladder {
namespace {

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
  const auto does =
      mapped(items(work_of(result, false)), [](const Item& item) { return item.name + ": " + item.amount; });
  return fmt::format("{} has no memory contract yet: give it a row in contract.cpp. At {} it does: {}", result.variant,
                     ladder::in_words_with_unit(result.sizes), fmt::join(does, "; "));
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
  const auto at_row = [&](const std::string& words, bool explains_others) {
    return Finding{.rule = "wrong_result",
                   .at = {"variants.cu", result.row},
                   .words = words,
                   .variant = result.variant,
                   .explains_others = explains_others,
                   .is_proved = explains_others};
  };
  const auto launched = [&](std::uint64_t found, std::uint64_t wanted, const char* of_what) {
    return fmt::format("launched with {} {}; the contract of {} has {}", found, of_what, result.variant, wanted);
  };
  if (due.block_threads != 0 && result.block_threads != due.block_threads)
    return at_row(launched(result.block_threads, due.block_threads, "threads in a block"), true);
  if (result.blocks == due.work.blocks) return {};
  const bool are_parts_known = !due.part.empty() && !result.part.empty() && result.part != due.part;
  const std::string blocks = launched(result.blocks, due.work.blocks, "blocks");
  return at_row(are_parts_known
                    ? fmt::format("this row gives a block {}, and its contract {}: {}", result.part, due.part, blocks)
                    : blocks,
                result.hazards.races == 0);  // of these they are no cause
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
  Finding launch = found.empty() ? Finding{} : other_launch(result);
  const auto grid = std::ranges::find(found, "grid", &Finding::element);
  if (grid != found.end() && launch.found()) {
    grid->words = "memory contract: " + launch.words;
  } else if (launch.found()) {
    found.insert(found.begin(), launch);
  }
  return found;
}

}  // namespace ladder
