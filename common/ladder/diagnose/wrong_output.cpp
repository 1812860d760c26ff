#include "ladder/diagnose/wrong_output.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <optional>
#include <utility>

#include "ladder/base/values.hpp"
#include "ladder/source/around.hpp"

namespace ladder {
namespace {

using Doing = Step::Doing;
using Path = Provenance::Path;

class WrongOutput {
 public:
  WrongOutput(Recording recording, const WatchedArray& in, const WatchedArray& out, Content content)
      : arrays_(std::move(recording), in, out, content) {}

  Finding cause(Sought sought) {
    if (steps().empty()) return {};
    // Where each word of the output is stored once, the loads are to blame for what none of them loads.
    const auto is_never_loaded = [this](auto source) { return source && !arrays_.loads.contains(*source); };
    if (sought == Sought::coverage) return arrays_.left_out();
    Finding found = arrays_.is_stored_once() ? of_first_wrong(is_never_loaded) : Finding{};
    found.explains_others = found.found();
    return found.found() ? found : of_first_wrong([](auto) { return true; });
  }

 private:
  // Of those whose source is such a one.
  Finding of_first_wrong(const std::function<bool(std::optional<std::size_t>)>& is_such) {
    std::size_t unproved = 0;
    for (wrong_ = 0; wrong_ < out_.words.size(); ++wrong_) {
      const auto store = arrays_.last_stores.find(wrong_);
      if (store != arrays_.last_stores.end() && steps()[store->second].bits == out_.words[wrong_]) continue;
      stands_ = store == arrays_.last_stores.end() ? std::nullopt : std::optional(store->second);
      const auto source = arrays_.source_of(out_.words[wrong_]);
      if (!is_such(source)) continue;
      Finding found = source    ? of_moved(*source)
                      : stands_ ? seen_.blame(*stands_, fmt::format("what is stored to {} is wrong: {}", place(),
                                                                    seen_.in_words(seen_.path_to(*stands_), *stands_)))
                                : arrays_.nobody_stores(wrong_, "");
      constexpr std::size_t most_unproved = 64;
      const bool holds_for_more_steps = found.is_proved && found.explains_others;
      if (!seen_.recording().is_complete && !holds_for_more_steps) {
        if (++unproved == most_unproved) return {};
        continue;
      }
      found.explains_others = found.explains_others || found.is_proved;
      found.is_of_nobody = !stands_;
      return found;
    }
    return {};
  }

  const std::vector<Step>& steps() const { return seen_.steps(); }
  std::string place() const { return out_.element(wrong_); }

  // "; out[0][1] gets in[3][0]: thread ..", or that nobody stores there.
  std::string instead(std::size_t here) const {
    const bool is_last = here + 1 == steps().size();
    const std::string left = is_last ? return_before(seen_.line(here), seen_.recording().callers(steps()[here])) : "";
    const std::string end =
        is_last ? ", or does anything after this line: " + (left.empty() ? checks_of_control : "check " + left) : "";
    if (!stands_) return "; no thread stores to " + (arrays_.last_stores.empty() ? out_.name + end : place());
    const auto source = arrays_.source_of(steps()[*stands_].bits);
    Path path = seen_.path_to(*stands_);
    const bool is_known = source && arrays_.loaded_input(path.front());
    // Of a value that may be there more than once, as 0 is, which lane had it before an exchange is not known.
    const auto exchange =
        std::find_if(path.rbegin(), path.rend(), [&](std::size_t i) { return steps()[i].doing == Doing::exchange; });
    if (!is_known) path.erase(path.begin(), exchange.base());
    return fmt::format("; {} gets {}: {}", place(),
                       is_known                           ? in_.element(*source)
                       : is_unset(steps()[*stands_].bits) ? "what has no value"
                                                          : "another value",
                       seen_.in_words(path, here));
  }

  // The line of this step, and how its index, or that of what it comes of, differs from the one that is wanted.
  Finding blame_index(std::size_t step, const std::string& words, const IndexDifference& difference) const {
    Finding found = seen_.blame(step, words + difference.words,
                                difference.is_of_begin ? Provenance::Launch::perhaps_wrong : Provenance::Launch::right);
    found.is_proved = arrays_.is_stored_once() && !difference.words.empty();
    return difference.words.empty() ? found : arrays_.at_difference(found, step, difference);
  }

  // What became of the word of the input that belongs there.
  Finding of_moved(std::size_t source) const {
    const Path furthest = arrays_.furthest_path(source);
    const std::string value = in_.element(source);
    if (furthest.empty()) return never_loaded(value, source);
    const std::size_t end = furthest.back();
    if (const auto word = arrays_.stored_output(end)) {
      if (*word != wrong_) return ends_elsewhere(value, furthest);
      return blame_index(*stands_,
                         fmt::format("{} is overwritten, which {} stored to it at {}{}", place(), seen_.thread(end),
                                     seen_.line_in_words(end), instead(*stands_)),
                         arrays_.difference(*stands_));
    }
    return steps()[end].doing == Doing::store ? stays_in_memory(value, furthest) : stays_in_register(value, furthest);
  }

  Finding never_loaded(const std::string& value, std::size_t source) const {
    if (!stands_) return arrays_.nobody_stores(wrong_, fmt::format(", where {} belongs, which no thread loads", value));
    const std::size_t first = seen_.path_to(*stands_).front();
    const auto words = [&](std::size_t here) {
      return fmt::format("no thread loads {}, which belongs in {}{}", value, place(), instead(here));
    };
    const bool is_found_there = steps()[first].in_shared || seen_.is_copied(first);  // what nobody stored
    if ((!stores(steps()[first]) && !is_found_there) || arrays_.loads.empty())
      return blame_index(first, words(first), arrays_.difference(first));
    const std::size_t beside = arrays_.nearest_load(source);
    Finding found = arrays_.missing(
        beside, source,
        words(beside) + fmt::format("; the nearest load is {}, by {}", seen_.element(beside), seen_.thread(beside)));
    if (found.is_proved || !is_unset(steps()[*stands_].bits) || !arrays_.loads_as_often(beside, *stands_)) return found;
    const Finding unset = arrays_.not_loaded(seen_.blame(*stands_, words(*stands_)), beside, *stands_, value);
    return unset.is_proved ? unset : found;
  }

  // Whether each word of the output is taken from the place [a][b] of shared memory, and its source lies in [b][a].
  bool are_exchanged() const {
    return std::all_of(arrays_.last_stores.begin(), arrays_.last_stores.end(), [&](const auto& last) {
      const auto source = arrays_.source_of(out_.words[last.first]);
      const auto put = source ? arrays_.put_in_shared(arrays_.furthest_path(*source)) : std::nullopt;
      const auto load = seen_.origin(last.second);
      return put && load && seen_.element(*put) == exchanged(seen_.element(*load));
    });
  }
  // "tile[3][1]" of "tile[1][3]".
  static std::string exchanged(const std::string& element) {
    const std::size_t row = element.find('['), col = element.find('[', row + 1);
    return col > element.size() ? "" : element.substr(0, row) + element.substr(col) + element.substr(row, col - row);
  }

  // Of loads of the input and stores that are as they are wanted: which place of shared memory is loaded instead of
  // the one where the value lies.
  Finding taken_from_elsewhere(const std::string& value, const Path& path) const {
    const auto load = seen_.origin(*stands_), put = arrays_.put_in_shared(path);
    if (!load || !put || !arrays_.is_as_wanted(*stands_) || !arrays_.is_as_wanted(path.front())) return {};
    const Step &from = steps()[*load], &there = steps()[*put];
    if (!from.in_shared || !gets(from) || there.block != from.block || there.launch != from.launch) return {};
    Finding found = seen_.blame(
        *load,
        fmt::format("{}{}{} belongs in {}: {}; but what {} stores there is loaded from {} here",
                    are_exchanged() ? "rows and columns are exchanged: " : "", arrays_.two_places(*put, *load), value,
                    place(), seen_.in_words(seen_.path_to(*put), *load), seen_.thread(*load), seen_.element(*load)));
    return seen_.element(*put) == seen_.element(*load) ? arrays_.at_use_of_loaded(found, path.front()) : found;
  }

  // The store is to blame, unless one change of the index of the load alone mends all.
  Finding ends_elsewhere(const std::string& value, const Path& path) const {
    if (Finding found = stands_ ? taken_from_elsewhere(value, path) : Finding{}; found.found()) {
      found.is_proved = found.explains_others = true;
      return found;
    }
    const IndexDifference of_store = arrays_.difference(path.back()), of_load = arrays_.difference(path.front());
    // Where a change of either mends it, the one is meant that has lanes apart where those of the other lie side by
    // side.
    const auto is_load_apart = [&] {
      return arrays_.is_side_by_side(path.back()) && !arrays_.is_side_by_side(path.front());
    };
    const bool by_load = of_load.is_one_change && (!of_store.is_one_change || is_load_apart());
    if (of_load.is_of_begin && of_store.is_of_begin && path.size() == 2) return exchanged_registers(value, path);
    const std::size_t here = by_load ? path.front() : arrays_.before_right_copies(path);
    Finding found =
        blame_index(here, ends(value, path, here) + (stands_ ? "" : instead(here)), by_load ? of_load : of_store);
    found.is_proved = of_load.is_one_change || of_store.is_one_change;
    found.explains_others = true;  // it was loaded and stored: a read of what nothing wrote comes of the index
    return found;
  }

  std::string ends(const std::string& value, const Path& path, std::size_t here) const {
    return fmt::format("{} ends in {}, and not in {}: {}", value, seen_.element(path.back()), place(),
                       seen_.in_words(path, here));
  }

  // The line that loads it and the one that stores it begin elsewhere: either may be meant for another register.
  Finding exchanged_registers(const std::string& value, const Path& path) const {
    Finding found = seen_.blame(path.back(), ends(value, path, path.back()) +
                                                 "; either the load is to another variable, or the store is of another "
                                                 "one, or one of their indexes begins elsewhere");
    found = arrays_.at_use_of_loaded(found, path.front());
    found.is_proved = found.explains_others = true;
    return found;
  }

  // What stands there came on another path: the load on it with which it should have gone on from the end of this one.
  std::optional<std::size_t> load_instead(const Path& path) const {
    const Path other = seen_.path_to(*stands_);
    const bool goes_on = other.size() > path.size() && steps()[other[path.size()]].doing == Doing::load;
    return goes_on ? std::optional(other[path.size()]) : seen_.origin(*stands_);
  }

  Finding stays_in_memory(const std::string& value, const Path& path) const {
    const std::size_t end = path.back();
    const auto over = seen_.overwritten_by(end);
    const auto taken = stands_ ? load_instead(path) : std::nullopt;
    const std::size_t here = over ? *over : taken ? *taken : stands_ ? end : arrays_.nearest_store(wrong_, end);
    // (Of one row, or one column, a place beside it is in the array, too.)
    const bool has_rows = in_.extents.size() == 2 && in_.extents[0] > 1 && in_.extents[1] > 1;
    const bool is_by_place = has_rows && !over && taken && steps()[here].in_shared && gets(steps()[here]) &&
                             steps()[here].block == steps()[end].block && stores_to_shared(steps()[end]) &&
                             arrays_.is_as_wanted(*stands_) && arrays_.is_as_wanted(path.front());
    const std::string how =
        over ? fmt::format("is overwritten in {} by {} before any thread loads it", seen_.element(end),
                           seen_.thread(*over))
             : fmt::format("stays in {}, which no thread loads {}", seen_.element(end), seen_.after(path));
    const std::string words = fmt::format("{}{} {}: {}{}", is_by_place ? arrays_.two_places(end, here) : "", value, how,
                                          seen_.in_words(path, here), instead(here));
    if (!over && !stands_ && !arrays_.last_stores.empty()) return arrays_.missing(here, wrong_, words);
    Finding found = seen_.blame(here, words);
    found.is_proved = is_by_place;
    // What it gets instead was stored, too, where a thread loads it.
    found.explains_others = stands_ && arrays_.loaded_input(seen_.path_to(*stands_).front());
    return found;
  }

  // A thread has it, and stores it nowhere; or what it stores next is another value.
  Finding stays_in_register(const std::string& value, const Path& path) const {
    const std::size_t end = path.back();
    const auto store = seen_.next(end, [&](const Step& s) { return stores(s) && same_thread(s, steps()[end]); });
    if (store && !seen_.origin(*store)) {
      const std::uint32_t had = steps()[end].bits, now = steps()[*store].bits;
      const std::string stored = is_unset(now) ? "what has no value" : value_in_words(now, in_.word_bytes);
      const std::string how = conversion_in_words(had, now, in_.word_bytes), array = seen_.declaration(*store);
      constexpr std::uint32_t exponent = 0x7f800000;  // of a float; the bits of an integer have all of it, or none
      const bool is_integer = in_.word_bytes < sizeof now || (now & exponent) == 0 || (now & exponent) == exponent;
      return seen_.blame(
          *store,
          fmt::format("{} is changed on its way: {}, and {} is stored to {} for {}{}{}", value,
                      seen_.in_words(path, *store), stored, seen_.element(*store), value_in_words(had, in_.word_bytes),
                      how, how.empty() || array.empty() || !is_integer ? "" : ": has " + array + " the right type?"));
    }
    const auto another = stands_ ? stored_instead(end) : std::nullopt;
    const std::size_t here = another ? *another : stands_ ? end : arrays_.nearest_store(wrong_);
    const std::string words =
        fmt::format("{} is stored nowhere: {}{}", value, seen_.in_words(path, here), instead(here));
    if (Finding kept = stands_ ? Finding{} : arrays_.not_stored(end, words, place()); kept.is_proved) return kept;
    if (!stands_ && !arrays_.last_stores.empty()) return arrays_.missing(here, wrong_, words);
    if (Finding unstored = stands_ ? never_put() : Finding{}; unstored.found()) return unstored;
    const bool is_exchanged = stands_ && std::ranges::any_of(seen_.path_to(*stands_), [&](std::size_t i) {
                                return stores(steps()[i]) && same_thread(steps()[i], steps()[end]);
                              });
    Finding found = seen_.blame(here, words);
    if (is_exchanged) found = arrays_.at_use_of_loaded(found, end);
    found.is_proved = path.size() == 1 && here == stands_ && seen_.origin(here);
    return found;
  }

  // What stands there was loaded from shared memory to which nobody stored: what its block stored last before.
  Finding never_put() const {
    const std::size_t load = seen_.path_to(*stands_).front();
    const auto put = seen_.put_before(load);
    if (!put) return {};
    Finding found = seen_.blame(
        *put, fmt::format("no thread stores to {}, which {} loads at {} for {}; the last store before is to {}, by {}",
                          seen_.element(load), seen_.thread(load), seen_.line_in_words(load), place(),
                          seen_.element(*put), seen_.thread(*put)));
    found.explains_others = true;
    return found;
  }

  // Where the thread of this step stores what stands there, for the first time after it: by another line than it stores
  // that to its own place, if it does; of parts of words, no load replaces one alone, and any store will do. But where
  // nothing that was loaded stands at that place, it is where it was loaded, into what is another's.
  std::optional<std::size_t> stored_instead(std::size_t step) const {
    const auto store_on = [&](const Path& path, std::size_t from) {
      const auto store = std::ranges::find_if(path, [&](std::size_t i) {
        return i >= from && stores(steps()[i]) && same_thread(steps()[i], steps()[step]);
      });
      return store == path.end() ? std::nullopt : std::optional(*store);
    };
    const Path other = seen_.path_to(*stands_);
    const auto store = store_on(other, step + 1), word = arrays_.target_of(steps()[*stands_].bits);
    const auto at_own = word ? arrays_.last_stores.find(*word) : arrays_.last_stores.end();
    if (!store || at_own == arrays_.last_stores.end()) return store;
    const Path own = seen_.path_to(at_own->second);
    if (!arrays_.loaded_input(own[0]) && arrays_.loaded_input(other[0])) return other[0];
    const auto own_store = out_.word_bytes < sizeof(Step::bits) ? std::nullopt : store_on(own, 0);
    return store != stands_ && own_store && seen_.same_line(*store, *own_store) ? std::nullopt : store;
  }

  const WatchedArrays arrays_;
  const WatchedArray &in_ = arrays_.in, &out_ = arrays_.out;
  const Provenance& seen_ = arrays_.seen();
  std::size_t wrong_ = 0;              // a word of the output
  std::optional<std::size_t> stands_;  // who stored what stands there
};

}  // namespace

Finding cause_of_wrong_output(Recording recording, const WatchedArray& in, const WatchedArray& out, Content content,
                              Sought sought) {
  return WrongOutput(std::move(recording), in, out, content).cause(sought);
}

}  // namespace ladder
