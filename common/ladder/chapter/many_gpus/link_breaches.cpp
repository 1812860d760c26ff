#include <fmt/format.h>

#include <algorithm>

#include "ladder/chapter/many_gpus/contract.hpp"

namespace ladder::many_gpus {
namespace {

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

std::vector<std::string> breaches_on_links(const Result& result, const std::vector<LinkContract>& contracts) {
  const auto row = std::find_if(contracts.begin(), contracts.end(),
                                [&](const LinkContract& contract) { return contract.variant == result.variant; });
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
