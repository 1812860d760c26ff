#include "ladder/diagnose/watched_arrays.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>
#include <tuple>
#include <utility>

#include "ladder/base/values.hpp"

namespace ladder {
namespace {

// The step whose word is nearest.
template <typename StepsByWord>
std::size_t nearest(const StepsByWord& steps, std::size_t word) {
  const auto after = steps.lower_bound(word);
  const bool before_is_nearer =
      after == steps.end() || (after != steps.begin() && word - std::prev(after)->first <= after->first - word);
  return (before_is_nearer ? std::prev(after) : after)->second;
}

std::optional<std::size_t> found_in(const std::unordered_map<std::uint32_t, std::size_t>& words, std::uint32_t value) {
  const auto word = words.find(value);
  return word == words.end() ? std::nullopt : std::optional(word->second);
}

// Whether a thread goes on with the next word of a vector.
bool goes_on(const Step& before, const Step& step, std::size_t word_bytes) {
  return before.site == step.site && same_thread(before, step) && before.address + word_bytes == step.address;
}

}  // namespace

std::string WatchedArray::element(std::size_t word) const {
  return element_in_words(name, word / words_of_an_element, extents);
}

IndexedArray WatchedArray::indexed() const {
  const bool has_rows = extents.size() == 2 && extents[0] > 1;
  return {name, has_rows ? static_cast<long>(extents[1]) : 0, static_cast<long>(words.size() / words_of_an_element)};
}

std::optional<std::size_t> WatchedArray::word_of(const Step& step) const {
  return element_at(step, begin, words.size(), word_bytes);
}

WatchedArrays::WatchedArrays(Recording recording, const WatchedArray& input, const WatchedArray& output,
                             Content content)
    : in(input), out(output), seen_(std::move(recording), [this](const Step& step) { return name(step); }) {
  for (std::size_t i = 0; i < steps().size(); ++i) {
    if (const auto word = stored_output(i)) last_stores[*word] = i, ++stores_;
    if (const auto word = loaded_input(i)) loads.emplace(*word, i);
  }
  if (content != Content::moved) return;
  for (std::size_t word = 0; word < in.words.size(); ++word) sources_[in.words[word]] = word;
  for (std::size_t word = 0; word < out.words.size(); ++word) targets_[out.words[word]] = word;
}

std::optional<std::size_t> WatchedArrays::loaded_input(std::size_t step) const {
  return stores(steps()[step]) ? std::nullopt : in.word_of(steps()[step]);
}

std::optional<std::size_t> WatchedArrays::stored_output(std::size_t step) const {
  return stores(steps()[step]) ? out.word_of(steps()[step]) : std::nullopt;
}

std::optional<std::size_t> WatchedArrays::source_of(std::uint32_t value) const { return found_in(sources_, value); }
std::optional<std::size_t> WatchedArrays::target_of(std::uint32_t value) const { return found_in(targets_, value); }

Provenance::Path WatchedArrays::furthest_path(std::size_t source) const {
  Provenance::Path furthest;
  for (auto [load, end] = loads.equal_range(source); load != end; ++load) {
    Provenance::Path path = seen_.path_from(load->second);
    if (path.size() > furthest.size()) furthest = std::move(path);
  }
  return furthest;
}

std::optional<std::size_t> WatchedArrays::put_in_shared(const Provenance::Path& path) const {
  const auto put = std::find_if(path.rbegin(), path.rend(), [&](auto i) { return stores_to_shared(steps()[i]); });
  return put == path.rend() ? std::nullopt : std::optional(*put);
}

std::string WatchedArrays::name(const Step& step) const {
  if (const auto word = stores(step) ? out.word_of(step) : std::nullopt) return out.element(*word);
  const auto word = in.word_of(step);
  return word ? in.element(*word) : "";
}

bool WatchedArrays::is_as_wanted(std::size_t at) const {
  std::set<long> once;
  const auto all = uses(at, Wanted::as_seen, Where::in_this_array);
  for (const IndexUse& use : all) once.insert(use.seen);
  return once.size() == all.size() && once.size() == array_of(at).words.size() / array_of(at).words_of_an_element &&
         is_side_by_side(at);
}

bool WatchedArrays::is_side_by_side(std::size_t at) const {
  constexpr std::size_t most = 4;  // words that a lane takes side by side
  std::map<std::tuple<std::uintptr_t, std::uint64_t, std::uint32_t, long>, std::size_t> firsts;  // of a use
  std::map<std::pair<std::uint64_t, std::uint32_t>, std::set<std::size_t>> own;                  // words of a thread
  std::map<std::tuple<std::uintptr_t, std::uint64_t, std::uint32_t>, long> times;
  for (std::size_t i = 0; i < steps().size(); ++i) {
    const Step& step = steps()[i];
    const auto word = array_of(at).word_of(step);
    if (!word || stores(step) != stores(steps()[at]) || step.launch != steps()[at].launch) continue;
    own[{step.block, step.thread}].insert(*word);
    if (i == 0 || !goes_on(steps()[i - 1], step, array_of(at).word_bytes))
      firsts[{step.site, step.block, step.thread, times[{step.site, step.block, step.thread}]++}] = *word;
  }
  std::size_t beside = 0, apart = 0;
  for (const auto& [use, first] : firsts) {
    auto next = use;
    ++std::get<2>(next);
    const auto neighbour = firsts.find(next);
    if (neighbour == firsts.end()) continue;
    const auto& words = own[{std::get<1>(use), std::get<2>(use)}];
    std::size_t end = first;
    while (end < first + most && words.contains(end)) ++end;
    ++(neighbour->second == end ? beside : apart);
  }
  return beside > apart;
}

IndexDifference WatchedArrays::difference(std::size_t at) const {
  return ladder::difference(uses(at, Wanted::as_due, Where::at_this_instruction), array_of(at).indexed());
}

std::size_t WatchedArrays::nearest_load(std::size_t word) const { return nearest(loads, word); }
std::size_t WatchedArrays::nearest_store(std::size_t word, std::optional<std::size_t> of_block_of) const {
  if (last_stores.empty()) return steps().size() - 1;
  std::map<std::size_t, std::size_t> own;
  for (const auto& [stored, step] : last_stores) {
    const bool is_own = of_block_of && steps()[step].launch == steps()[*of_block_of].launch &&
                        steps()[step].block == steps()[*of_block_of].block;
    if (is_own) own.emplace(stored, step);
  }
  return nearest(own.empty() ? last_stores : own, word);
}

std::string WatchedArrays::two_places(std::size_t store, std::size_t load) const {
  const auto as_named = [&](std::size_t step) {
    SourceAccess access = this->access(step);
    const std::string element = seen_.element(step);
    access.array = element.substr(0, element.find('['));
    return access;
  };
  if (const std::string odd = used_twice_in_line(as_named(load)); !odd.empty()) return odd + "; ";
  const std::string stored = written_in_source(as_named(store)), loaded = written_in_source(as_named(load));
  if (stored.empty() || loaded.empty()) return "";
  if (seen_.element(store) == seen_.element(load))
    return fmt::format("exchanged within {}, or in the registers that are stored to it at {}; ", seen_.element(store),
                       seen_.line_in_words(store));
  if (stored == loaded)
    return fmt::format(
        "{} is stored to at {} and loaded from here alike: one of the two has to exchange rows and "
        "columns; ",
        stored, seen_.line_in_words(store));
  // Whether the thread that stores it to the one place stores something to the other one, too.
  const bool has_both = std::ranges::any_of(steps(), [&](const Step& step) {
    return stores(step) && same_place(step, steps()[load]) && same_thread(step, steps()[store]);
  });
  return fmt::format("stored to {} at {}, and loaded from {} here: {}; ", stored, seen_.line_in_words(store), loaded,
                     has_both ? "one of the two is another place, or registers are exchanged before"
                              : "one of the two is another place");
}

bool WatchedArrays::loads_as_often(std::size_t load, std::size_t use) const {
  std::map<std::pair<std::uint64_t, std::uint32_t>, std::size_t> times;
  std::size_t uses = 0, most = 0;
  for (const Step& step : steps()) {
    uses += step.site == steps()[use].site && same_thread(step, steps()[use]) ? 1 : 0;
    if (step.site == steps()[load].site) most = std::max(most, ++times[{step.block, step.thread}]);
  }
  return most >= uses;
}

Finding WatchedArrays::at_use_of_loaded(Finding finding, std::size_t load) const {
  const Callers& callers = seen_.recording().callers(steps()[load]);
  const UsesOfLoaded uses = uses_of_what_is_loaded(seen_.line(load), callers);
  if (uses.odd) {
    const std::string there = " at " + in_words(finding.at), here = " here";
    for (std::size_t i = 0; uses.at.line != finding.at.line && (i = finding.words.find(here, i)) != std::string::npos;)
      finding.words.replace(i, here.size(), there);
    finding.words = fmt::format("{}; {}", uses.odd->words, finding.words);
    finding.at = uses.at;
    finding.callers.assign(callers.begin() + static_cast<std::ptrdiff_t>(uses.callers), callers.end());
  } else if (!uses.lines.empty()) {
    finding.words += fmt::format(
        "; what is loaded is used at {}: is another value meant there, or another place for this one?", uses.lines);
  }
  return finding;
}

// Where a block begins, by one definition for this array and the other one, of which as much is left out.
std::optional<Definition> WatchedArrays::begin_of_both(std::size_t step, const IndexGap& gap) const {
  const bool is_store = stores(steps()[step]);
  if (gap.block.empty() || (is_store ? loads.empty() : last_stores.empty()) || others_reach_all(step)) return {};
  const std::size_t other = is_store ? loads.begin()->second : last_stores.begin()->second;
  const auto own = definitions_with(access(step), gap.part, gap.block);
  const auto others = definitions_with(access(other), std::nullopt, gap.block);
  const bool is_one = own.size() == 1 && own[0].is_plain && !own[0].name.empty() && !own[0].is_of_loop &&
                      others.size() == 1 && others[0].at.line == own[0].at.line && others[0].name == own[0].name;
  return is_one && own[0].at.line != access(step).at.line ? std::optional(own[0]) : std::nullopt;
}

std::size_t WatchedArrays::before_right_copies(const Provenance::Path& path) const {
  const std::size_t end = path.back();
  const auto by_kernel = std::find_if(path.rbegin(), path.rend(),
                                      [&](std::size_t i) { return stores(steps()[i]) && !seen_.is_copied(i); });
  if (!seen_.is_copied(end) || by_kernel == path.rend()) return end;
  for (const bool forward : {false, true}) {
    const auto side_by_side = [&](std::size_t a, std::size_t b) {
      return steps()[a].launch == steps()[b].launch && steps()[b].address - steps()[a].address == out.word_bytes;
    };
    std::size_t at = end;  // each word is loaded, then stored
    while (forward ? at + 2 < steps().size() && side_by_side(at, at + 2) && side_by_side(at - 1, at + 1)
                   : at > 2 && side_by_side(at - 2, at) && side_by_side(at - 3, at - 1)) {
      at = forward ? at + 2 : at - 2;
      if (const auto word = stored_output(at); word && out.words[*word] == steps()[at].bits) return *by_kernel;
    }
  }
  return end;
}

// Where the word that a step of the output or of the input has is wanted, if that is known.
std::optional<std::size_t> WatchedArrays::wanted(std::size_t step) const {
  if (stores(steps()[step]))  // of what was loaded in this run
    return loaded_input(seen_.path_to(step).front()) ? target_of(steps()[step].bits) : std::nullopt;
  const auto word = stored_output(seen_.path_from(step).back());
  return word ? source_of(out.words[*word]) : std::nullopt;
}

// What threads use by the instruction of this step, or by all that use its array so, and what is wanted: what is due,
// as far as that is known, or all that was seen. Where there are several, as for x, y, z and w of a float4, each has
// its word.
std::vector<IndexUse> WatchedArrays::uses(std::size_t at, Wanted by, Where where) const {
  const WatchedArray& array = array_of(at);
  std::vector<IndexUse> uses;
  if (seen_.is_copied(at)) return uses;  // a copy has no threads
  std::map<std::uintptr_t, long> sites;
  std::map<std::tuple<std::uintptr_t, std::uint64_t, std::uint32_t>, long> iterations;  // of a thread at a site
  long in_vector = 0;
  for (std::size_t i = 0; i < steps().size(); ++i) {
    const Step& step = steps()[i];
    const auto word = array.word_of(step);
    const bool is_alike = word && stores(step) == stores(steps()[at]);
    if ((where == Where::in_this_array ? !is_alike : step.site != steps()[at].site) ||
        step.launch != steps()[at].launch)
      continue;
    in_vector = i > 0 && goes_on(steps()[i - 1], step, array.word_bytes) ? in_vector + 1 : 0;
    const long number = sites.try_emplace(step.site, static_cast<long>(sites.size())).first->second;
    long& times = iterations[{step.site, step.block, step.thread}];
    const long iteration = in_vector == 0 ? times++ : times - 1;
    const auto due = by == Wanted::as_seen ? word : wanted(i);
    if (!word || !due || *word % array.words_of_an_element != 0) continue;
    const Recording::Launch& launch = seen_.recording().launches[step.launch];
    uses.push_back({thread_place(launch.grid, launch.block, step.block, step.thread, iteration, number + in_vector),
                    static_cast<long>(*word / array.words_of_an_element),
                    static_cast<long>(*due / array.words_of_an_element)});
  }
  return uses;
}

// Whether threads load each element of the input, if the step is a store, or store to each of the output.
bool WatchedArrays::others_reach_all(std::size_t step) const {
  if (!stores(steps()[step])) return last_stores.size() == out.words.size();
  std::set<std::size_t> loaded;
  for (const auto& [word, load] : loads) loaded.insert(word);
  return loaded.size() == in.words.size();
}

Finding WatchedArrays::nobody_stores(std::size_t word, const std::string& why) const {
  const std::size_t beside = nearest_store(word);
  if (last_stores.empty()) {
    return seen_.blame(beside, fmt::format("no thread stores to {}; the last step of all is that of {}", out.name,
                                           seen_.thread(beside)));
  }
  const auto& [grid, block, at, function] = seen_.recording().launches[steps()[beside].launch];
  return missing(
      beside, word,
      fmt::format("no thread stores to {}{}; the nearest store is {} to {}{}", out.element(word), why,
                  seen_.thread(beside), seen_.element(beside),
                  at.file.empty() || !function.empty() ? "" : fmt::format(", in a grid of {}", fmt::join(grid, "x"))));
}

}  // namespace ladder
