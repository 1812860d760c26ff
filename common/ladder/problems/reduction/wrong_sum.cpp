#include "ladder/problems/reduction/wrong_sum.hpp"

#include <bit>
#include <set>
#include <tuple>

#include "ladder/problems/reduction/followed_element.hpp"
#include "ladder/source/used_twice.hpp"

namespace ladder::reduction {
namespace {

Provenance follow_impulse(SummedArray& array, std::size_t element, float value) {
  constexpr std::size_t small = std::size_t{1} << 17, near_by = 4096;
  std::set<std::tuple<bool, std::uint64_t, std::uintptr_t>> touched;  // places that have held something
  const auto keep = [&](const Step& step) {
    const auto other = array.element_of(step);
    if (array.count() <= small || (other && *other + near_by >= element && *other <= element + near_by)) return true;
    const std::tuple place{step.in_shared, step.in_shared ? step.block : 0, step.address};
    if (step.bits != 0) touched.insert(place);
    return touched.contains(place);
  };
  return array.follow(impulse(element, value), keep);
}

}  // namespace

ValueOf impulse(std::size_t element, float value) {
  return [=](std::size_t i) { return i == element ? value : 0; };
}

Finding cause_of_impulse(SummedArray& array, std::size_t element, float value) {
  const float sum = array.sum_of(impulse(element, value));
  if (sum == value) return {};
  FollowedElement followed{array, value, std::bit_cast<std::uint32_t>(value), summed_element(element),
                           follow_impulse(array, element, value)};
  const Provenance& seen = followed.seen;
  for (std::size_t i = 0; i < seen.steps().size(); ++i) {
    if (!stores(seen.steps()[i]) && array.element_of(seen.steps()[i]) == element) followed.loads.push_back(i);
  }
  if (followed.loads.empty() || !seen.recording().is_complete) return {};
  const bool is_lost = sum == 0 || std::bit_cast<std::uint32_t>(sum) == poison_bits;
  Finding found = is_lost ? cause_of_lost(followed) : cause_of_times(followed, sum / value);
  const CodePlace line = seen.line(followed.loads.front());
  if (const auto odd = component_used_twice(line); odd && found.found()) {
    found.words = odd->words + "; " + found.words;
    found.at = {line.file, odd->line, line.path};
    found.callers.clear();
  }
  return found;
}

}  // namespace ladder::reduction
