#include "ladder/chapter/reduction/contract.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace ladder::reduction {
namespace {

std::uint64_t divide_up(std::uint64_t count, std::uint64_t each) { return (count + each - 1) / each; }

void add(const Requests& of_one, std::uint64_t times, Requests& all) {
  all.count += times * of_one.count;
  all.transactions += times * of_one.transactions;
}

Work all_passes(const Passes& passes, std::uint64_t count) {
  Work work;
  while (true) {
    std::uint64_t blocks = std::max<std::uint64_t>(1, divide_up(count, passes.elements));
    if (passes.most_blocks != 0) blocks = std::min<std::uint64_t>(blocks, passes.most_blocks);
    add({divide_up(count, 32), divide_up(count, 8)}, 1, work.global_loads);
    add({1, 1}, blocks, work.global_stores);
    add(passes.shared_loads, blocks, work.shared_loads);
    add(passes.shared_stores, blocks, work.shared_stores);
    work.blocks += blocks;
    work.barriers += blocks * passes.barriers;
    if (blocks == 1) return work;
    count = blocks;
  }
}

}  // namespace

Due of_full_blocks(std::function<Work(std::uint64_t count)> work) {
  return [work = std::move(work)](const Sizes& size) -> std::optional<Work> {
    const std::uint64_t count = size.at(0).second;
    constexpr std::uint64_t largest_part = 8192;  // of a block
    if (!std::has_single_bit(count) || count < largest_part) return std::nullopt;
    return work(count);
  };
}

std::optional<Work> Passes::operator()(const Sizes& size) const {
  return of_full_blocks([this](std::uint64_t count) { return all_passes(*this, count); })(size);
}

}  // namespace ladder::reduction
