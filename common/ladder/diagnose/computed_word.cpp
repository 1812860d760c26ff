#include "ladder/diagnose/computed_word.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>

namespace ladder {
namespace {

// The words of the input that the thread of this store has got since its store before, itself or from others, and the
// steps that load them.
void add_sources(const WatchedArrays& arrays, std::size_t store, std::map<std::size_t, std::size_t>& used) {
  const std::vector<Step>& steps = arrays.steps();
  for (std::size_t i = store; i-- > 0;) {
    if (!same_thread(steps[i], steps[store])) continue;
    if (stores(steps[i])) return;
    const auto word = arrays.loaded_input(i);
    if (word) used.emplace(*word, i);
    if (const auto origin = arrays.seen().origin(i); origin && !word) add_sources(arrays, *origin, used);
  }
}

// Those that this word of the output depends on, as the reference computes it.
std::set<std::size_t> words_due(const WatchedArrays& arrays, std::size_t wrong, const Reference& reference) {
  constexpr std::size_t most = 4096;  // the reference is computed once for each
  const std::vector<std::uint32_t>& in = arrays.in.words;
  std::set<std::size_t> due;
  for (std::size_t word = 0; reference && in.size() <= most && word < in.size(); ++word) {
    std::vector<std::uint32_t> changed = in;
    changed[word] ^= 1u << 30;  // of a float, the highest bit of its exponent
    if (reference(changed).at(wrong) != arrays.out.words[wrong]) due.insert(word);
  }
  return due;
}

}  // namespace

Finding of_computed_word(const WatchedArrays& arrays, std::size_t word, std::size_t store, const Reference& reference) {
  const Provenance& seen = arrays.seen();
  const std::string place = arrays.out.element(word);
  std::map<std::size_t, std::size_t> used;
  add_sources(arrays, store, used);
  const std::set<std::size_t> due = words_due(arrays, word, reference);
  const auto other = std::ranges::find_if(used, [&](const auto& use) { return !due.contains(use.first); });
  const bool has_all = std::ranges::all_of(due, [&](std::size_t needed) { return used.contains(needed); });
  if (due.empty() || (other == used.end() && has_all)) {
    return seen.blame(
        store, fmt::format("what is stored to {} is wrong: {}", place, seen.in_words(seen.path_to(store), store)));
  }
  std::vector<std::string> from, wanted;
  for (const auto& [source, load] : used) from.push_back(arrays.in.element(source));
  for (const std::size_t source : due) wanted.push_back(arrays.in.element(source));
  return seen.blame(other == used.end() ? store : other->second,
                    fmt::format("what {} stores to {} at {} comes from {}, and not from {}", seen.thread(store), place,
                                seen.line_in_words(store), fmt::join(from, ", "), fmt::join(wanted, ", ")));
}

}  // namespace ladder
