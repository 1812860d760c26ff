#include "ladder/problems/reduction/contract.hpp"

#include <algorithm>

namespace ladder::reduction {
namespace {

// Adds those for all elements from `first` on of an array.
void add_loads(std::uint64_t first, std::uint64_t count, Requests& all) {
  for (std::uint64_t i = 0; i < count; i += 32) {
    ++all.count;
    all.transactions += sectors_of(first + i, std::min<std::uint64_t>(32, count - i));
  }
}

void add(const Requests& of_one, std::uint64_t times, Requests& all) {
  all.count += times * of_one.count;
  all.transactions += times * of_one.transactions;
}

}  // namespace

DueWork Passes::operator()(const Sizes& size) const {
  Work work;
  std::uint64_t count = elements_of(size), first = offset_of(size);  // of the array; of the sums, each pass goes on
  while (true) {
    const std::uint64_t parts = divide_up(count, elements);
    std::uint64_t blocks = std::max<std::uint64_t>(1, parts);
    if (most_blocks != 0) blocks = std::min<std::uint64_t>(blocks, most_blocks);
    add_loads(first, count, work.global_loads);
    add({1, 1}, blocks, work.global_stores);
    add(shared_loads, blocks, work.shared_loads);
    add(shared_stores, blocks, work.shared_stores);
    work.blocks += blocks;
    work.barriers += blocks * barriers;
    work.exchanges += blocks * exchanges;
    work.load_rounds += parts;
    if (blocks == 1) return {work, true, false, block_threads, elements_in_words(elements)};
    first = work.blocks - blocks;
    count = blocks;
  }
}

}  // namespace ladder::reduction
