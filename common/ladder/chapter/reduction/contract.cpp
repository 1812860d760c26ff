#include "ladder/chapter/reduction/contract.hpp"

#include <algorithm>
#include <bit>

namespace ladder::reduction {
namespace {

std::uint64_t divide_up(std::uint64_t count, std::uint64_t each) { return (count + each - 1) / each; }

void add(const Requests& of_one, std::uint64_t times, Requests& all) {
  all.count += times * of_one.count;
  all.transactions += times * of_one.transactions;
}

}  // namespace

Work Passes::operator()(std::uint64_t count) const {
  Work work;
  while (true) {
    std::uint64_t of_pass = std::max<std::uint64_t>(1, divide_up(count, elements));
    if (most_blocks != 0) of_pass = std::min<std::uint64_t>(of_pass, most_blocks);
    add({divide_up(count, 32), divide_up(count, 8)}, 1, work.global_loads);
    add({1, 1}, of_pass, work.global_stores);
    add(shared_loads, of_pass, work.shared_loads);
    add(shared_stores, of_pass, work.shared_stores);
    work.blocks += of_pass;
    work.barriers += of_pass * barriers;
    if (of_pass == 1) return work;
    count = of_pass;
  }
}

std::vector<std::string> breaches_of_contract(const Result& result) {
  const std::uint64_t count = result.sizes.at(0).second;
  constexpr std::uint64_t largest_part = 8192;  // of a block
  if (!std::has_single_bit(count) || count < largest_part) return {};
  const auto contract =
      std::find_if(contracts.begin(), contracts.end(), [&](const Contract& c) { return c.variant == result.variant; });
  if (contract == contracts.end()) return {no_contract_yet(result)};
  return breaches(work_of(result), contract->due(count));
}

}  // namespace ladder::reduction
