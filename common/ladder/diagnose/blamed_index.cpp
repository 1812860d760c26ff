// Which line of the source is to blame for the index of a step of a watched array.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "ladder/diagnose/watched_arrays.hpp"
#include "ladder/source/around.hpp"
#include "ladder/source/conditions.hpp"
#include "ladder/source/given.hpp"
#include "ladder/source/strides.hpp"

namespace ladder {
namespace {

// The finding, at the definition that is to blame for the index there.
Finding moved(Finding finding, const Definition& to, const std::string& why, const CodePlace& use,
              const std::vector<Definition>& others = {}) {
  finding.words = fmt::format("{}: {}, in the index at {}:{}{}; {}", to.text, why, use.file, use.line,
                              others.empty() ? "" : ", with " + in_words(others), finding.words);
  finding.at = to.at;
  finding.callers.erase(finding.callers.begin(), finding.callers.begin() + static_cast<std::ptrdiff_t>(to.callers));
  return finding;
}

// "x = threadIdx.x": what counts it otherwise stands elsewhere.
bool is_name_of(const Definition& definition, const WrongNumber& number) {
  return definition.text == definition.name + " = " + number.name;
}

bool is_done_once(const std::vector<IndexUse>& uses) {
  return std::ranges::all_of(uses, [](const IndexUse& one) { return one.place[iterations] == 0; });
}

// Whether the other index has the number, as it should, by this definition, too.
bool is_right_beside(const SourceAccess& access, const WrongNumber& number, const Definition& definition) {
  return number.is_right_beside &&
         std::ranges::any_of(definitions_with(access, 1 - *number.part, number.name), [&](const Definition& one) {
           return one.name == definition.name && one.at.line == definition.at.line;
         });
}

}  // namespace

SourceAccess WatchedArrays::access(std::size_t step) const {
  SourceAccess access = seen_.access(step);
  access.array = array_of(step).name;
  return access;
}

std::vector<Condition> WatchedArrays::conditions_of(std::size_t step) const {
  return conditions_on(seen_.line(step), seen_.recording().callers(steps()[step]));
}

// Those that move this index on.
std::vector<Definition> WatchedArrays::loops(std::size_t step, std::optional<int> part) const {
  std::vector<Definition> found = definitions_with(access(step), part, "iteration");
  std::erase_if(found, [](const Definition& one) { return !one.is_of_loop; });
  return found;
}

Finding WatchedArrays::at_definition(Finding finding, std::size_t step, const std::vector<WrongNumber>& numbers,
                                     bool is_missing) const {
  const SourceAccess access = this->access(step);
  const CodePlace& use = access.at;
  if (const std::string wide = wide_pointer_in(use); !wide.empty())
    finding.words += fmt::format("; the index counts {} here, and not single elements", wide);
  std::vector<Definition> all;
  std::string why;
  bool is_certain = !numbers.empty(), is_nowhere = true;  // no text has the number
  for (const WrongNumber& number : numbers) {
    const bool is_of_loop = number.name.ends_with("iteration");
    auto found = definitions_with(access, number.part, is_of_loop ? "iteration" : number.name);
    if (const auto own = definitions_with(access, number.part, number.unused); !number.unused.empty() && !own.empty())
      found = own;
    if (number.is_absent) found.clear();  // where its text stands, it stands for another number
    if (number.is_elsewhere) std::erase_if(found, [](const Definition& one) { return one.is_of_loop; });
    // What counts another number as it should, on the same way, is right.
    const auto comes_right = [&](const std::string& other) {
      const auto same_way = definitions_with(access, number.part, other);
      return found.size() == 1 && same_way.size() == 1 && same_way[0].at.line == found[0].at.line &&
             same_way[0].name == found[0].name;
    };
    const bool is_way_right = std::ranges::any_of(number.right, comes_right);
    is_nowhere = is_nowhere && found.empty();
    if (number.is_double && found.size() == 2 && found[0].name != found[1].name) {
      finding.words += fmt::format("; {} is in both: {}", number.name, in_words(found));
      return finding;
    }
    for (const Definition& one : found) {
      const bool is_plain = one.is_plain || !one.product.empty();
      is_certain = is_certain && (is_plain || is_way_right || number.is_elsewhere) && !one.name.empty();
      const Definition& told = one.product.empty() ? one : one.product.front();
      const auto is_told = [&](const Definition& known) {
        return known.name == told.name && known.at.line == told.at.line;
      };
      if (!one.name.empty() && std::ranges::none_of(all, is_told)) all.push_back(told);
    }
    // Of the row all numbers count more where its length is wrong, in the line of the access.
    const bool is_by_length = number.part != 1 && number.right.empty();
    is_certain = is_certain && found.size() == 1 && number.is_certain && (number.is_elsewhere || !is_by_length);
    why += (why.empty() ? "" : ", ") + number.words;
  }
  if (is_nowhere) all = index_definitions(access, numbers.empty() ? std::nullopt : numbers.front().part);
  if (numbers.empty()) {
    // A variable that a loop moves on, added to another one in each round.
    const auto adds_up = std::ranges::find_if(all, [&](const Definition& sum) {
      return std::ranges::any_of(all, [&](const Definition& loop) {
        return !loop.begin.empty() && sum.text == sum.name + " += " + loop.name;
      });
    });
    const std::string uneven =
        adds_up == all.end() ? "" : uneven_steps(uses(step, Wanted::as_seen, Where::at_this_instruction));
    finding.is_proved = finding.is_proved || !uneven.empty();
    if (!uneven.empty()) return moved(finding, *adds_up, uneven, use);
  }
  const bool is_name_alone = is_certain && !numbers.front().is_elsewhere && is_name_of(all[0], numbers.front());
  // Where threads use all of the other array, the begin of a block that both indexes have is right.
  const bool is_right = is_certain && (is_name_alone || is_right_beside(access, numbers.front(), all[0]) ||
                                       (numbers.front().name.starts_with("blockIdx") && others_reach_all(step)));
  const auto own = is_right ? own_use(access, numbers.front().part, all[0]) : std::nullopt;
  if (is_name_alone && !own) all = index_definitions(access, numbers.front().part);
  const auto is_elsewhere = [&](const Definition& one) { return one.at.line != all[0].at.line; };
  if (is_certain && (own || !is_name_alone) && all[0].at.line != use.line) {
    const std::vector<Definition> others(std::find_if(all.begin(), all.end(), is_elsewhere), all.end());
    return moved(finding, own ? *own : step_of(all[0]).value_or(all[0]), why, use, others);
  } else if (!all.empty()) {
    sort_by_nearness(all);
    finding.words += fmt::format("; parts of the index: {}", in_words(all));
  }
  if (numbers.empty() && is_missing) {
    for (const Condition& one : conditions_of(step))
      if (one.text.starts_with("for ") || one.text.starts_with("while "))
        finding.words += fmt::format("; does {} at {} end too early?", one.text, ladder::in_words(one.at));
  }
  return finding;
}

Finding WatchedArrays::at_difference(Finding finding, std::size_t step, const IndexDifference& difference) const {
  if (difference.is_of_begin || difference.is_of_length) return finding;
  const SourceAccess access = this->access(step);
  const auto call = difference.is_exchange ? exchanged_arguments(access) : std::nullopt;
  return call ? moved(finding, *call, "they are exchanged", access.at)
              : at_definition(finding, step, difference.numbers);
}

// Whether more threads would close the gap of this index, and the same of the other array's, which other loops move on.
bool WatchedArrays::others_lack_the_same(std::size_t step, const MissingUse& use) const {
  const bool is_store = stores(steps()[step]);
  if (is_store ? loads.empty() : last_stores.empty()) return false;
  const std::size_t other = is_store ? loads.begin()->second : last_stores.begin()->second;
  const auto& [grid, block, at, function] = seen_.recording().launches[steps()[other].launch];
  const ThreadPlace counts{block[0], block[1], block[2], grid[0], grid[1], grid[2], 1, 1, 1};
  const MissingUse of_other =
      missing_use(uses(other, Wanted::as_seen, Where::in_this_array), array_of(other).indexed(), counts, 0);
  const bool is_closed = !std::equal(counts.begin(), counts.begin() + block_x, use.enough.begin());
  const auto own_loops = loops(step, use.gap->part);
  if (!is_closed || !of_other.gap || own_loops.empty() ||
      !std::equal(use.enough.begin(), use.enough.begin() + iterations, of_other.enough.begin()))
    return false;
  const auto other_loops = loops(other, of_other.gap->part);
  return std::ranges::none_of(own_loops, [&](const Definition& own) {
    return std::ranges::any_of(other_loops, [&](const Definition& one) { return one.at.line == own.at.line; });
  });
}

// ", by first_row = blockIdx.y * TILE at kernel.cuh:12": where the index gets the numbers of the block from.
std::string WatchedArrays::begins_of_blocks(std::size_t step) const {
  std::vector<Definition> begins;
  for (const char* number : {"blockIdx.x", "blockIdx.y"}) {
    for (const Definition& one : definitions_with(access(step), std::nullopt, number))
      if (!one.name.empty()) begins.push_back(one);
  }
  return begins.empty() ? "" : ", by " + in_words(begins);
}

Finding WatchedArrays::left_out() const {
  for (std::size_t word = 0; word < out.words.size(); ++word) {
    const auto source = source_of(out.words[word]);
    const bool is_loaded = !source || loads.empty() || loads.contains(*source);
    if (is_loaded && (last_stores.empty() || last_stores.contains(word))) continue;
    const std::size_t nearest = is_loaded ? nearest_store(word) : nearest_load(*source);
    Finding found = is_loaded ? nobody_stores(word, "")
                              : missing(nearest, *source, fmt::format("no thread loads {}", in.element(*source)));
    found.explains_others = true;
    return found.is_proved && found.at.line != seen_.line(nearest).line ? found : Finding{};
  }
  return {};
}

Finding WatchedArrays::missing(std::size_t here, std::size_t word, std::string words, bool goes_round) const {
  if (const IndexDifference wrong = difference(here); wrong.is_one_change && !wrong.is_of_begin) {
    Finding found = seen_.blame(here, words + wrong.words);
    found.is_proved = true;
    return at_difference(found, here, wrong);
  }
  const auto seen = uses(here, Wanted::as_seen, Where::in_this_array);
  const auto& [grid, block, launched_at, function] = seen_.recording().launches[steps()[here].launch];
  ThreadPlace counts{block[0], block[1], block[2], grid[0], grid[1], grid[2], 1, 1, 1};
  const auto element = static_cast<long>(word);
  MissingUse use = missing_use(seen, array_of(here).indexed(), counts, element);
  words += use.words;
  if (const std::string choice = choice_with_sum(text_of_line(seen_.line(here))); !choice.empty())
    words += fmt::format("; the sum behind it belongs to the choice in this line: {}", choice);
  std::swap(counts[block_x], counts[block_y]);
  const bool blocks_are_exchanged =
      use.is_by_launch && missing_use(seen, array_of(here).indexed(), counts, element).user;
  if (blocks_are_exchanged) {
    const std::string maker = maker_of_grid(launched_at, seen_.line(here).path);
    words = fmt::format(
        "are x and y exchanged here, or {}? The grid is {}x{}, and this index is right for one of {}x{}; {}",
        maker.empty() ? "at the launch" : "in " + maker, grid[0], grid[1], grid[1], grid[0], words);
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
  auto own_loops = use.gap ? loops(here, use.gap->part) : std::vector<Definition>{};
  if (own_loops.size() == 2 && use.gap->is_of_inner) {
    sort_by_nearness(own_loops);
    own_loops = {own_loops[*use.gap->is_of_inner ? 0 : 1]};
  }
  const CodePlace& line = seen_.line(here);
  if (own_loops.size() == 1 && others_reach_all(here)) return moved(found, own_loops[0], use.gap->words, line);
  if (own_loops.size() == 1 && is_done_once(seen) && !others_lack_the_same(here, use))
    return moved(found, own_loops[0], use.gap->words + " by its one iteration", line);
  if (const auto begin = use.gap ? begin_of_both(here, *use.gap) : std::nullopt)
    return moved(found, *begin, use.gap->words, line);
  if (!use.is_explained) {
    if (Finding kept = kept_beside(found, here, word); kept.is_proved) return kept;
  }
  const auto& enough = use.enough;
  if (use.is_by_launch && goes_round && is_done_once(seen)) {
    found.words = "each thread does this once: is a loop missing that goes on by the whole grid? " + found.words;
    return found;
  }
  if (use.is_by_launch && !blocks_are_exchanged) {
    found.is_of_launch = true;
    found.words =
        fmt::format("the grid of {} is too small: the index at {}:{} reaches all with one of {}x{}x{}; or {}{}; {}",
                    fmt::join(grid, "x"), line.file, line.line, enough[block_x], enough[block_y], enough[block_z],
                    use.is_exchanged ? "the kernel takes rows where it should take columns"
                                     : "it is made for larger tiles than the kernel's",
                    begins_of_blocks(here), found.words);
  } else if (use.gap && others_lack_the_same(here, use)) {
    found.is_of_launch = true;
    found.words = fmt::format(
        "the blocks of {} are too small: {}, by the index at {}:{}, and all with {}x{}x{}; or the kernel goes "
        "on by too many: {}; {}",
        fmt::join(block, "x"), use.gap->words, line.file, line.line, enough[thread_x], enough[thread_y],
        enough[thread_z], in_words(loops(here, use.gap->part)), found.words);
  }
  if (absent) return at_condition(found, here, *absent, array_of(here).element(word));
  if (blocks_are_exchanged) return at_definition(found, here, {{"blockIdx.x"}, {"blockIdx.y"}});
  if (found.is_of_launch && !launched_at.file.empty()) {
    found.at = launched_at;
    found.where = "";
  }
  const bool is_of_index = !use.numbers.empty() || use.words.empty();
  // What no use has, the index has wrongly where no test names it.
  if (use.numbers.size() == 1 && !use.numbers[0].unused.empty()) {
    WrongNumber& number = use.numbers[0];
    const auto names_it = [&](const Condition& one) { return one.text.find(number.unused) != std::string::npos; };
    number.is_certain = number.is_elsewhere = std::ranges::none_of(conditions_of(here), names_it);
  }
  const auto by_this_line = uses(here, Wanted::as_seen, Where::at_this_instruction);
  const auto least = std::ranges::min_element(by_this_line, {}, &IndexUse::seen);
  const bool is_before_all = least != by_this_line.end() && element < least->seen;
  if (is_before_all) {
    found.words +=
        fmt::format("; {} lies before the first that this line takes, {}", array_of(here).element(word),
                    array_of(here).element(static_cast<std::size_t>(least->seen) * array_of(here).words_of_an_element));
  } else if (goes_round && is_done_once(by_this_line) &&
             loop_around(line, seen_.recording().callers(steps()[here])).empty()) {
    found.words += "; each thread comes to this line once at most: is a loop meant?";
  }
  const bool is_missing =
      !is_before_all && (stores(steps()[here]) ? !last_stores.contains(word) : !loads.contains(word));
  return is_of_index && !found.is_of_launch ? at_definition(found, here, use.numbers, is_missing) : found;
}

}  // namespace ladder
