// Far out in a large matrix: the line whose offset has too few bits.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "ladder/chapter/transpose/variant.hpp"
#include "ladder/diagnose/finding.hpp"
#include "ladder/engine/engine.hpp"

namespace ladder::transpose {

// "thread (0, 0) of block (5, 3) loads in[..][..], and not in[..][..], 2^32 elements further on":
// of the first element of the output that these blocks write wrongly, the load or the store that is off by a multiple
// of 2^32 elements. Nothing where none is. Throws std::runtime_error where the launch fails.
Finding offset_of_32_bits(Engine& engine, const Variant& variant, std::uint64_t rows, std::uint64_t cols,
                          const std::vector<std::uint64_t>& blocks);

// The first row and column of the input that a block has.
struct Tile {
  std::uint64_t row, col;
};

// Runs these blocks, and says where a thread stores to a row or a column that lies before those of its block's tile, by
// so many as numbers of 16 bits or fewer begin again after. Nothing where none does.
Finding place_of_few_bits(Engine& engine, const Variant& variant, std::uint64_t rows, std::uint64_t cols,
                          const std::map<std::uint64_t, Tile>& tiles);

}  // namespace ladder::transpose
