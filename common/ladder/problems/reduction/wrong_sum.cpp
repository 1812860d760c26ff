#include "ladder/problems/reduction/wrong_sum.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <map>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "ladder/base/values.hpp"
#include "ladder/model/architecture.hpp"
#include "ladder/source/accesses.hpp"
#include "ladder/source/index_definitions.hpp"

namespace ladder::reduction {
namespace {

using Doing = Step::Doing;
using Path = Provenance::Path;

constexpr unsigned warp = memory_model::architecture.warp_lanes;

// All elements are 0 but this one.
ValueOf impulse(std::size_t element, float value) {
  return [=](std::size_t i) { return i == element ? value : 0; };
}

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

// One element that alone is not 0, followed through the sum.
class FollowedElement {
 public:
  FollowedElement(SummedArray& array, std::size_t element, float value)
      : array_(array),
        bits_(std::bit_cast<std::uint32_t>(value)),
        value_(value),
        name_(summed_element(element)),
        seen_(follow_impulse(array, element, value)) {
    for (std::size_t i = 0; i < seen_.steps().size(); ++i) {
      if (!stores(seen_.steps()[i]) && array.element_of(seen_.steps()[i]) == element) loads_.push_back(i);
    }
  }

  Finding cause(float sum) const {
    if (loads_.empty() || !seen_.recording().is_complete) return {};
    const bool is_lost = sum == 0 || std::bit_cast<std::uint32_t>(sum) == poison_bits;
    return is_lost ? lost() : counted(sum / value_);
  }

 private:
  const Step& step(std::size_t i) const { return seen_.steps()[i]; }
  bool has_it(const Step& s) const { return s.bits == bits_; }

  // It does not reach the sum: where its value is seen last.
  Finding lost() const {
    Path furthest;
    for (const std::size_t load : loads_) {
      Path path = seen_.path_from(load);
      if (path.size() > furthest.size()) furthest = std::move(path);
    }
    const auto over = seen_.overwritten_by(furthest.back());
    if (over && has_it(step(*over))) furthest = seen_.path_to(last_that_has_it());  // it is there after that, too
    return stores(step(furthest.back())) ? lost_in_memory(furthest) : lost_in_register(furthest);
  }

  std::size_t last_that_has_it() const {
    std::size_t last = seen_.steps().size() - 1;
    while (!has_it(step(last))) --last;
    return last;
  }

  Finding blame(std::size_t here, const Path& path, const std::string& end) const {
    return seen_.blame(here, fmt::format("{} does not reach the sum: {}{}", name_, seen_.in_words(path, here), end));
  }

  Finding lost_in_memory(const Path& path) const {
    const std::size_t end = path.back();
    const auto loads_here = [&](const Step& s) { return s.doing == Doing::load && same_place(s, step(end)); };
    const auto over = seen_.overwritten_by(end), load = seen_.next(end, loads_here);
    if (over && (!load || *load > *over)) {
      return blame(*over, path,
                   fmt::format(", and {} overwrites it there before any thread has loaded it", seen_.thread(*over)));
    }
    const std::string nobody = fmt::format("; no thread loads {} {}", seen_.element(end), seen_.after(path));
    if (const auto early = loaded_before(end))
      return blame(*early, path, fmt::format("{}; {} loads it here, before that", nobody, seen_.thread(*early)));
    const auto is_behind = [&](std::size_t i) { return i > end && !seen_.same_line(i, end); };
    auto others = nearest_load(end);
    if (!others || !is_handed_over(*others, end)) {
      const auto next = handed_over(end, is_behind), last = handed_over(end, std::not_fn(is_behind));
      if (next) others = next;
      if (!next && last) {
        return blame(*last, path,
                     fmt::format("{}; the last word that a thread takes from another one is {}, here: is a test too "
                                 "strict, or does the loop end too early{}?",
                                 nobody, seen_.element(*last), loops_of(seen_.access(*last))));
      }
    }
    if (!others) return blame(end, path, nobody);
    return blame(*others, path,
                 fmt::format("{}, but {} loads {}", nobody, seen_.thread(*others), seen_.element(*others)));
  }

  // Where another thread loads what was at the place of a store before it, if none loads that store's value.
  std::optional<std::size_t> loaded_before(std::size_t store) const {
    const auto is_load_by_other = [&](const Step& s) { return s.doing == Doing::load && !same_thread(s, step(store)); };
    const auto is_there = [&](const Step& s) { return same_place(s, step(store)); };
    if (!step(store).in_shared || seen_.next(store, [&](auto& s) { return is_there(s) && is_load_by_other(s); }))
      return {};
    std::size_t i = store;
    do {
      if (i-- == 0) return {};
    } while (!is_there(step(i)) || (step(i).doing == Doing::load && !is_load_by_other(step(i))));
    return is_load_by_other(step(i)) ? std::optional(i) : std::nullopt;
  }

  // Whether a thread loads there, of the memory that this store is to, what another one has stored.
  bool is_handed_over(std::size_t load, std::size_t store) const {
    const auto from = seen_.origin(load);
    return step(load).doing == Doing::load && is_in_memory_of(load, store) && from &&
           !same_thread(step(*from), step(load));
  }
  // The one nearest in time, on one side of the store.
  std::optional<std::size_t> handed_over(std::size_t store, const std::function<bool(std::size_t)>& is_on_side) const {
    std::optional<std::size_t> nearest;
    for (std::size_t i = 0; i < seen_.steps().size(); ++i) {
      if (is_on_side(i) && is_handed_over(i, store) && (!nearest || *nearest < store)) nearest = i;
    }
    return nearest;
  }
  bool is_in_memory_of(std::size_t i, std::size_t store) const {
    return step(i).in_shared == step(store).in_shared &&
           (!step(i).in_shared || (step(i).block == step(store).block && step(i).launch == step(store).launch));
  }

  // Of what lies in the same memory, after that step; in another line where there is one.
  std::optional<std::size_t> nearest_load(std::size_t store) const {
    std::optional<std::size_t> best;
    const auto rank = [&](std::size_t i) {
      const std::uintptr_t a = step(i).address, b = step(store).address;
      return std::pair(seen_.same_line(i, store), std::max(a, b) - std::min(a, b));
    };
    for (std::size_t i = store + 1; i < seen_.steps().size(); ++i) {
      const bool is_near = step(i).doing == Doing::load && is_in_memory_of(i, store);
      if (is_near && (!best || rank(i) < rank(*best))) best = i;
    }
    return best;
  }

  // A thread has it, and hands it on to nobody.
  Finding lost_in_register(const Path& path) const {
    const std::size_t end = path.back();
    const auto by_it = [&](const Step& s) { return same_thread(s, step(end)); };
    const auto next = seen_.next(end, by_it);
    if (next && is_counted_load(*next)) {
      return blame(end, path,
                   fmt::format("; then it loads {} at {}, which does: is the first one overwritten there?",
                               seen_.element(*next), seen_.line_in_words(*next)));
    }
    const auto other = seen_.next(end, [&](const Step& s) { return by_it(s) && !has_it(s) && s.doing != Doing::load; });
    const auto sum = std::ranges::find_if(seen_.steps(), [&](const Step& s) {
      return stores(s) && !s.in_shared && same_warp(s, step(end)) && !by_it(s);
    });
    if (!other && sum != seen_.steps().end())
      return blame(end, path,
                   fmt::format("; {}, which stores the sum, does not get it: is one of the tree's distances left out?",
                               seen_.thread(static_cast<std::size_t>(sum - seen_.steps().begin()))));
    if (!other) {
      const UsesOfLoaded uses = uses_of_what_is_loaded(seen_.line(end), seen_.recording().callers(step(end)));
      Finding found = blame(end, path, "; it stores it nowhere");
      if (uses.odd && uses.odd->line == found.at.line) found.words = uses.odd->words + "; " + found.words;
      return found;
    }
    if (stores(step(*other))) {
      const std::uint32_t stored = step(*other).bits;
      return blame(*other, path,
                   fmt::format("; it stores {:.9g} to {}{}", std::bit_cast<float>(stored), seen_.element(*other),
                               conversion_in_words(bits_, stored)));
    }
    // In the first lane, to which values go down, it is where it should be.
    const bool is_first_lane = step(end).thread % warp == 0;
    const auto store = seen_.next(*other, [&](const Step& s) { return stores(s) && same_warp(s, step(end)); });
    if (is_first_lane && store && !by_it(step(*store)))
      return blame(*store, path,
                   fmt::format("; {} stores to {}, and does not have it", seen_.thread(*store), seen_.element(*store)));
    // Where its warp stores nothing, and the first lane of another one does.
    const auto of_another = seen_.next(loads_.front(), [&](const Step& s) {
      return stores(s) && s.in_shared && s.block == step(end).block && s.thread % warp == 0 && !same_warp(s, step(end));
    });
    if (is_first_lane && !store && of_another) {
      Finding found = blame(*of_another, path,
                            fmt::format("; it stores it nowhere, and {} stores what it has to {}",
                                        seen_.thread(*of_another), seen_.element(*of_another)));
      found.explains_others = true;
      return found;
    }
    return blame(*other, path, "; no lane of the sum gets it from there: is one of the tree's distances left out?");
  }

  // Of another element, in another line, which counts once.
  bool is_counted_load(std::size_t i) const {
    const auto element = array_.element_of(step(i));
    const bool is_load = element && step(i).doing == Doing::load && !seen_.same_line(i, loads_.front());
    return is_load && array_.sum_of(impulse(*element, value_)) == value_;
  }

  // It reaches the sum, but not once.
  Finding counted(float times) const {
    const std::string as = fmt::format("{} counts {:.9g} times", name_, times);
    if (const auto again = got_twice()) return twice_from_lanes(*again, as);
    if (loads_.size() > 1 && times == static_cast<float>(loads_.size())) return loaded_again(as);
    constexpr float most = 1024;
    for (std::size_t i = loads_.front(); i < seen_.steps().size(); ++i) {
      const float share = std::bit_cast<float>(step(i).bits) / value_;
      if (has_it(step(i)) || step(i).doing == Doing::atomic || !(share >= 1 / most && share <= most)) continue;
      const std::string does = stores(step(i)) ? "stores" : "has";
      const Path path = last_path_before(i);
      const std::size_t here = where_it_comes_back(path, i).value_or(i);
      return seen_.blame(
          here, fmt::format("{}: {}, and {} {} {:.9g}{}{}", as, seen_.in_words(path, here), seen_.thread(i), does,
                            share * value_, stores(step(i)) ? " to " + seen_.element(i) : "",
                            seen_.same_line(here, i) ? "" : " at " + seen_.line_in_words(i)));
    }
    return {};
  }

  // On the way to the step, where its thread gets what it had: from itself, or what it stored to global memory itself
  // and then another one loaded.
  std::optional<std::size_t> where_it_comes_back(const Path& path, std::size_t i) const {
    const auto itself = std::find_if(path.begin(), path.end(), [&](std::size_t n) {
      return step(n).doing == Doing::exchange && step(n).address == step(n).thread && same_thread(step(n), step(i));
    });
    if (itself != path.end()) return *itself;
    for (std::size_t n = 0; n + 1 < path.size(); ++n) {
      const Step &store = step(path[n]), &load = step(path[n + 1]);
      if (stores(store) && !store.in_shared && same_thread(store, step(i)) && store.launch == load.launch)
        return path[n + 1];
    }
    return std::nullopt;
  }

  // As often as it counts. What goes on too far stands behind what it runs into.
  Finding loaded_again(const std::string& as) const {
    std::size_t first = loads_.front(), again = loads_[1];
    if (seen_.line(first).line > seen_.line(again).line) std::swap(first, again);
    return seen_.blame(again, fmt::format("{}: {} loads it{}, and {} here, too{}", as, seen_.thread(first),
                                          seen_.same_line(first, again) ? "" : " at " + seen_.line_in_words(first),
                                          seen_.thread(again), loops_of(seen_.access(again))));
  }

  // Two exchanges that give it to one thread.
  std::optional<std::pair<std::size_t, std::size_t>> got_twice() const {
    std::map<std::tuple<std::uint32_t, std::uint64_t, std::uint32_t>, std::size_t> have;
    for (std::size_t i = 0; i < seen_.steps().size(); ++i) {
      if (step(i).doing != Doing::exchange || !has_it(step(i))) continue;
      const auto [first, is_new] = have.insert({{step(i).launch, step(i).block, step(i).thread}, i});
      if (!is_new) return std::pair(first->second, i);
    }
    return std::nullopt;
  }

  // Where both come by one line, another call of its function, if there is one, is to blame.
  Finding twice_from_lanes(const std::pair<std::size_t, std::size_t>& exchanges, const std::string& as) const {
    const auto [first, again] = exchanges;
    Finding found = seen_.blame(again, fmt::format("{}: {} gets it twice from other lanes", as, seen_.thread(again)));
    const Callers &before = seen_.recording().callers(step(first)), &now = found.callers;
    const auto [other, own] = std::mismatch(before.begin(), before.end(), now.begin(), now.end(),
                                            [](const CodePlace& a, const CodePlace& b) { return a.line == b.line; });
    if (!seen_.same_line(first, again) || other == before.end() || own == now.end()) return found;
    found.words = fmt::format("{}; it has got it by the call at {}:{}, and gets it by this one, too", found.words,
                              other->file, other->line);
    found.at = *own;
    found.callers.erase(found.callers.begin(), found.callers.begin() + (own - now.begin()) + 1);
    return found;
  }

  Path last_path_before(std::size_t i) const {
    for (std::size_t before = i; before-- > 0;) {
      if (has_it(step(before)) && same_thread(step(before), step(i))) return seen_.path_to(before);
    }
    return {loads_.front()};
  }

  SummedArray& array_;
  std::uint32_t bits_;
  float value_;
  std::string name_;
  Provenance seen_;
  std::vector<std::size_t> loads_;  // of the element
};

}  // namespace

Finding cause_of_impulse(SummedArray& array, std::size_t element, float value) {
  const float sum = array.sum_of(impulse(element, value));
  return sum == value ? Finding{} : FollowedElement(array, element, value).cause(sum);
}

}  // namespace ladder::reduction
