#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <optional>
#include <vector>

#include "ladder/chapter/reduction/followed_element.hpp"
#include "ladder/model/architecture.hpp"

namespace ladder::reduction {
namespace {

using Number = Ways::Number;
using Doing = Step::Doing;

constexpr unsigned warp_size = memory_model::architecture.warp_lanes;

// What its block stores to global memory at first.
std::optional<Number> block_sum(const FollowedElement& e, Number last) {
  const Step& end = e.ways.steps()[last];
  for (Number i = 0; i < e.ways.steps().size(); ++i) {
    const Step& step = e.ways.steps()[i];
    const bool is_of_block = step.launch == end.launch && step.block == end.block;
    if (is_of_block && !step.in_shared && step.doing == Doing::store) return i;
  }
  return std::nullopt;
}

std::string does_not_reach(const FollowedElement& e, Number here, const Ways::Way& way, const std::string& end) {
  return e.at(here,
              fmt::format("{} does not reach the sum: {}{}", e.name(), e.ways.in_words(way, e.ways.line(here)), end));
}

std::string stays_in_memory(const FollowedElement& e, const Ways::Way& way) {
  const Number last = way.back();
  const Step& store = e.ways.steps()[last];
  if (const auto over = e.ways.overwritten_by(last)) {
    const bool is_read =
        std::any_of(e.ways.steps().begin() + static_cast<std::ptrdiff_t>(last) + 1,
                    e.ways.steps().begin() + static_cast<std::ptrdiff_t>(*over), [&](const Step& step) {
                      return step.doing == Doing::load && step.in_shared == store.in_shared &&
                             step.block == store.block && step.address == store.address;
                    });
    if (!is_read) {
      return does_not_reach(
          e, *over, way,
          fmt::format(", and {} overwrites it here, before any thread has loaded it", e.ways.thread(*over)));
    }
  }
  const auto is_later_load = [&](Number n) {
    const Step& step = e.ways.steps()[n];
    return n > last && step.doing == Doing::load && step.in_shared == store.in_shared &&
           (!step.in_shared || (step.block == store.block && step.launch == store.launch));
  };
  const std::string nobody = fmt::format("; no thread loads {} after that", e.ways.element(last));
  // Where others load it in the line of the store, they do what its thread has done.
  auto load =
      e.nearest(store.address, [&](Number n) { return is_later_load(n) && e.ways.line(n) != e.ways.line(last); });
  // Sums go down, to the first element: where nothing below it is loaded, it is there.
  const bool is_first = store.in_shared && !e.nearest(store.address, [&](Number n) {
    return is_later_load(n) && e.ways.steps()[n].address < store.address;
  });
  if (const auto sum = is_first ? block_sum(e, last) : std::nullopt) {
    return does_not_reach(e, *sum, way,
                          fmt::format("; {} stores {:.9g} to {} here", e.ways.thread(*sum),
                                      std::bit_cast<float>(e.ways.steps()[*sum].bits), e.ways.element(*sum)));
  }
  if (!load) load = e.nearest(store.address, is_later_load);
  if (!load) return does_not_reach(e, last, way, nobody);
  const std::string others =
      fmt::format("{}, but {} loads {} at {}", nobody, e.ways.thread(*load), e.ways.element(*load), e.ways.line(*load));
  // Where one alone is loaded, and others do reach it, it is the one where they all meet.
  const bool loads_others =
      e.nearest(store.address, [&](Number n) {
         return is_later_load(n) && e.ways.line(n) == e.ways.line(*load) && !e.ways.same_place(n, *load);
       }).has_value();
  const bool moved_before = way.size() > 2 && e.ways.steps()[way[way.size() - 2]].in_shared;
  if (!loads_others && moved_before) {
    return does_not_reach(e, way[way.size() - 2], way, others + ": does a loop end too soon, or is an index wrong?");
  }
  return does_not_reach(e, *load, way, others);
}

// The thread's next load of an element, in another line and before it does anything else, where that one counts.
std::optional<Number> replaced_by(const FollowedElement& e, Number load) {
  Number next = load + 1;
  while (next < e.ways.steps().size() && !e.ways.same_thread(next, load)) ++next;
  const bool is_there = next < e.ways.steps().size() && e.loads_an_element(load) && e.loads_an_element(next);
  if (!is_there || e.ways.line(next) == e.ways.line(load)) return std::nullopt;
  const std::size_t element = *e.probe.element_of(e.ways.steps()[next]);
  const bool counts = e.probe.sum_of([=](std::size_t i) { return i == element ? 1 : 0; }) == 1;
  return counts ? std::optional(next) : std::nullopt;
}

// Of an element that lies in shared memory at first: what the thread of the block's sum loads there in the line of
// the last step, if it never loads that.
std::string not_among(const FollowedElement& e, Number last, const Ways::Way& way) {
  const auto sum = block_sum(e, last);
  const auto stored = std::find_if(way.begin(), way.end(), [&](Number n) {
    return e.ways.steps()[n].in_shared && e.ways.steps()[n].doing == Doing::store;
  });
  if (!sum || stored == way.end()) return {};
  std::vector<std::string> loaded;
  for (Number i = 0; i < *sum; ++i) {
    const Step& step = e.ways.steps()[i];
    if (!step.in_shared || step.doing != Doing::load || !e.ways.same_thread(i, *sum)) continue;
    if (e.ways.same_place(i, *stored)) return {};
    if (e.ways.line(i) == e.ways.line(last)) loaded.push_back(e.ways.element(i));
  }
  constexpr std::size_t most = 10;
  if (loaded.empty() || loaded.size() > most) return {};
  return fmt::format(
      "{}, which stores the block's sum, loads {} here, and not {}: does the loop begin too late, or "
      "end too soon?",
      e.ways.thread(*sum), fmt::join(loaded, ", "), e.ways.element(*stored));
}

// In its registers. Where it is to be had by other lanes that is to blame; in lane 0, where a warp's sum is, what is
// stored then.
std::string stays_with_its_thread(const FollowedElement& e, const Ways::Way& way) {
  const Number last = way.back();
  const Step& holder = e.ways.steps()[last];
  if (const auto next = replaced_by(e, last)) {
    return e.at(last, fmt::format("{} does not reach the sum, and {}, which {} loads next, at {}, does: is what it has "
                                  "from here overwritten there (= for +=)?",
                                  e.name(), e.ways.element(*next), e.ways.thread(last), e.ways.line(*next)));
  }
  std::optional<Number> exchange, store;
  for (Number i = last + 1; i < e.ways.steps().size() && !store; ++i) {
    const Step& next = e.ways.steps()[i];
    if (e.ways.same_thread(i, last) && next.doing == Doing::exchange && !exchange) exchange = i;
    const bool is_near = exchange ? next.launch == holder.launch && next.block == holder.block &&
                                        next.thread / warp_size == holder.thread / warp_size
                                  : e.ways.same_thread(i, last);
    if (is_near && next.doing == Doing::store) store = i;
  }
  if (exchange && !store && holder.thread % warp_size == 0) store = block_sum(e, last);
  const std::string stored =
      store ? fmt::format("{} stores {:.9g} to {}", e.ways.thread(*store),
                          std::bit_cast<float>(e.ways.steps()[*store].bits), e.ways.element(*store))
            : "";
  if (exchange && (!store || holder.thread % warp_size != 0))
    return does_not_reach(e, *exchange, way, "; here no lane gets it");
  if (store && exchange && e.ways.same_thread(*store, last)) {
    return does_not_reach(e, *exchange, way,
                          fmt::format("; it gets those of other lanes here, and then {} at {}: are they added to "
                                      "its own?",
                                      stored, e.ways.line(*store)));
  }
  if (store) {
    return does_not_reach(e, *store, way,
                          (exchange ? fmt::format("; after {}, ", e.ways.line(*exchange)) : "; ") + stored + " here");
  }
  if (const std::string words = not_among(e, last, way); !words.empty())
    return e.at(last, fmt::format("{} does not reach the sum: {}; {}", e.name(), words,
                                  e.ways.in_words(way, e.ways.line(last))));
  return does_not_reach(e, last, way, "; then it does nothing with it");
}

}  // namespace

std::string lost(const FollowedElement& e) {
  Ways::Way way;
  for (const Number load : e.loads) {
    const Ways::Way of_load = e.ways.way_from(load);
    if (way.empty() || of_load.size() > way.size()) way = of_load;
  }
  const Number last = way.back();
  return e.ways.steps()[last].doing == Doing::store ? stays_in_memory(e, way) : stays_with_its_thread(e, way);
}

}  // namespace ladder::reduction
