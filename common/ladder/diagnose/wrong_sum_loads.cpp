#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "ladder/diagnose/index_formula.hpp"
#include "ladder/diagnose/wrong_sum.hpp"

namespace ladder {

std::optional<std::size_t> element_of(const SummedArray& array, const Step& step) {
  const bool has_address = !step.in_shared && step.doing != Step::Doing::exchange;
  if (!has_address || step.address < array.begin || step.address >= array.begin + array.count * sizeof(float))
    return std::nullopt;
  return (step.address - array.begin) / sizeof(float);
}

std::string summed_element(std::size_t element) { return fmt::format("in[{}]", element); }

Provenance follow(const SummedArray& array, const ValueOf& values, const std::function<bool(const Step&)>& keep) {
  return {array.record(values, keep), [array](const Step& step) {
            const auto element = element_of(array, step);
            return element ? summed_element(*element) : "";
          }};
}

namespace {

// The loads of elements, by threads of the first launch, and how often each element is loaded.
class Loads {
 public:
  explicit Loads(const SummedArray& array)
      : array_(array),
        seen_(follow(
            array, [](std::size_t) { return 0.f; },
            [&](const Step& s) { return !stores(s) && element_of(array, s).has_value(); })),
        times_(array.count) {
    for (const Step& step : seen_.steps()) ++times_[*element_of(array, step)];
  }

  bool any() const { return !seen_.steps().empty(); }

  // Of the first element that is not loaded once.
  Finding odd() const {
    const auto odd = std::find_if(times_.begin(), times_.end(), [](unsigned times) { return times != 1; });
    if (odd == times_.end() || !seen_.recording().is_complete || seen_.steps().empty()) return {};
    const auto element = static_cast<std::size_t>(odd - times_.begin());
    return *odd == 0 ? never(element) : again(element);
  }

 private:
  std::size_t at(std::size_t step) const { return *element_of(array_, seen_.steps()[step]); }

  // The load of the element that is nearest.
  Finding never(std::size_t element) const {
    const auto distance = [&](std::size_t step) { return std::max(at(step), element) - std::min(at(step), element); };
    std::size_t nearest = 0;
    for (std::size_t i = 1; i < seen_.steps().size(); ++i) {
      if (distance(i) < distance(nearest)) nearest = i;
    }
    const auto count = std::count(times_.begin(), times_.end(), 0u);
    return seen_.blame(
        nearest, fmt::format("no thread loads {}, and {} of {} elements are never loaded; the nearest load is {}, "
                             "by {}{}",
                             summed_element(element), count, array_.count, summed_element(at(nearest)),
                             seen_.thread(nearest), index(nearest)));
  }

  Finding again(std::size_t element) const {
    std::vector<std::size_t> loads;
    for (std::size_t i = 0; i < seen_.steps().size(); ++i) {
      if (at(i) == element) loads.push_back(i);
    }
    const bool by_one = same_thread(seen_.steps()[loads[0]], seen_.steps()[loads[1]]);
    return seen_.blame(loads[1],
                       fmt::format("{} is loaded {} times: by {} at {}, and by {} here{}", summed_element(element),
                                   loads.size(), seen_.thread(loads[0]), seen_.line_in_words(loads[0]),
                                   by_one ? "the same thread" : seen_.thread(loads[1]), index(loads[1])));
  }

  // "; its index is ..", of all loads at the place in the code where this one is.
  std::string index(std::size_t of) const {
    std::vector<IndexUse> uses;
    std::map<std::pair<std::uint64_t, std::uint32_t>, long> iterations;  // of a thread
    for (std::size_t i = 0; i < seen_.steps().size(); ++i) {
      const Step& step = seen_.steps()[i];
      if (step.site != seen_.steps()[of].site || step.launch != seen_.steps()[of].launch) continue;
      const Recording::Launch& launch = seen_.recording().launches[step.launch];
      const long iteration = iterations[{step.block, step.thread}]++;
      const long element = static_cast<long>(at(i));
      uses.push_back({thread_place(launch.grid, launch.block, step.block, step.thread, iteration), element, element});
    }
    return index_in_words(uses, {"in"});
  }

  const SummedArray& array_;
  Provenance seen_;
  std::vector<unsigned> times_;
};

}  // namespace

Finding odd_load(const SummedArray& array) {
  const Loads loads(array);
  if (array.count == 0 || loads.any()) return loads.odd();
  const Provenance seen = follow(
      array, [](std::size_t) { return 0.f; }, [](const Step&) { return true; });
  if (seen.steps().empty()) return {};
  return seen.blame(0, fmt::format("no thread loads an element of in and uses it; the first step of all is that of {}",
                                   seen.thread(0)));
}

}  // namespace ladder
