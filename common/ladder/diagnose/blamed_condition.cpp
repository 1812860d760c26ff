// Which condition of the source keeps a thread from what it should do with a watched array.
#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <tuple>

#include "ladder/diagnose/watched_arrays.hpp"
#include "ladder/source/around.hpp"
#include "ladder/source/conditions.hpp"
#include "ladder/source/given.hpp"

namespace ladder {

Finding WatchedArrays::at_condition(Finding finding, std::size_t here, const Step& missing,
                                    const std::string& element) const {
  std::map<std::uintptr_t, std::size_t> sites;  // a step of each, of any thread
  std::set<std::uintptr_t> own;
  for (std::size_t i = 0; i < steps().size(); ++i) {
    if (steps()[i].launch != missing.launch || steps()[i].doing == Step::Doing::exchange) continue;
    sites.try_emplace(steps()[i].site, i);
    if (same_thread(steps()[i], missing)) own.insert(steps()[i].site);
  }
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
  std::vector<Condition> left = common.empty() ? open : common;
  if (left.empty()) {  // in the line itself
    left = tests_of_index(access(here), false).tests;
    std::erase_if(left, [](const Condition& one) { return one.text.find(" ?") == std::string::npos; });
  }
  const auto ended = left.size() == 1 ? return_in_loop_before(seen_.line(here)) : std::nullopt;
  if (!ended) return kept_by(left, std::move(finding), here, missing, element);
  finding.words += fmt::format(": {} at {}, or the return at {}", left[0].text, ladder::in_words(left[0].at),
                               ladder::in_words(*ended));
  return finding;
}

Finding WatchedArrays::not_stored(std::size_t load, const std::string& words, const std::string& element) const {
  for (std::size_t store = 0; store < steps().size(); ++store) {
    const auto from = seen_.origin(store);
    if (stores(steps()[store]) && from && steps()[*from].site == steps()[load].site)
      return at_condition(seen_.blame(store, words), store, steps()[load], element);
  }
  return {};
}

Finding WatchedArrays::not_loaded(Finding finding, std::size_t load, std::size_t use,
                                  const std::string& element) const {
  const auto times = [&](std::uintptr_t site) {
    return std::ranges::count_if(
        steps(), [&](const Step& step) { return step.site == site && same_thread(step, steps()[use]); });
  };
  if (times(steps()[load].site) >= times(steps()[use].site)) return finding;  // it comes there each time
  std::vector<Condition> open = conditions_of(load);
  const std::vector<Condition> met = conditions_of(use);
  std::erase_if(open, [&](const Condition& one) { return std::ranges::find(met, one) != met.end(); });
  return kept_by(open, std::move(finding), load, steps()[use], element);
}

// Where other threads go on, by another line, from what they use in the line of this step to what lies as far from it
// as that word from this one's: what keeps the thread of this step from it there.
Finding WatchedArrays::kept_beside(const Finding& finding, std::size_t here, std::size_t word) const {
  const WatchedArray& array = array_of(here);
  constexpr std::size_t most = 4;  // words that a thread takes side by side
  const std::size_t own = array.word_of(steps()[here]).value_or(word), distance = word - own;
  const std::size_t row = array.extents.size() == 2 ? array.extents[1] * array.words_of_an_element : array.words.size();
  if (distance == 0 || std::min(distance, own - word) >= most || own / row != word / row) return {};
  std::map<std::tuple<std::uint64_t, std::uint32_t, std::size_t>, std::size_t> by_use;
  const auto is_alike = [&](std::size_t i) {
    return steps()[i].launch == steps()[here].launch && stores(steps()[i]) == stores(steps()[here]);
  };
  for (std::size_t i = 0; i < steps().size(); ++i) {
    if (const auto used = array.word_of(steps()[i]); used && is_alike(i) && steps()[i].site != steps()[here].site)
      by_use.try_emplace({steps()[i].block, steps()[i].thread, *used}, i);
  }
  for (std::size_t i = 0; i < steps().size(); ++i) {
    const auto used = array.word_of(steps()[i]);
    if (!used || !is_alike(i) || steps()[i].site != steps()[here].site) continue;
    const auto next = by_use.find({steps()[i].block, steps()[i].thread, *used + distance});
    if (next != by_use.end()) return at_condition(finding, next->second, steps()[here], array.element(word));
  }
  return {};
}

// One of these conditions keeps the thread from that element.
Finding WatchedArrays::kept_by(const std::vector<Condition>& open, Finding finding, std::size_t here,
                               const Step& missing, const std::string& element) const {
  if (open.empty()) {
    finding.words += ": " + checks_of_control;
  } else if (open.size() == 1) {
    const Condition& only = open.front();
    const CodePlace& use = seen_.line(here);
    const bool is_here = only.at.line == use.line && only.at.file == use.file;
    const std::string given = given_by_caller(use, seen_.recording().callers(steps()[here]), only.names, Given::name);
    finding.words = fmt::format("{}{} keeps {} from {}{}; {}", only.text, given.empty() ? "" : ", with " + given + ",",
                                seen_.thread(missing), element,
                                is_here ? "" : fmt::format(", at {}:{}", use.file, use.line), finding.words);
    finding.at = only.at;
    finding.callers = {};
    finding.is_proved = true;
  } else {
    finding.words += fmt::format(": {} at {}:{}, or {} at {}:{}", open[0].text, open[0].at.file, open[0].at.line,
                                 open[1].text, open[1].at.file, open[1].at.line);
  }
  return finding;
}

}  // namespace ladder
