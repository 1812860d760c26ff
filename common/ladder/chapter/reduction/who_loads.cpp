#include "ladder/chapter/reduction/who_loads.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <tuple>

namespace ladder::reduction {
namespace {

bool same_thread(const Step& a, const Step& b) { return a.block == b.block && a.thread == b.thread; }

// Of each element a load, or null.
std::vector<const Load*> by_element(const std::vector<Load>& loads, std::size_t count) {
  std::vector<const Load*> of(count);
  for (const Load& load : loads) of[load.element] = &load;
  return of;
}

std::string range(std::size_t first, std::size_t end) {
  return end - first == 1 ? fmt::format("in[{}]", first) : fmt::format("in[{}] to in[{}]", first, end - 1);
}

}  // namespace

std::string too_few_blocks(const Recording& run, const std::vector<Load>& loads, std::size_t count,
                           const Variant& variant) {
  const std::vector<const Load*> of = by_element(loads, count);
  const auto missing = std::find(of.begin(), of.end(), nullptr);
  const auto second =
      std::find_if(of.begin(), of.end(), [](const Load* load) { return load != nullptr && load->step->block == 1; });
  const auto first_missing = static_cast<std::size_t>(missing - of.begin());
  const auto taken = static_cast<std::size_t>(second - of.begin());  // by a block
  const bool is_cut_off = missing != of.end() && second < missing && taken * run.launches[0].grid[0] == first_missing;
  const std::size_t due = variant.parts.elements;
  if (!is_cut_off || variant.line == 0 || due <= taken) return {};
  return fmt::format(
      "variants.cu:{}: this row has a block launched for each {} elements, and a block of its kernel takes {} ({}): {} "
      "blocks leave out the elements from in[{}] on",
      variant.line, due, taken, run.line(*(*second)->step), run.launches[0].grid[0], first_missing);
}

std::string left_over(const Recording& run, const std::vector<Load>& loads, std::size_t count) {
  constexpr std::size_t four = 4;
  const std::vector<const Load*> of = by_element(loads, count);
  const auto first_missing = std::find(of.begin(), of.end(), nullptr);
  if (first_missing == of.begin() || first_missing == of.end()) return {};
  const auto end_missing = std::find_if(first_missing, of.end(), [](const Load* load) { return load != nullptr; });
  if (std::find(end_missing, of.end(), nullptr) != of.end()) return {};
  const auto first = static_cast<std::size_t>(first_missing - of.begin());
  const auto end = static_cast<std::size_t>(end_missing - of.begin());
  const Step& last = *of[first - 1]->step;
  const auto say = [&](const std::string& which) {
    return fmt::format("{}: no thread loads {}, {}{}", run.line(last), range(first, end), which, run.caller(last));
  };
  const auto is_of_one_float4 = [&](const Load* load) {
    return load != nullptr && load->step->site == last.site && same_thread(*load->step, last);
  };
  if (end == count && end - first < four && first >= four &&
      std::all_of(first_missing - four, first_missing, is_of_one_float4)) {
    return say("the last count % 4 elements: they lie behind the last whole float4, which is loaded here");
  }
  const std::string line = run.line(last);
  const auto of_block = static_cast<std::size_t>(std::count_if(loads.begin(), loads.end(), [&](const Load& load) {
    return load.step->block == last.block && run.line(*load.step) == line;
  }));
  if (end - first < 2 || first % of_block != 0) return {};
  return say(fmt::format("what is left behind the last {} elements that a block loads whole here", of_block));
}

std::string overlapping_rounds(const Recording& run, const std::vector<Load>& loads, std::size_t count) {
  std::vector<const Load*> of(count);
  std::map<std::tuple<std::uint64_t, std::uint32_t, std::uintptr_t>, std::size_t> before;  // the first of each
  std::map<std::uint64_t, std::size_t> first_of_block;
  std::map<const Load*, std::size_t> steps;  // of loads in later rounds: how far they are from the first one
  for (const Load& load : loads) {
    const auto [known, is_first] =
        before.try_emplace({load.step->block, load.step->thread, load.step->site}, load.element);
    const auto begin = first_of_block.try_emplace(load.step->block, load.element).first;
    begin->second = std::min(begin->second, load.element);
    if (!is_first && load.element > known->second) steps[&load] = load.element - known->second;
    const Load*& other = of[load.element];
    if (other == nullptr) {
      other = &load;
      continue;
    }
    if (same_thread(*other->step, *load.step)) continue;
    const auto step = steps.contains(other) ? steps.find(other) : steps.find(&load);
    const auto second_block = first_of_block.find(1);
    if (step == steps.end() || second_block == first_of_block.end()) continue;
    const std::size_t covered = (second_block->second - first_of_block.begin()->second) * run.launches[0].grid[0];
    if (step->second >= covered) continue;
    return fmt::format(
        "{}: takes elements twice: a round goes on by {}, but the blocks cover {}: {} loads in[{}] in a later round of "
        "its loop, and {} in its first{}",
        run.line(*step->first->step), step->second, covered, run.thread(*step->first->step), load.element,
        run.thread(*(step->first == other ? &load : other)->step), run.caller(*step->first->step));
  }
  return {};
}

}  // namespace ladder::reduction
