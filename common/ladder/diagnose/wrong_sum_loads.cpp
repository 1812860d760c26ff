#include <fmt/format.h>

#include <iterator>
#include <vector>

#include "ladder/diagnose/watched_arrays.hpp"
#include "ladder/diagnose/wrong_sum.hpp"

namespace ladder {

std::optional<std::size_t> element_of(const SummedArray& array, const Step& step) {
  return element_at(step, array.begin, array.count);
}

std::string summed_element(std::size_t element) { return fmt::format("in[{}]", element); }

Provenance follow(const SummedArray& array, const ValueOf& values, const std::function<bool(const Step&)>& keep) {
  return {array.record(values, keep), [array](const Step& step) {
            const auto element = element_of(array, step);
            return element ? summed_element(*element) : "";
          }};
}

Finding odd_load(const SummedArray& array) {
  const auto is_load = [&](const Step& step) { return !stores(step) && element_of(array, step); };
  const WatchedArray in{"in", array.begin, std::vector<std::uint32_t>(array.count), {array.count}}, nothing{};
  const WatchedArrays arrays(array.record(zero, is_load), in, nothing, Content::computed);
  const Provenance& seen = arrays.seen();
  if (array.count > 0 && arrays.loads.empty()) {
    const Provenance all = follow(array, zero, [](const Step&) { return true; });
    if (all.steps().empty()) return {};
    return all.blame(0, fmt::format("no thread loads an element of in and uses it; the first step of all is that of {}",
                                    all.thread(0)));
  }
  std::size_t first = 0;
  while (first < array.count && arrays.loads.count(first) == 1) ++first;
  if (first == array.count || !seen.recording().is_complete) return {};
  const auto [load, end] = arrays.loads.equal_range(first);
  if (load == end) {
    std::size_t count = 0;
    for (std::size_t i = first; i < array.count; ++i) count += arrays.loads.contains(i) ? 0 : 1;
    const std::size_t nearest = arrays.nearest_load(first);
    return seen.blame(nearest,
                      fmt::format("no thread loads {}, and {} of {} elements are never loaded; the nearest load is {}, "
                                  "by {}{}",
                                  in.element(first), count, array.count, seen.element(nearest), seen.thread(nearest),
                                  arrays.index(nearest)));
  }
  const std::size_t once = load->second, again = std::next(load)->second;
  const bool by_one = same_thread(seen.steps()[once], seen.steps()[again]);
  return seen.blame(again, fmt::format("{} is loaded {} times: by {} at {}, and by {} here{}", in.element(first),
                                       arrays.loads.count(first), seen.thread(once), seen.line_in_words(once),
                                       by_one ? "the same thread" : seen.thread(again), arrays.index(again)));
}

}  // namespace ladder
