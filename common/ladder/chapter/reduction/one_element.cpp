#include "ladder/chapter/reduction/one_element.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <optional>
#include <set>
#include <tuple>
#include <vector>

#include "ladder/chapter/reduction/followed_element.hpp"
#include "ladder/chapter/reduction/reference.hpp"

namespace ladder::reduction {
namespace {

using Number = Ways::Number;
using Doing = Step::Doing;

std::uint32_t bits_of(float value) { return std::bit_cast<std::uint32_t>(value); }

std::string never_loaded(const FollowedElement& e) {
  const auto nearest = e.nearest(e.probe.address_of(e.element), [&](Number n) { return e.loads_an_element(n); });
  if (!nearest) return {};
  const std::vector<unsigned>& loads = e.probe.loads();
  const auto never = std::count(loads.begin(), loads.end(), 0u);
  return e.at(*nearest, fmt::format("no thread loads {}: {} loads {} here; of {} elements, {} {} never loaded",
                                    e.name(), e.ways.thread(*nearest), e.ways.element(*nearest), e.probe.count(), never,
                                    never == 1 ? "is" : "are"));
}

// The load in which a second thread takes it from the same place, in the same line, as it was stored.
std::optional<Number> loaded_by_two(const FollowedElement& e) {
  for (Number i = 0; i < e.ways.steps().size(); ++i) {
    if (e.ways.steps()[i].doing != Doing::load || e.ways.steps()[i].bits != bits_of(e.value)) continue;
    for (Number before = e.ways.origin(i).value_or(i); before < i; ++before) {
      const bool is_alike = e.ways.steps()[before].doing == Doing::load && e.ways.origin(before) == e.ways.origin(i) &&
                            e.ways.same_place(before, i) && e.ways.line(before) == e.ways.line(i);
      if (is_alike && !e.ways.same_thread(before, i)) return i;
    }
  }
  return std::nullopt;
}

// The second exchange that gives it to a thread.
std::optional<Number> got_twice(const FollowedElement& e) {
  std::set<std::tuple<std::uint64_t, std::uint64_t, std::uint64_t>> have;
  for (Number i = 0; i < e.ways.steps().size(); ++i) {
    const Step& step = e.ways.steps()[i];
    if (step.doing != Doing::exchange || step.bits != bits_of(e.value)) continue;
    if (!have.insert({step.launch, step.block, step.thread}).second) return i;
  }
  return std::nullopt;
}

// Of the element to the last step at which it was what it is, before this one.
Ways::Way last_way_before(const FollowedElement& e, Number step) {
  for (Number i = step; i-- > 0;) {
    if (e.ways.steps()[i].bits == bits_of(e.value) && e.ways.same_thread(i, step)) return e.ways.way_to(i);
  }
  return {e.loads.front()};
}

std::string counted_wrong(const FollowedElement& e, float sum) {
  const std::string as = fmt::format("{} counts {:.9g} times", e.name(), sum / e.value);
  if (e.loads.size() > 1) {
    const bool by_one =
        e.ways.same_thread(e.loads[0], e.loads[1]) && e.ways.line(e.loads[0]) == e.ways.line(e.loads[1]);
    const std::string loads = by_one ? fmt::format("{} loads it twice here", e.ways.thread(e.loads[0]))
                                     : fmt::format("{} loads it at {}, and {} loads it here", e.ways.thread(e.loads[0]),
                                                   e.ways.line(e.loads[0]), e.ways.thread(e.loads[1]));
    return e.at(e.loads[1], as + ": " + loads);
  }
  if (const auto again = loaded_by_two(e)) {
    return e.at(*again, fmt::format("{}: {} is loaded by two threads here, the second is {}", as,
                                    e.ways.element(*again), e.ways.thread(*again)));
  }
  if (const auto again = got_twice(e)) {
    return e.at(*again, fmt::format("{}: {} gets it twice from other lanes here", as, e.ways.thread(*again)));
  }
  for (Number i = e.loads.front(); i < e.ways.steps().size(); ++i) {
    const Step& step = e.ways.steps()[i];
    if (step.bits == 0 || step.bits == bits_of(e.value) || step.doing == Doing::atomic) continue;
    const float found = std::bit_cast<float>(step.bits);
    if (!(found / e.value >= 1 / 1024. && found / e.value <= 1024)) continue;
    const Ways::Way before = last_way_before(e, i);
    return e.at(i, fmt::format("{}: {}, and {} {} {:.9g} here{}", as, e.ways.in_words(before, e.ways.line(i)),
                               e.ways.thread(i), step.doing == Doing::store ? "stores" : "has", found,
                               step.doing == Doing::store ? " to " + e.ways.element(i) : ""));
  }
  return {};
}

}  // namespace

std::string way_of_element(Probe& probe, std::size_t element, float value, float sum) {
  const FollowedElement followed(probe, element, value);
  if (followed.loads.empty()) return never_loaded(followed);
  return sum == 0 || never_written(sum) ? lost(followed) : counted_wrong(followed, sum);
}

}  // namespace ladder::reduction
