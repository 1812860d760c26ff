#include "ladder/problems/many_gpus/contract.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace ladder::many_gpus {
namespace {

// A whole vector; nothing is sent where it has no element.
Crossing vector_of(const Layout& layout) {
  return {layout.elements() == 0 ? 0u : 1u, layout.elements() * sizeof(float), 0};
}

std::string in_words(const Crossing& crossing) {
  return fmt::format("{} messages, {} bytes, {} sectors", crossing.messages, crossing.bytes, crossing.sectors_stored);
}

Crossings found_in(const Result& result) {
  Crossings found;
  for (const LinkTraffic& link : result.links) {
    const Crossing crossing{link.messages, link.bytes, link.sectors_stored + link.sectors_loaded};
    if (crossing != Crossing{}) found[{link.from, link.to}] = crossing;
  }
  return found;
}

}  // namespace

Layout layout_of(const Sizes& size) { return {size.at(0).second, size.at(1).second, size.at(2).second}; }

DueWork Passes::operator()(const Sizes& size) const {
  const Layout layout = layout_of(size);
  const std::uint64_t elements = layout.rows * layout.cols, requests = elements / 32, tiles = elements / (64 * 64);
  const std::uint64_t passes = packs + transposes;
  Work work;
  work.global_loads = work.global_stores = {passes * requests, passes * requests * 4};
  work.shared_loads = work.shared_stores = {transposes * requests, transposes * requests};
  work.blocks = passes * tiles;
  work.barriers = transposes * tiles;
  work.load_rounds = passes * tiles;
  if (passes == 0) work.resident_threads = 0;
  return {work};
}

DueWork additions(const Sizes& size, std::uint64_t times) {
  const Layout layout = layout_of(size);
  const std::uint64_t requests = times * layout.elements() / 32, blocks = times * layout.elements() / 256;
  Work work;
  work.global_loads = {2 * requests, 8 * requests};
  work.global_stores = {requests, 4 * requests};
  work.blocks = work.load_rounds = blocks;
  if (times == 0) work.resident_threads = 0;
  return {work};
}

Crossings nothing(const Layout&) { return {}; }

Crossings Blocks::operator()(const Layout& layout) const {
  Crossings all;
  for_each_pair(layout, [&](std::size_t from, std::size_t to) {
    const std::uint64_t rows = layout.rows_of(from).count, cols = layout.cols_of(to).count;
    if (rows * cols == 0) return;
    all[{from, to}] = {std::min(messages, messages == 1 ? 1 : rows), rows * cols * sizeof(float), 0};
  });
  return all;
}

Crossings stored_blocks(const Layout& layout) {
  Crossings all;
  for_each_pair(layout, [&](std::size_t from, std::size_t to) {
    const Part rows = layout.rows_of(from), cols = layout.cols_of(to);
    std::uint64_t sectors = 0;
    for (std::size_t col = 0; col < cols.count; ++col) {
      for (std::size_t row = 0; row < rows.count; row += 32) {
        sectors += sectors_of(col * layout.rows + rows.first + row, std::min<std::size_t>(32, rows.count - row));
      }
    }
    if (sectors != 0) all[{from, to}] = {0, 0, sectors};
  });
  return all;
}

Crossings star(const Layout& layout) {
  Crossings all;
  for (std::size_t rank = 1; rank < layout.ranks; ++rank) all[{rank, 0}] = all[{0, rank}] = vector_of(layout);
  return all;
}

Crossings binary_tree(const Layout& layout) {
  Crossings all;
  for (std::size_t distance = 1; distance < layout.ranks; distance *= 2) {
    for (std::size_t rank = 0; rank + distance < layout.ranks; rank += 2 * distance)
      all[{rank, rank + distance}] = all[{rank + distance, rank}] = vector_of(layout);
  }
  return all;
}

Crossings Ring::operator()(const Layout& layout) const {
  Crossings all;
  const std::size_t ranks = layout.ranks;
  for (std::size_t rank = 0; rank < ranks; ++rank) {
    Crossing& crossing = all[{rank, (rank + 1) % ranks}];
    for (const std::size_t left_out : {rank + 1, rank + 2}) {
      for (std::size_t part = 0; part < ranks; ++part) {
        const std::size_t elements = part_of(layout.elements(), part, ranks).count;
        if (part == left_out % ranks || elements == 0) continue;
        crossing.messages = in_one_message ? 1 : crossing.messages + 1;
        crossing.bytes += elements * sizeof(float);
      }
    }
  }
  return all;
}

std::vector<std::string> breaches_on_links(const Result& result, const std::vector<LinkContract>& contracts) {
  const auto row = std::ranges::find(contracts, result.variant, &LinkContract::variant);
  if (row == contracts.end())
    return {fmt::format("contract.cpp does not say what crosses the links in {}", result.variant)};
  Crossings due = row->due(layout_of(result.sizes)), found = found_in(result);
  std::vector<std::string> lines;
  for_each_pair(layout_of(result.sizes), [&](std::size_t from, std::size_t to) {
    const Crossing is = found[{from, to}], should = due[{from, to}];
    if (is == should) return;
    lines.push_back(fmt::format("from rank {} to rank {}: {}; should be {}", from, to, in_words(is), in_words(should)));
  });
  return lines;
}

}  // namespace ladder::many_gpus
