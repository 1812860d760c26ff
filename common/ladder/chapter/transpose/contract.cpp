#include "ladder/chapter/transpose/contract.hpp"

#include <utility>

namespace ladder::transpose {

Due of_whole_tiles(std::function<Work(std::uint64_t rows, std::uint64_t cols)> work) {
  return [work = std::move(work)](const Sizes& size) -> std::optional<Work> {
    const std::uint64_t rows = size.at(0).second, cols = size.at(1).second;
    constexpr std::uint64_t largest_side = 256;  // of a tile
    if (rows % largest_side != 0 || cols % largest_side != 0) return std::nullopt;
    return work(rows, cols);
  };
}

std::optional<Work> EachElementOnce::operator()(const Sizes& size) const {
  const auto once = [this](std::uint64_t rows, std::uint64_t cols) -> Work {
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
  };
  return of_whole_tiles(once)(size);
}

}  // namespace ladder::transpose
