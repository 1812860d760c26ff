#include "ladder/chapter/contract.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>

namespace ladder {
namespace {

std::string in_words(const Requests& requests, const char* transactions) {
  const auto [count, cost] = requests;
  if (count == 0) return "none";
  return fmt::format("{} requests, {} {} ({:.4g} each)", count, cost, transactions,
                     static_cast<double>(cost) / static_cast<double>(count));
}

struct Item {
  std::string name, amount;
};

std::vector<Item> in_words(const Work& work) {
  return {{"global loads", in_words(work.global_loads, "sectors")},
          {"global stores", in_words(work.global_stores, "sectors")},
          {"shared loads", in_words(work.shared_loads, "wavefronts")},
          {"shared stores", in_words(work.shared_stores, "wavefronts")},
          {"atomics", in_words(work.global_atomics, "sectors")},
          {"shared atomics", in_words(work.shared_atomics, "wavefronts")},
          {"grid", fmt::format("{} blocks", work.blocks)},
          {"barriers", fmt::format("{} passed by all blocks together", work.barriers)}};
}

// What the emulator saw of a run.
Work work_of(const Result& result) {
  const Counters& c = result.counters.value();
  return {{c.global_load_requests, c.global_load_sectors},
          {c.global_store_requests, c.global_store_sectors},
          {c.shared_load_requests, c.shared_load_wavefronts},
          {c.shared_store_requests, c.shared_store_wavefronts},
          {c.global_atomic_requests, c.global_atomic_sectors},
          {c.shared_atomic_requests, c.shared_atomic_wavefronts},
          result.blocks,
          result.barriers};
}

std::vector<std::string> breaches(const Work& done, const Work& due) {
  std::vector<std::string> lines;
  const auto found = in_words(done), expected = in_words(due);
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (found[i].amount == expected[i].amount) continue;
    lines.push_back(fmt::format("memory contract: {}: {}; not {}", found[i].name, found[i].amount, expected[i].amount));
  }
  return lines;
}

std::string no_contract_yet(const Result& result) {
  std::vector<std::string> items;
  for (const auto& [name, amount] : in_words(work_of(result))) items.push_back(name + ": " + amount);
  return fmt::format("{} has no memory contract yet: give it a row in contract.cpp. At {} it does: {}", result.variant,
                     ladder::in_words(result.sizes), fmt::join(items, "; "));
}

}  // namespace

std::vector<std::string> breaches_of_contract(const Result& result) {
  const auto contract =
      std::find_if(contracts.begin(), contracts.end(), [&](const Contract& c) { return c.variant == result.variant; });
  if (contract == contracts.end()) return {no_contract_yet(result)};
  const auto due = contract->due(result.sizes);
  return due ? breaches(work_of(result), *due) : std::vector<std::string>();
}

}  // namespace ladder
