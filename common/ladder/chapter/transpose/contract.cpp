#include "ladder/chapter/transpose/contract.hpp"

#include <algorithm>

namespace ladder::transpose {

Work EachElementOnce::operator()(std::uint64_t rows, std::uint64_t cols) const {
  const std::uint64_t elements = rows * cols, blocks = elements / tile;
  const auto requests = [elements](Way way) {
    const std::uint64_t count = way.floats == 0 ? 0 : elements / (32 * way.floats);
    return Requests{count, count * way.cost};
  };
  return {.global_loads = requests(global_load),
          .global_stores = requests(global_store),
          .shared_loads = requests(shared_load),
          .shared_stores = requests(shared_store),
          .blocks = blocks,
          .barriers = blocks * barriers};
}

std::vector<std::string> breaches_of_contract(const Result& result) {
  const std::uint64_t rows = result.sizes.at(0).second, cols = result.sizes.at(1).second;
  constexpr std::uint64_t largest_side = 256;  // of a tile
  if (rows % largest_side != 0 || cols % largest_side != 0) return {};
  const auto contract =
      std::find_if(contracts.begin(), contracts.end(), [&](const Contract& c) { return c.variant == result.variant; });
  if (contract == contracts.end()) return {no_contract_yet(result)};
  return breaches(work_of(result), contract->due(rows, cols));
}

}  // namespace ladder::transpose
