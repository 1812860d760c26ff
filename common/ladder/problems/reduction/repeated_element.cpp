#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <map>
#include <tuple>
#include <utility>

#include "ladder/problems/reduction/followed_element.hpp"
#include "ladder/source/index_definitions.hpp"

namespace ladder::reduction {
namespace {

using Doing = Step::Doing;
using Path = Provenance::Path;

class RepeatedElement {
 public:
  explicit RepeatedElement(const FollowedElement& element) : of_(element) {}

  // It reaches the sum, but not once.
  Finding cause(float times) const {
    const std::string as = fmt::format("{} counts {:.9g} times", of_.name, times);
    if (const auto again = got_twice()) return twice_from_lanes(*again, as);
    if (of_.loads.size() > 1 && times == static_cast<float>(of_.loads.size()))
      return loaded_again(of_.loads[0], of_.loads[1], as);
    if (const auto both = taken_twice()) return loaded_again(both->first, both->second, as);
    constexpr float most = 1024;
    for (std::size_t i = of_.loads.front(); i < seen_.steps().size(); ++i) {
      const float share = std::bit_cast<float>(of_.step(i).bits) / of_.value;
      if (of_.has_it(of_.step(i)) || of_.step(i).doing == Doing::atomic || !(share >= 1 / most && share <= most))
        continue;
      const std::string does = stores(of_.step(i)) ? "stores" : "has";
      const Path path = last_path_before(i);
      const auto back = where_it_comes_back(path, i);
      const std::size_t here = back.value_or(i);
      const auto store = back && of_.step(*back).doing == Doing::load ? seen_.origin(*back) : std::nullopt;
      return seen_.blame(here, fmt::format("{}{}: {}, and {} {} {:.9g}{}{}", as,
                                           store ? ": it is added here to what the thread that stored it at " +
                                                       seen_.line_in_words(*store) + " still has"
                                                 : "",
                                           seen_.in_words(path, here), seen_.thread(i), does, share * of_.value,
                                           stores(of_.step(i)) ? " to " + seen_.element(i) : "",
                                           seen_.same_line(here, i) ? "" : " at " + seen_.line_in_words(i)));
    }
    return {};
  }

 private:
  // On the way to the step, where its thread gets what it had: from itself, or what it stored to global memory itself
  // and then another one loaded.
  std::optional<std::size_t> where_it_comes_back(const Path& path, std::size_t i) const {
    const auto itself = std::find_if(path.begin(), path.end(), [&](std::size_t n) {
      return of_.step(n).doing == Doing::exchange && of_.step(n).address == of_.step(n).thread &&
             same_thread(of_.step(n), of_.step(i));
    });
    if (itself != path.end()) return *itself;
    for (std::size_t n = 0; n + 1 < path.size(); ++n) {
      const Step &store = of_.step(path[n]), &load = of_.step(path[n + 1]);
      if (stores(store) && !store.in_shared && same_thread(store, of_.step(i)) && store.launch == load.launch)
        return path[n + 1];
    }
    return std::nullopt;
  }

  // As often as it counts. What goes on too far stands behind what it runs into.
  Finding loaded_again(std::size_t first, std::size_t again, const std::string& as) const {
    if (seen_.line(first).line > seen_.line(again).line) std::swap(first, again);
    return seen_.blame(again, fmt::format("{}: {} loads it{}{}, and {} here, too{}", as, seen_.thread(first),
                                          of_.step(first).in_shared ? " from " + seen_.element(first) : "",
                                          seen_.same_line(first, again) ? "" : " at " + seen_.line_in_words(first),
                                          seen_.thread(again), loops_of(seen_.access(again))));
  }

  // A thread that takes it by two lines from one place of shared memory, to which it does not store in between.
  std::optional<std::pair<std::size_t, std::size_t>> taken_twice() const {
    for (std::size_t again = of_.loads.front(); again < seen_.steps().size(); ++again) {
      if (!of_.step(again).in_shared || of_.step(again).doing != Doing::load || !of_.has_it(of_.step(again))) continue;
      for (std::size_t first = again; first-- > of_.loads.front() && !is_store_to_place_of(first, again);)
        if (of_.step(first).doing == Doing::load && same_place(of_.step(first), of_.step(again)) &&
            same_thread(of_.step(first), of_.step(again)) && !seen_.same_line(first, again))
          return std::pair(first, again);
    }
    return std::nullopt;
  }
  bool is_store_to_place_of(std::size_t i, std::size_t load) const {
    return stores(of_.step(i)) && same_place(of_.step(i), of_.step(load));
  }

  // Two exchanges that give it to one thread.
  std::optional<std::pair<std::size_t, std::size_t>> got_twice() const {
    std::map<std::tuple<std::uint32_t, std::uint64_t, std::uint32_t>, std::size_t> have;
    for (std::size_t i = 0; i < seen_.steps().size(); ++i) {
      if (of_.step(i).doing != Doing::exchange || !of_.has_it(of_.step(i))) continue;
      const auto [first, is_new] = have.insert({{of_.step(i).launch, of_.step(i).block, of_.step(i).thread}, i});
      if (!is_new) return std::pair(first->second, i);
    }
    return std::nullopt;
  }

  // Where both come by one line, another call of its function, if there is one, is to blame.
  Finding twice_from_lanes(const std::pair<std::size_t, std::size_t>& exchanges, const std::string& as) const {
    const auto [first, again] = exchanges;
    for (const std::size_t store : seen_.path_to(again)) {  // by several lanes of a warp, by one line
      const auto is_by_other = [&](const Step& s) {
        return s.site == of_.step(store).site && of_.has_it(s) && same_warp(s, of_.step(store)) &&
               !same_thread(s, of_.step(store));
      };
      const auto other = std::ranges::find_if(seen_.steps(), is_by_other);
      if (stores_to_shared(of_.step(store)) && other != seen_.steps().end())
        return seen_.blame(store, fmt::format("{}: {} stores it to {} here, and {}, of the same warp, to {}, too", as,
                                              seen_.thread(store), seen_.element(store), seen_.thread(*other),
                                              seen_.element(static_cast<std::size_t>(other - seen_.steps().begin()))));
    }
    Finding found = seen_.blame(again, fmt::format("{}: {} gets it twice from other lanes", as, seen_.thread(again)));
    const Callers &before = seen_.recording().callers(of_.step(first)), &now = found.callers;
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
      if (of_.has_it(of_.step(before)) && same_thread(of_.step(before), of_.step(i))) return seen_.path_to(before);
    }
    return {of_.loads.front()};
  }

  const FollowedElement& of_;
  const Provenance& seen_ = of_.seen;
};

}  // namespace

Finding cause_of_times(const FollowedElement& element, float times) { return RepeatedElement(element).cause(times); }

}  // namespace ladder::reduction
