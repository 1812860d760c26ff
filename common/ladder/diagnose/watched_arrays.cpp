#include "ladder/diagnose/watched_arrays.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>
#include <tuple>
#include <utility>

#include "ladder/source/conditions.hpp"
#include "ladder/source/index_definitions.hpp"

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

IndexedArray indexed(const WatchedArray& array) {
  const bool has_rows = array.extents.size() == 2 && array.extents[0] > 1;
  const std::size_t elements = array.words.size() / array.words_of_an_element;
  return {array.name, has_rows ? static_cast<long>(array.extents[1]) : 0, static_cast<long>(elements)};
}

}  // namespace

std::string WatchedArray::element(std::size_t word) const {
  std::size_t left = word / words_of_an_element;
  std::string indexes;
  for (std::size_t i = extents.size(); i-- > 0;) {
    indexes = fmt::format("[{}]", i == 0 ? left : left % extents[i]) + indexes;
    left /= extents[i];
  }
  return name + indexes;
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

std::string WatchedArrays::name(const Step& step) const {
  if (const auto word = stores(step) ? out.word_of(step) : std::nullopt) return out.element(*word);
  const auto word = in.word_of(step);
  return word ? in.element(*word) : "";
}

bool WatchedArrays::is_as_wanted(std::size_t at) const {
  std::map<ThreadPlace, long> elements;
  std::set<long> once;
  const auto all = uses(at, Wanted::as_seen, Where::in_this_array);
  for (const IndexUse& use : all) elements[use.place] = use.seen, once.insert(use.seen);
  if (once.size() != all.size() || once.size() != array_of(at).words.size() / array_of(at).words_of_an_element)
    return false;
  std::size_t beside = 0, apart = 0;
  for (const auto& [place, element] : elements) {
    ThreadPlace next = place, word = place;
    ++next[thread_x];
    const auto neighbour = elements.find(next);
    if (neighbour == elements.end()) continue;
    long end = element;  // of what this lane takes at once
    for (auto own = elements.find(word); own != elements.end() && own->second == end; own = elements.find(word))
      ++end, ++word[word_of_vector];
    ++(neighbour->second == end ? beside : apart);
  }
  return beside > apart;
}

IndexDifference WatchedArrays::difference(std::size_t at) const {
  return ladder::difference(uses(at, Wanted::as_due, Where::at_this_instruction), indexed(array_of(at)));
}

std::string WatchedArrays::index(std::size_t at) const {
  return index_in_words(uses(at, Wanted::as_seen, Where::at_this_instruction), indexed(array_of(at)));
}

std::size_t WatchedArrays::nearest_load(std::size_t word) const { return nearest(loads, word); }
std::size_t WatchedArrays::nearest_store(std::size_t word) const {
  return last_stores.empty() ? steps().size() - 1 : nearest(last_stores, word);
}

Finding WatchedArrays::at_definition(Finding finding, std::size_t step, const std::vector<WrongNumber>& numbers) const {
  const CodePlace& use = seen_.line(step);
  const SourceAccess access{use, seen_.recording().callers(steps()[step]), array_of(step).name, stores(steps()[step])};
  std::vector<Definition> all;
  std::string why;
  bool is_certain = !numbers.empty();
  for (const WrongNumber& number : numbers) {
    const bool is_of_loop = number.name.ends_with("iteration");
    const auto found = definitions_with(access, number.part, is_of_loop ? "iteration" : number.name);
    // What counts another number as it should, on the same way, is right.
    const auto comes_right = [&](const std::string& other) {
      const auto same_way = definitions_with(access, number.part, other);
      return found.size() == 1 && same_way.size() == 1 && same_way[0].at.line == found[0].at.line &&
             same_way[0].name == found[0].name;
    };
    const bool is_way_right = std::ranges::any_of(number.right, comes_right);
    for (const Definition& one : found) {
      is_certain = is_certain && (one.is_plain || is_way_right) && !one.name.empty();
      if (!one.name.empty()) all.push_back(one);
    }
    // Of the row all numbers count more where its length is wrong, in the line of the access.
    const bool is_by_length = number.part != 1 && number.right.empty();
    is_certain = is_certain && found.size() == 1 && number.is_certain && !is_by_length;
    why += (why.empty() ? "" : ", ") + number.words;
  }
  if (numbers.empty()) all = index_definitions(access, std::nullopt);
  const auto is_elsewhere = [&](const Definition& one) { return one.at.line != all[0].at.line; };
  if (is_certain && all[0].at.line != use.line) {
    const std::vector<Definition> others(std::find_if(all.begin(), all.end(), is_elsewhere), all.end());
    finding.words = fmt::format("{}: {}, in the index at {}:{}{}; {}", in_words({all[0]}, Places::left_out), why,
                                use.file, use.line, others.empty() ? "" : ", with " + in_words(others), finding.words);
    finding.file = all[0].at.file, finding.line = all[0].at.line;
    finding.callers.erase(finding.callers.begin(),
                          finding.callers.begin() + static_cast<std::ptrdiff_t>(all[0].callers));
  } else if (!all.empty()) {
    sort_by_nearness(all);
    finding.words += fmt::format("; parts of the index: {}", in_words(all));
  }
  return finding;
}

Finding WatchedArrays::at_condition(Finding finding, std::size_t here, const Step& missing,
                                    const std::string& element) const {
  std::map<std::uintptr_t, std::size_t> sites;  // a step of each, of any thread
  std::set<std::uintptr_t> own;
  for (std::size_t i = 0; i < steps().size(); ++i) {
    if (steps()[i].launch != missing.launch || steps()[i].doing == Step::Doing::exchange) continue;
    sites.try_emplace(steps()[i].site, i);
    if (same_thread(steps()[i], missing)) own.insert(steps()[i].site);
  }
  const auto conditions_of = [&](std::size_t step) {
    return conditions_on(seen_.line(step), seen_.recording().callers(steps()[step]));
  };
  std::vector<Condition> open = conditions_of(here);
  std::vector<Condition> common = open;  // to all that the thread does not do
  for (const auto& [site, step] : sites) {
    const std::vector<Condition> those = conditions_of(step);
    const auto is_there = [&](const Condition& one) { return std::ranges::find(those, one) != those.end(); };
    if (own.contains(site)) {
      std::erase_if(open, is_there);
      std::erase_if(common, is_there);
    } else {
      std::erase_if(common, [&](const Condition& one) { return !is_there(one); });
    }
  }
  if (!common.empty()) open = common;
  if (open.empty()) {
    finding.words += ": " + checks_of_control;
  } else if (open.size() == 1) {
    const Condition& only = open.front();
    const CodePlace& use = seen_.line(here);
    const bool is_here = only.at.line == use.line && only.at.file == use.file;
    finding.words = fmt::format("{} keeps {} from {}{}; {}", only.text, seen_.thread(missing), element,
                                is_here ? "" : fmt::format(", at {}:{}", use.file, use.line), finding.words);
    finding.file = only.at.file, finding.line = only.at.line, finding.callers = {};
    finding.is_proved = true;
  } else {
    finding.words += fmt::format(": {} at {}:{}, or {} at {}:{}", open[0].text, open[0].at.file, open[0].at.line,
                                 open[1].text, open[1].at.file, open[1].at.line);
  }
  return finding;
}

Finding WatchedArrays::missing(std::size_t here, std::size_t word, std::string words) const {
  const auto seen = uses(here, Wanted::as_seen, Where::in_this_array);
  const auto& [grid, block, launched_at, function] = seen_.recording().launches[steps()[here].launch];
  ThreadPlace counts{block[0], block[1], block[2], grid[0], grid[1], grid[2], 1, 1, 1};
  const auto element = static_cast<long>(word);
  const MissingUse use = missing_use(seen, indexed(array_of(here)), counts, element);
  words += use.words.empty() ? index(here) : use.words;
  std::swap(counts[block_x], counts[block_y]);
  const bool blocks_are_exchanged =
      use.is_by_launch && missing_use(seen, indexed(array_of(here)), counts, element).user;
  if (blocks_are_exchanged) {
    words += fmt::format(
        ": that is right for a grid of {}x{}, and it is {}x{}: are x and y exchanged here, or at the launch?", grid[1],
        grid[0], grid[0], grid[1]);
  } else if (use.is_by_launch) {
    words += fmt::format(": that takes more blocks in one direction than the grid of {} has", fmt::join(grid, "x"));
  }
  std::optional<Step> absent;
  if (use.user) {
    Step& thread = absent.emplace(steps()[here]);
    const auto& p = *use.user;
    thread.thread = static_cast<std::uint32_t>(p[0] + block[0] * (p[1] + block[1] * p[2]));
    thread.block = static_cast<std::uint64_t>(p[3] + grid[0] * (p[4] + grid[1] * p[5]));
    words +=
        fmt::format("; by this, {} would use {}, and does not", seen_.thread(thread), array_of(here).element(word));
  }
  if (use.is_explained && !use.is_by_launch && !use.user)
    words += fmt::format(", in blocks of {}", fmt::join(block, "x"));
  Finding found =
      seen_.blame(here, words, blocks_are_exchanged ? Provenance::Launch::perhaps_wrong : Provenance::Launch::right);
  found.is_proved = use.is_explained && !use.user;  // who has ended has told why elsewhere
  found.is_of_launch = use.is_by_launch && !blocks_are_exchanged;
  if (absent) return at_condition(found, here, *absent, array_of(here).element(word));
  if (blocks_are_exchanged) return at_definition(found, here, {{"blockIdx.x"}, {"blockIdx.y"}});
  if (!use.numbers.empty() || use.words.empty()) return at_definition(found, here, use.numbers);
  if (found.is_of_launch && !launched_at.file.empty()) {
    found.words = fmt::format("launched here, {}", with_place(found));
    found.file = launched_at.file, found.line = launched_at.line, found.where = "";
  }
  return found;
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

}  // namespace ladder
