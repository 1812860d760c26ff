#include "ladder/chapter/reduction/one_element.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <optional>
#include <set>
#include <tuple>
#include <vector>

#include "ladder/chapter/reduction/reference.hpp"

namespace ladder::reduction {
namespace {

using Number = Ways::Number;
using Doing = Step::Doing;

constexpr unsigned warp_size = 32;  // threads

std::uint32_t bits_of(float value) { return std::bit_cast<std::uint32_t>(value); }

// What is said of one element that alone is not 0.
class Finding {
 public:
  Finding(Probe& probe, std::size_t element, float value)
      : probe_(probe),
        element_(element),
        value_(value),
        ways_(probe.follow([=](std::size_t i) { return i == element ? value : 0; }, element)) {
    for (Number i = 0; i < ways_.steps().size(); ++i) {
      if (loads_an_element(i) && probe.element_of(ways_.steps()[i]) == element) loads_.push_back(i);
    }
  }

  // sum: what comes out.
  std::string in_words(float sum) const {
    if (loads_.empty()) return never_loaded();
    if (sum == 0 || never_written(sum)) return lost();
    return counted_wrong(sum);
  }

 private:
  std::string name() const {
    return probe_.name_of(element_) + (value_ == 1 ? "" : fmt::format(", which is {},", value_));
  }
  std::string at(Number step, const std::string& words) const {
    return ways_.line(step) + ": " + words + ways_.caller(step);
  }

  // Of the steps for which is_one holds: the one at the address nearest to that of `step`.
  template <typename Condition>
  std::optional<Number> nearest(std::uintptr_t address, const Condition& is_one) const {
    std::optional<Number> found;
    const auto distance = [&](Number n) {
      const std::uintptr_t other = ways_.steps()[n].address;
      return std::max(other, address) - std::min(other, address);
    };
    for (Number i = 0; i < ways_.steps().size(); ++i) {
      if (is_one(i) && (!found || distance(i) < distance(*found))) found = i;
    }
    return found;
  }

  bool loads_an_element(Number n) const {
    return ways_.steps()[n].doing == Doing::load && probe_.element_of(ways_.steps()[n]);
  }

  std::string never_loaded() const {
    const auto nearest = this->nearest(probe_.address_of(element_), [&](Number n) { return loads_an_element(n); });
    if (!nearest) return {};
    const std::vector<unsigned>& loads = probe_.loads();
    const auto never = std::count(loads.begin(), loads.end(), 0u);
    return at(*nearest, fmt::format("no thread loads {}: {} loads {} here; of {} elements, {} {} never loaded", name(),
                                    ways_.thread(*nearest), ways_.element(*nearest), probe_.count(), never,
                                    never == 1 ? "is" : "are"));
  }

  // What its block stores to global memory at first.
  std::optional<Number> block_sum(Number last) const {
    const Step& end = ways_.steps()[last];
    for (Number i = 0; i < ways_.steps().size(); ++i) {
      const Step& step = ways_.steps()[i];
      const bool is_of_block = step.launch == end.launch && step.block == end.block;
      if (is_of_block && !step.in_shared && step.doing == Doing::store) return i;
    }
    return std::nullopt;
  }

  std::string lost() const {
    Ways::Way way;
    for (const Number load : loads_) {
      const Ways::Way of_load = ways_.way_from(load);
      if (way.empty() || of_load.size() > way.size()) way = of_load;
    }
    const Number last = way.back();
    return ways_.steps()[last].doing == Doing::store ? stays_in_memory(way) : stays_with_its_thread(way);
  }

  std::string does_not_reach(Number here, const Ways::Way& way, const std::string& end) const {
    return at(here, fmt::format("{} does not reach the sum: {}{}", name(), ways_.in_words(way, ways_.line(here)), end));
  }

  std::string stays_in_memory(const Ways::Way& way) const {
    const Number last = way.back();
    const Step& store = ways_.steps()[last];
    if (const auto over = ways_.overwritten_by(last)) {
      const bool is_read =
          std::any_of(ways_.steps().begin() + static_cast<std::ptrdiff_t>(last) + 1,
                      ways_.steps().begin() + static_cast<std::ptrdiff_t>(*over), [&](const Step& step) {
                        return step.doing == Doing::load && step.in_shared == store.in_shared &&
                               step.block == store.block && step.address == store.address;
                      });
      if (!is_read) {
        return does_not_reach(
            *over, way,
            fmt::format(", and {} overwrites it here, before any thread has loaded it", ways_.thread(*over)));
      }
    }
    const auto is_later_load = [&](Number n) {
      const Step& step = ways_.steps()[n];
      return n > last && step.doing == Doing::load && step.in_shared == store.in_shared &&
             (!step.in_shared || (step.block == store.block && step.launch == store.launch));
    };
    const std::string nobody = fmt::format("; no thread loads {} after that", ways_.element(last));
    // Where others load it in the line of the store, they do what its thread has done.
    auto load = nearest(store.address, [&](Number n) { return is_later_load(n) && ways_.line(n) != ways_.line(last); });
    // Sums go down, to the first element: where nothing below it is loaded, it is there.
    const bool is_first = store.in_shared && !nearest(store.address, [&](Number n) {
                            return is_later_load(n) && ways_.steps()[n].address < store.address;
                          });
    if (const auto sum = is_first ? block_sum(last) : std::nullopt) {
      return does_not_reach(*sum, way,
                            fmt::format("; {} stores {:.9g} to {} here", ways_.thread(*sum),
                                        std::bit_cast<float>(ways_.steps()[*sum].bits), ways_.element(*sum)));
    }
    if (!load) load = nearest(store.address, is_later_load);
    if (!load) return does_not_reach(last, way, nobody);
    const std::string others =
        fmt::format("{}, but {} loads {} at {}", nobody, ways_.thread(*load), ways_.element(*load), ways_.line(*load));
    // Where one alone is loaded, and others do reach it, it is the one where they all meet.
    const bool loads_others =
        nearest(store.address, [&](Number n) {
          return is_later_load(n) && ways_.line(n) == ways_.line(*load) && !ways_.same_place(n, *load);
        }).has_value();
    const bool moved_before = way.size() > 2 && ways_.steps()[way[way.size() - 2]].in_shared;
    if (!loads_others && moved_before) {
      return does_not_reach(way[way.size() - 2], way, others + ": does a loop end too soon, or is an index wrong?");
    }
    return does_not_reach(*load, way, others);
  }

  // The thread's next load of an element, in another line and before it does anything else, where that one counts.
  std::optional<Number> replaced_by(Number load) const {
    Number next = load + 1;
    while (next < ways_.steps().size() && !ways_.same_thread(next, load)) ++next;
    const bool is_there = next < ways_.steps().size() && loads_an_element(load) && loads_an_element(next);
    if (!is_there || ways_.line(next) == ways_.line(load)) return std::nullopt;
    const std::size_t element = *probe_.element_of(ways_.steps()[next]);
    const bool counts = probe_.sum_of([=](std::size_t i) { return i == element ? 1 : 0; }) == 1;
    return counts ? std::optional(next) : std::nullopt;
  }

  // In its registers. Where it is to be had by other lanes that is to blame; in lane 0, where a warp's sum is, what is
  // stored then.
  std::string stays_with_its_thread(const Ways::Way& way) const {
    const Number last = way.back();
    const Step& holder = ways_.steps()[last];
    if (const auto next = replaced_by(last)) {
      return at(last, fmt::format("{} does not reach the sum, and {}, which {} loads next, at {}, does: is what it has "
                                  "from here overwritten there (= for +=)?",
                                  name(), ways_.element(*next), ways_.thread(last), ways_.line(*next)));
    }
    std::optional<Number> exchange, store;
    for (Number i = last + 1; i < ways_.steps().size() && !store; ++i) {
      const Step& next = ways_.steps()[i];
      if (ways_.same_thread(i, last) && next.doing == Doing::exchange && !exchange) exchange = i;
      const bool is_near = exchange ? next.launch == holder.launch && next.block == holder.block &&
                                          next.thread / warp_size == holder.thread / warp_size
                                    : ways_.same_thread(i, last);
      if (is_near && next.doing == Doing::store) store = i;
    }
    if (exchange && !store && holder.thread % warp_size == 0) store = block_sum(last);
    const std::string stored =
        store ? fmt::format("{} stores {:.9g} to {}", ways_.thread(*store),
                            std::bit_cast<float>(ways_.steps()[*store].bits), ways_.element(*store))
              : "";
    if (exchange && (!store || holder.thread % warp_size != 0))
      return does_not_reach(*exchange, way, "; here no lane gets it");
    if (store && exchange && ways_.same_thread(*store, last)) {
      return does_not_reach(*exchange, way,
                            fmt::format("; it gets those of other lanes here, and then {} at {}: are they added to "
                                        "its own?",
                                        stored, ways_.line(*store)));
    }
    if (store) {
      return does_not_reach(*store, way,
                            (exchange ? fmt::format("; after {}, ", ways_.line(*exchange)) : "; ") + stored + " here");
    }
    if (const std::string words = not_among(last, way); !words.empty())
      return at(last,
                fmt::format("{} does not reach the sum: {}; {}", name(), words, ways_.in_words(way, ways_.line(last))));
    return does_not_reach(last, way, "; then it does nothing with it");
  }

  // Of an element that lies in shared memory at first: what the thread of the block's sum loads there in the line of
  // the last step, if it never loads that.
  std::string not_among(Number last, const Ways::Way& way) const {
    const auto sum = block_sum(last);
    const auto stored = std::find_if(way.begin(), way.end(), [&](Number n) {
      return ways_.steps()[n].in_shared && ways_.steps()[n].doing == Doing::store;
    });
    if (!sum || stored == way.end()) return {};
    std::vector<std::string> loaded;
    for (Number i = 0; i < *sum; ++i) {
      const Step& step = ways_.steps()[i];
      if (!step.in_shared || step.doing != Doing::load || !ways_.same_thread(i, *sum)) continue;
      if (ways_.same_place(i, *stored)) return {};
      if (ways_.line(i) == ways_.line(last)) loaded.push_back(ways_.element(i));
    }
    constexpr std::size_t most = 10;
    if (loaded.empty() || loaded.size() > most) return {};
    return fmt::format(
        "{}, which stores the block's sum, loads {} here, and not {}: does the loop begin too late, or "
        "end too soon?",
        ways_.thread(*sum), fmt::join(loaded, ", "), ways_.element(*stored));
  }

  std::string counted_wrong(float sum) const {
    const std::string as = fmt::format("{} counts {:.9g} times", name(), sum / value_);
    if (loads_.size() > 1) {
      const bool by_one = ways_.same_thread(loads_[0], loads_[1]) && ways_.line(loads_[0]) == ways_.line(loads_[1]);
      const std::string loads = by_one ? fmt::format("{} loads it twice here", ways_.thread(loads_[0]))
                                       : fmt::format("{} loads it at {}, and {} loads it here", ways_.thread(loads_[0]),
                                                     ways_.line(loads_[0]), ways_.thread(loads_[1]));
      return at(loads_[1], as + ": " + loads);
    }
    if (const auto again = loaded_by_two()) {
      return at(*again, fmt::format("{}: {} is loaded by two threads here, the second is {}", as, ways_.element(*again),
                                    ways_.thread(*again)));
    }
    if (const auto again = got_twice()) {
      return at(*again, fmt::format("{}: {} gets it twice from other lanes here", as, ways_.thread(*again)));
    }
    for (Number i = loads_.front(); i < ways_.steps().size(); ++i) {
      const Step& step = ways_.steps()[i];
      if (step.bits == 0 || step.bits == bits_of(value_) || step.doing == Doing::atomic) continue;
      const float found = std::bit_cast<float>(step.bits);
      if (!(found / value_ >= 1 / 1024. && found / value_ <= 1024)) continue;
      const Ways::Way before = last_way_before(i);
      return at(i, fmt::format("{}: {}, and {} {} {:.9g} here{}", as, ways_.in_words(before, ways_.line(i)),
                               ways_.thread(i), step.doing == Doing::store ? "stores" : "has", found,
                               step.doing == Doing::store ? " to " + ways_.element(i) : ""));
    }
    return {};
  }

  // The load in which a second thread takes it from the same place, in the same line, as it was stored.
  std::optional<Number> loaded_by_two() const {
    for (Number i = 0; i < ways_.steps().size(); ++i) {
      if (ways_.steps()[i].doing != Doing::load || ways_.steps()[i].bits != bits_of(value_)) continue;
      for (Number before = ways_.origin(i).value_or(i); before < i; ++before) {
        const bool is_alike = ways_.steps()[before].doing == Doing::load && ways_.origin(before) == ways_.origin(i) &&
                              ways_.same_place(before, i) && ways_.line(before) == ways_.line(i);
        if (is_alike && !ways_.same_thread(before, i)) return i;
      }
    }
    return std::nullopt;
  }

  // The second exchange that gives it to a thread.
  std::optional<Number> got_twice() const {
    std::set<std::tuple<std::uint64_t, std::uint64_t, std::uint64_t>> have;
    for (Number i = 0; i < ways_.steps().size(); ++i) {
      const Step& step = ways_.steps()[i];
      if (step.doing != Doing::exchange || step.bits != bits_of(value_)) continue;
      if (!have.insert({step.launch, step.block, step.thread}).second) return i;
    }
    return std::nullopt;
  }

  // Of the element to the last step at which it was what it is, before this one.
  Ways::Way last_way_before(Number step) const {
    for (Number i = step; i-- > 0;) {
      if (ways_.steps()[i].bits == bits_of(value_) && ways_.same_thread(i, step)) return ways_.way_to(i);
    }
    return {loads_.front()};
  }

  Probe& probe_;
  std::size_t element_;
  float value_;
  Ways ways_;
  std::vector<Number> loads_;
};

}  // namespace

std::string way_of_element(Probe& probe, std::size_t element, float value, float sum) {
  return Finding(probe, element, value).in_words(sum);
}

}  // namespace ladder::reduction
