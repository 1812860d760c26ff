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

namespace {

// The loads of elements, by threads of the first launch.
class Loads {
 public:
  explicit Loads(const SummedArray& array)
      : in_{"in", array.begin, std::vector<std::uint32_t>(array.count), {array.count}},
        arrays_(array.record(zero, [&](const Step& s) { return !stores(s) && element_of(array, s); }), in_, nothing_,
                Content::computed) {}

  bool any() const { return !arrays_.loads.empty(); }

  // Of the first element that is not loaded once.
  Finding odd() const {
    if (!any() || !seen_.recording().is_complete) return {};
    for (std::size_t element = 0; element < in_.words.size(); ++element) {
      const auto [load, end] = arrays_.loads.equal_range(element);
      if (load == end) return never(element);
      if (std::next(load) != end) return again(element, load->second, std::next(load)->second);
    }
    return {};
  }

 private:
  Finding never(std::size_t element) const {
    std::size_t count = 0;
    for (std::size_t i = element; i < in_.words.size(); ++i) count += arrays_.loads.contains(i) ? 0 : 1;
    const std::size_t nearest = arrays_.nearest_load(element);
    return seen_.blame(
        nearest, fmt::format("no thread loads {}, and {} of {} elements are never loaded; the nearest load is {}, "
                             "by {}{}",
                             in_.element(element), count, in_.words.size(), seen_.element(nearest),
                             seen_.thread(nearest), arrays_.index(nearest)));
  }

  Finding again(std::size_t element, std::size_t first, std::size_t second) const {
    const bool by_one = same_thread(seen_.steps()[first], seen_.steps()[second]);
    return seen_.blame(second,
                       fmt::format("{} is loaded {} times: by {} at {}, and by {} here{}", in_.element(element),
                                   arrays_.loads.count(element), seen_.thread(first), seen_.line_in_words(first),
                                   by_one ? "the same thread" : seen_.thread(second), arrays_.index(second)));
  }

  const WatchedArray in_, nothing_{};
  const WatchedArrays arrays_;
  const Provenance& seen_ = arrays_.seen();
};

}  // namespace

Finding odd_load(const SummedArray& array) {
  const Loads loads(array);
  if (array.count == 0 || loads.any()) return loads.odd();
  const Provenance seen = follow(array, zero, [](const Step&) { return true; });
  if (seen.steps().empty()) return {};
  return seen.blame(0, fmt::format("no thread loads an element of in and uses it; the first step of all is that of {}",
                                   seen.thread(0)));
}

}  // namespace ladder
