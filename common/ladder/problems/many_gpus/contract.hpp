// What the contracts of chapters for several devices are written with: the work of the kernels on all devices together,
// and what crosses the links.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "ladder/app/contract.hpp"
#include "ladder/problems/many_gpus/layout.hpp"

namespace ladder::many_gpus {

Layout layout_of(const Sizes& size);

// How often kernels pass over the matrix, whose blocks are made of whole tiles of 64x64: a pass loads each
// element once and stores it once, 32 with a request of 4 sectors. One that transposes stores it to shared memory and
// loads it there, too: without conflicts, as the tile's rows have 65.
struct Passes {
  unsigned packs = 0, transposes = 0;
  DueWork operator()(const Sizes& size) const;
};

// `times` that a vector, whose parts are multiples of 256 elements, is added to another: two loads, a store.
DueWork additions(const Sizes& size, std::uint64_t times);

// What goes from one rank to another.
struct Crossing {
  std::uint64_t messages = 0, bytes = 0, sectors_stored = 0;
  bool operator==(const Crossing&) const = default;
};
using Crossings = std::map<std::pair<std::size_t, std::size_t>, Crossing>;  // from, to; none where nothing goes

struct LinkContract {
  std::string variant;
  std::function<Crossings(const Layout&)> due;
};

// The chapter's: its contract.cpp has a row for each variant.
extern const std::vector<LinkContract> link_contracts;

// Calls pair(from, to) for every two ranks.
template <typename Pair>
void for_each_pair(const Layout& layout, const Pair& pair) {
  for (std::size_t from = 0; from < layout.ranks; ++from) {
    for (std::size_t to = 0; to < layout.ranks; ++to) {
      if (from != to) pair(from, to);
    }
  }
}

Crossings nothing(const Layout& layout);
// From each rank to each other one its block, in so many messages.
struct Blocks {
  std::size_t messages = 1;
  Crossings operator()(const Layout& layout) const;
};
// The same by a kernel's stores: each row of a block, of which a warp stores up to 32 elements with a request.
Crossings stored_blocks(const Layout& layout);
// A vector from each rank to rank 0, and one back.
Crossings star(const Layout& layout);
// A vector each way between the ranks that are joined: i and i + d, where i is a multiple of 2 * d, for d = 1, 2, 4, ..
Crossings binary_tree(const Layout& layout);
// From each rank to the next one 2 (P - 1) / P of a vector: all parts but the one behind the next, and all but that of
// the next but one. messages: in all.
struct Ring {
  bool in_one_message = false;
  Crossings operator()(const Layout& layout) const;
};

// What crossed the links otherwise than in the contract, a line for each pair of ranks; one where the variant has no
// contract.
std::vector<std::string> breaches_on_links(const Result& result, const std::vector<LinkContract>& contracts);

}  // namespace ladder::many_gpus
