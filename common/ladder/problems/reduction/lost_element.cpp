#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <utility>

#include "ladder/base/values.hpp"
#include "ladder/model/architecture.hpp"
#include "ladder/problems/reduction/followed_element.hpp"
#include "ladder/source/accesses.hpp"
#include "ladder/source/index_definitions.hpp"

namespace ladder::reduction {
namespace {

using Doing = Step::Doing;
using Path = Provenance::Path;

constexpr unsigned warp = memory_model::architecture.warp_lanes;

class LostElement {
 public:
  explicit LostElement(const FollowedElement& element) : of_(element) {}

  // It does not reach the sum: where its value is seen last.
  Finding cause() const {
    Path furthest;
    for (const std::size_t load : of_.loads) {
      Path path = seen_.path_from(load);
      if (path.size() > furthest.size()) furthest = std::move(path);
    }
    const auto over = seen_.overwritten_by(furthest.back());
    if (over && of_.has_it(of_.step(*over)))
      furthest = seen_.path_to(last_that_has_it());  // it is there after that, too
    return stores(of_.step(furthest.back())) ? lost_in_memory(furthest) : lost_in_register(furthest);
  }

 private:
  std::size_t last_that_has_it() const {
    std::size_t last = seen_.steps().size() - 1;
    while (!of_.has_it(of_.step(last))) --last;
    return last;
  }

  Finding blame(std::size_t here, const Path& path, const std::string& end) const {
    return seen_.blame(here, fmt::format("{} does not reach the sum: {}{}", of_.name, seen_.in_words(path, here), end));
  }

  Finding lost_in_memory(const Path& path) const {
    const std::size_t end = path.back();
    const auto loads_here = [&](const Step& s) { return s.doing == Doing::load && same_place(s, of_.step(end)); };
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
    const auto is_load_by_other = [&](const Step& s) {
      return s.doing == Doing::load && !same_thread(s, of_.step(store));
    };
    const auto is_there = [&](const Step& s) { return same_place(s, of_.step(store)); };
    if (!of_.step(store).in_shared || seen_.next(store, [&](auto& s) { return is_there(s) && is_load_by_other(s); }))
      return {};
    std::size_t i = store;
    do {
      if (i-- == 0) return {};
    } while (!is_there(of_.step(i)) || (of_.step(i).doing == Doing::load && !is_load_by_other(of_.step(i))));
    return is_load_by_other(of_.step(i)) ? std::optional(i) : std::nullopt;
  }

  // Whether a thread loads there, of the memory that this store is to, what another one has stored.
  bool is_handed_over(std::size_t load, std::size_t store) const {
    const auto from = seen_.origin(load);
    return of_.step(load).doing == Doing::load && is_in_memory_of(load, store) && from &&
           !same_thread(of_.step(*from), of_.step(load));
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
    return of_.step(i).in_shared == of_.step(store).in_shared &&
           (!of_.step(i).in_shared ||
            (of_.step(i).block == of_.step(store).block && of_.step(i).launch == of_.step(store).launch));
  }

  // Of what lies in the same memory, after that step; in another line where there is one.
  std::optional<std::size_t> nearest_load(std::size_t store) const {
    std::optional<std::size_t> best;
    const auto rank = [&](std::size_t i) {
      const std::uintptr_t a = of_.step(i).address, b = of_.step(store).address;
      return std::pair(seen_.same_line(i, store), std::max(a, b) - std::min(a, b));
    };
    for (std::size_t i = store + 1; i < seen_.steps().size(); ++i) {
      const bool is_near = of_.step(i).doing == Doing::load && is_in_memory_of(i, store);
      if (is_near && (!best || rank(i) < rank(*best))) best = i;
    }
    return best;
  }

  // A thread has it, and hands it on to nobody.
  Finding lost_in_register(const Path& path) const {
    const std::size_t end = path.back();
    const auto by_it = [&](const Step& s) { return same_thread(s, of_.step(end)); };
    const auto next = seen_.next(end, by_it);
    if (next && is_counted_load(*next)) {
      return blame(end, path,
                   fmt::format("; then it loads {} at {}, which does: is the first one overwritten there?",
                               seen_.element(*next), seen_.line_in_words(*next)));
    }
    const auto other =
        seen_.next(end, [&](const Step& s) { return by_it(s) && !of_.has_it(s) && s.doing != Doing::load; });
    const auto sum = std::ranges::find_if(seen_.steps(), [&](const Step& s) {
      return stores(s) && !s.in_shared && same_warp(s, of_.step(end)) && !by_it(s);
    });
    if (!other && sum != seen_.steps().end())
      return blame(end, path,
                   fmt::format("; {}, which stores the sum, does not get it: is one of the tree's distances left out?",
                               seen_.thread(static_cast<std::size_t>(sum - seen_.steps().begin()))));
    if (!other) {
      const UsesOfLoaded uses = uses_of_what_is_loaded(seen_.line(end), seen_.recording().callers(of_.step(end)));
      Finding found = blame(end, path, "; it stores it nowhere");
      if (uses.odd && uses.odd->line == found.at.line) found.words = uses.odd->words + "; " + found.words;
      return found;
    }
    if (stores(of_.step(*other))) {
      const std::uint32_t stored = of_.step(*other).bits;
      return blame(*other, path,
                   fmt::format("; it stores {:.9g} to {}{}", std::bit_cast<float>(stored), seen_.element(*other),
                               conversion_in_words(of_.bits, stored)));
    }
    // In the first lane, to which values go down, it is where it should be.
    const bool is_first_lane = of_.step(end).thread % warp == 0;
    const auto store = seen_.next(*other, [&](const Step& s) { return stores(s) && same_warp(s, of_.step(end)); });
    if (is_first_lane && store && !by_it(of_.step(*store)))
      return blame(*store, path,
                   fmt::format("; {} stores to {}, and does not have it", seen_.thread(*store), seen_.element(*store)));
    // Where its warp stores nothing, and the first lane of another one does.
    const auto of_another = seen_.next(of_.loads.front(), [&](const Step& s) {
      return stores(s) && s.in_shared && s.block == of_.step(end).block && s.thread % warp == 0 &&
             !same_warp(s, of_.step(end));
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
    const auto element = of_.array.element_of(of_.step(i));
    const bool is_load = element && of_.step(i).doing == Doing::load && !seen_.same_line(i, of_.loads.front());
    return is_load && of_.array.sum_of(impulse(*element, of_.value)) == of_.value;
  }

  const FollowedElement& of_;
  const Provenance& seen_ = of_.seen;
};

}  // namespace

Finding cause_of_lost(const FollowedElement& element) { return LostElement(element).cause(); }

}  // namespace ladder::reduction
