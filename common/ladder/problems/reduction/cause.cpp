#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <exception>
#include <iterator>
#include <vector>

#include "ladder/diagnose/watched_arrays.hpp"
#include "ladder/diagnose/wrong_output.hpp"
#include "ladder/engine/excerpts.hpp"
#include "ladder/model/architecture.hpp"
#include "ladder/problems/reduction/wrong_sum.hpp"
#include "ladder/source/index_definitions.hpp"

namespace ladder::reduction {

void SummedArray::fill(const ValueOf& value) {
  std::vector<float> values(count());
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = value(i);
  buffers_.in.upload(0, values);
  buffers_.poison();
  const unsigned zero = 0;
  buffers_.ticket.upload(0, {&zero, 1});
}

float SummedArray::sum_of(const ValueOf& values) {
  fill(values);
  engine_.execute(run());
  return buffers_.download_sum();
}

Recording SummedArray::record(const ValueOf& values, const std::function<bool(const Step&)>& keep) {
  fill(values);
  return engine_.excerpts()->record(run(), keep);
}

std::string summed_element(std::size_t element) { return fmt::format("in[{}]", element); }

Provenance SummedArray::follow(const ValueOf& values, const std::function<bool(const Step&)>& keep) {
  return {record(values, keep), [this](const Step& step) {
            const auto element = element_of(step);
            return element ? summed_element(*element) : "";
          }};
}

namespace {

float zero(std::size_t) { return 0; }                                        // of each element
float integer(std::size_t index) { return element(Data::integers, index); }  // whose sum is exact in any order

using Choice = std::function<bool(std::size_t element)>;
bool any(std::size_t) { return true; }

// Whether the sum of its integers from `first` to `end` alone, those that are chosen, is wrong, all others being 0.
bool sums_wrongly(SummedArray& array, std::size_t first, std::size_t end, const Choice& chosen = any) {
  const auto part = [&](std::size_t i) { return i >= first && i < end && chosen(i) ? integer(i) : 0; };
  double due = 0;
  for (std::size_t i = first; i < end; ++i) due += part(i);
  return array.sum_of(part) != static_cast<float>(due);
}

// An element of those chosen that does not count once: where those up to it are summed alone, the sum is wrong, and so
// it is for ever smaller parts of the array. None where no part is wrong; or where a part is, but not in either half.
std::optional<std::size_t> wrong_element(SummedArray& array, const Choice& chosen = any) {
  std::size_t first = 0, end = array.count();
  if (end == 0 || !sums_wrongly(array, first, end, chosen)) return std::nullopt;
  while (end - first > 1) {
    const std::size_t middle = first + (end - first) / 2;
    if (sums_wrongly(array, first, middle, chosen)) {
      end = middle;
    } else if (sums_wrongly(array, middle, end, chosen)) {
      first = middle;
    } else {
      return std::nullopt;
    }
  }
  return first;
}

// The first element that no thread of the first launch loads, or that they load more than once.
Finding odd_load(SummedArray& array) {
  const auto is_load = [&](const Step& step) { return !stores(step) && array.element_of(step); };
  const WatchedArray in{"in", array.begin(), std::vector<std::uint32_t>(array.count()), {array.count()}}, nothing{};
  const WatchedArrays arrays(array.record(zero, is_load), in, nothing, Content::computed);
  const Provenance& seen = arrays.seen();
  if (array.count() > 0 && arrays.loads.empty()) {
    const Provenance all = array.follow(zero, [](const Step&) { return true; });
    if (all.steps().empty()) return {};
    return all.blame(0, fmt::format("no thread loads an element of in and uses it; the first step of all is that of {}",
                                    all.thread(0)));
  }
  std::size_t first = 0;
  while (first < array.count() && arrays.loads.count(first) == 1) ++first;
  if (first == array.count() || !seen.recording().is_complete) return {};
  const auto [load, end] = arrays.loads.equal_range(first);
  if (load == end) {
    std::size_t count = 0;
    for (std::size_t i = first; i < array.count(); ++i) count += arrays.loads.contains(i) ? 0 : 1;
    const auto twice = wrong_element(array, [&](std::size_t i) { return arrays.loads.contains(i); });
    const bool is_twice = twice && array.sum_of([&](std::size_t i) { return i == *twice ? 1 : 0; }) > 1;
    if (Finding cause = is_twice ? cause_of_impulse(array, *twice, 1) : Finding{}; cause.found()) {
      cause.words += fmt::format("; no thread loads {}", in.element(first));
      return cause;
    }
    const std::size_t nearest = arrays.nearest_load(first);
    return arrays.missing(
        nearest, first,
        fmt::format("no thread loads {}, and {} of {} elements are never loaded; the nearest load is "
                    "{}, by {}",
                    in.element(first), count, array.count(), seen.element(nearest), seen.thread(nearest)),
        array.goes_round());
  }
  const std::size_t once = load->second, again = std::next(load)->second;
  const bool by_one = same_thread(seen.steps()[once], seen.steps()[again]);
  const std::string parts =
      seen.same_line(once, again) ? "" : in_words(index_definitions(seen.access(once), std::nullopt));
  return arrays.missing(
      again, first,
      fmt::format("{} is loaded {} times: by {} at {}{}, and by {} here", in.element(first), arrays.loads.count(first),
                  seen.thread(once), seen.line_in_words(once), parts.empty() ? "" : " (" + parts + ")",
                  by_one ? "the same thread" : seen.thread(again)));
}

// Of zeros the sum is not 0: where the first other value comes from.
Finding from_nothing(SummedArray& array) {
  constexpr std::uint32_t least_float = 1u << 16;  // what is less is an integer: a ticket, a flag
  const Provenance seen = array.follow(zero, [](const Step& s) {
    return s.bits != poison_bits && (s.bits & 0x7fffffffu) >= least_float && s.doing != Step::Doing::atomic;
  });
  if (seen.steps().empty()) return {};
  const Step& first = seen.steps().front();
  return seen.blame(0, fmt::format("of zeros, the sum is not 0: {} {} {:.9g}{}", seen.thread(0),
                                   stores(first) ? "stores" : "gets", std::bit_cast<float>(first.bits),
                                   first.doing == Step::Doing::exchange ? " from another lane"
                                   : stores(first)                      ? " to " + seen.element(0)
                                                                        : " in " + seen.element(0)));
}

// That no thread stores to the result: what was done last.
Finding never_stored(SummedArray& array) {
  const Provenance seen = array.follow(zero, [](const Step&) { return true; });
  if (seen.steps().empty() || !seen.recording().is_complete) return {};
  const std::size_t last = seen.steps().size() - 1;
  const bool is_there = std::any_of(seen.steps().begin(), seen.steps().end(),
                                    [&](const Step& s) { return stores(s) && s.address == array.result(); });
  if (is_there) return {};
  const auto from = seen.origin(last);
  return seen.blame(last,
                    fmt::format("no thread stores to result; the last step of all is that of {}{}{}", seen.thread(last),
                                seen.steps()[last].doing == Step::Doing::exchange ? "" : ", at " + seen.element(last),
                                from ? ", which got its value at " + seen.line_in_words(*from) : ""));
}

// That after a run the ticket is not 0, with which the next one begins.
Finding used_ticket(SummedArray& array) {
  const Provenance seen =
      array.follow(zero, [&](const Step& s) { return stores(s) && !s.in_shared && s.address == array.ticket(); });
  if (seen.steps().empty() || !seen.recording().is_complete || seen.steps().back().bits == 0) return {};
  const std::size_t last = seen.steps().size() - 1;
  return seen.blame(last, fmt::format("{} is {} after this, the last update of it, and not 0: the next launch goes on "
                                      "from there",
                                      seen.element(last), seen.steps().back().bits));
}

// Nothing where each element counts once.
Finding cause_of_wrong_sum(SummedArray& array) {
  const float of_zeros = array.sum_of(zero);
  if (std::bit_cast<std::uint32_t>(of_zeros) == poison_bits) return never_stored(array);
  if (of_zeros != 0) return from_nothing(array);
  if (array.count() == 0) return {};
  if (Finding odd = odd_load(array); odd.found()) return odd;
  const std::size_t element = wrong_element(array).value_or(0);
  for (const float value : {1.f, integer(element), 0.5f}) {
    if (Finding cause = cause_of_impulse(array, element, value); cause.found()) return cause;
  }
  return {};
}

}  // namespace

Finding cause_of_wrong_sum(Engine& engine, const Variant& variant, std::size_t count, std::size_t offset,
                           bool is_open) {
  if (engine.excerpts() == nullptr || !variant.longest_chain) return {};
  // Of more elements, of which a block takes several parts, at most so many are looked at.
  const std::size_t most = std::min(count, std::size_t{1'200'001});
  // The smallest in which there are several blocks of each variant, the last of which is not full; in which they make
  // several iterations; and what is wrong for a few elements only.
  try {
    SummedArray small(engine, variant, 1, offset);
    const std::size_t one_for_each_warp = variant.threads / memory_model::architecture.warp_lanes;
    const Finding own = not_shared(engine, small.run(), one_for_each_warp);
    if (own.found()) return own;
    // Elsewhere several blocks may store what they make of unwritten sums, by chance.
    SummedArray itself(engine, variant, most, offset);
    if (!is_open) return too_short(engine, itself.run());
    if (Finding none = never_stored(itself); none.found()) return none;
    for (const std::size_t other : {std::size_t{20'011}, std::size_t{600'001}, most}) {
      SummedArray probe(engine, variant, other, offset);
      if (other != count && !sums_wrongly(probe, 0, other)) continue;
      Finding cause = cause_of_wrong_sum(probe);
      if (cause.found() && other != count) cause.words = fmt::format("at {} elements: {}", other, cause.words);
      if (cause.found()) return cause;
    }
    if (count > most) {  // too large for that: of its first and its last element
      SummedArray probe(engine, variant, count, offset);
      for (const std::size_t end : {std::size_t{0}, count - 1}) {
        if (Finding cause = cause_of_impulse(probe, end, 1); cause.found()) return cause;
      }
    }
    return used_ticket(itself);
  } catch (const std::exception&) {
    return {};  // it fails in another way now, which explains nothing
  }
}

}  // namespace ladder::reduction
