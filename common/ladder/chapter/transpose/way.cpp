#include "ladder/chapter/transpose/way.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <exception>
#include <optional>
#include <utility>

#include "ladder/chapter/transpose/blame.hpp"
#include "ladder/chapter/transpose/changed_value.hpp"
#include "ladder/chapter/transpose/neighbours.hpp"
#include "ladder/chapter/transpose/shared_place.hpp"

namespace ladder::transpose {
namespace {

using Number = Ways::Number;
using Doing = Step::Doing;

// What is said of the first wrong element of the output, and of the one of the input that belongs there.
class Finding {
 public:
  Finding(const TracedRun& run, std::size_t out)
      : run_(run),
        ways_(run.ways()),
        out_(out),
        in_(run.source(out)),
        stands_(run.last_store(out)),
        way_(run.way_of(in_)),
        lost_(run.name_of_in(in_)),
        place_(run.name_of_out(out)) {}

  std::string in_words() const {
    if (way_.empty()) return never_loaded();
    if (const std::string words = changed_on_the_way(); !words.empty()) return words;
    if (const auto overwritten = right_before()) return overwritten_at_last(*overwritten);
    if (const std::string words = stands_ ? wrong_place_in_shared(run_, way_, *stands_) : ""; !words.empty())
      return words;
    if (const auto end = run_.out_of(way_.back())) return misplaced(*end);
    return never_arrives();
  }

  // Its place there has what is no element of the input: at another size it may be one, which says more.
  bool is_of_garbage() const { return stands_ && !run_.with_bits(ways_.steps()[*stands_].bits); }

 private:
  std::string at(Number step, const std::string& words) const {
    return ways_.line(step) + ": " + words + ways_.caller(step);
  }

  // "in[4][3]", or what else stands where the step stored.
  std::string value_of(Number step) const {
    const auto element = run_.with_bits(ways_.steps()[step].bits);
    return element
               ? run_.name_of_in(*element)
               : fmt::format("{:#010x} (no element of in: of another type, or computed?)", ways_.steps()[step].bits);
  }

  // "; out[3][5] gets in[4][3]: thread ..."
  std::string instead(const std::string& here) const {
    if (!stands_) return fmt::format("; nothing is stored to {}", place_);
    const Ways::Way way = ways_.way_to(*stands_);
    return fmt::format("; {} gets {}: {}", place_, value_of(*stands_), ways_.in_words(way, here));
  }

  // It arrives, but as an int or the like has left it.
  std::string changed_on_the_way() const {
    if (!stands_) return {};
    const std::string type = changed_by(ways_.steps()[way_.front()].bits, ways_.steps()[*stands_].bits);
    if (type.empty()) return {};
    Number stored = way_.front() + 1;
    while (stored < *stands_ &&
           !(ways_.same_thread(stored, way_.front()) && ways_.steps()[stored].doing == Doing::store))
      ++stored;
    return at(stored, fmt::format("{} passes through {} on its way to {}, which changes it: it is changed between {}, "
                                  "where {} loads it, and the store here",
                                  lost_, type, place_, ways_.line(way_.front()), ways_.thread(way_.front())));
  }

  std::size_t unloaded() const {
    std::size_t count = 0;
    for (std::size_t i = 0; i < run_.size(); ++i) count += run_.loads(i).empty() ? 1 : 0;
    return count;
  }

  std::string never_loaded() const {
    const std::string nobody = fmt::format("no thread loads {}", lost_);
    if (const std::string missing = run_.unloaded_in_words(); !missing.empty() && load_beside(run_, in_))
      return at(*load_beside(run_, in_), nobody + ": " + missing);
    const std::string in_all = fmt::format("of {} elements of in, {} {} never loaded", run_.size(), unloaded(),
                                           unloaded() == 1 ? "is" : "are");
    if (stands_) {
      const Ways::Way way = ways_.way_to(*stands_);
      if (run_.in_of(way.front())) {
        return at(way.front(),
                  fmt::format("{}, which belongs in {}; {} is loaded here in its place: {}; {}", nobody, place_,
                              value_of(way.front()), ways_.in_words(way, ways_.line(way.front())), in_all));
      }
      const auto load = load_beside(run_, in_);
      return at(load ? *load : *stands_,
                fmt::format(
                    "{}, which belongs in {}: does a loop end too soon, is a test too strict, or an index wrong?{}; {}",
                    nobody, place_, instead(ways_.line(load ? *load : *stands_)), in_all));
    }
    const auto load = load_beside(run_, in_);
    if (!load) return {};
    const auto store = store_beside(run_, out_);
    return at(*load, fmt::format("{}, and none stores to {}{}; {}: does a loop end too soon, is a test too strict, an "
                                 "index wrong, or the grid too small?",
                                 nobody, place_, store ? fmt::format(" ({} stores to others)", ways_.line(*store)) : "",
                                 in_all));
  }

  // A store of what belongs there, which another one came after.
  std::optional<Number> right_before() const {
    for (Number i = 0; i < ways_.steps().size(); ++i) {
      const bool is_right = run_.out_of(i) == out_ && ways_.steps()[i].doing != Doing::load &&
                            ways_.steps()[i].bits == ways_.steps()[way_.front()].bits;
      if (is_right) return i;
    }
    return std::nullopt;
  }

  std::string overwritten_at_last(Number right) const {
    return at(*stands_,
              fmt::format("{} is stored to {} rightly at {} by {}, and then overwritten with {}: {}; is an index "
                          "wrong, or a test of it missing or wrong, so that it leads into another row?",
                          lost_, place_, ways_.line(right), ways_.thread(right), value_of(*stands_),
                          ways_.in_words(ways_.way_to(*stands_), ways_.line(*stands_))));
  }

  // All but the load from the input, which is right.
  static Ways::Way after_load(Ways::Way way) {
    if (way.size() > 1) way.erase(way.begin());
    return way;
  }

  std::string misplaced(std::size_t end) const {
    const Number blamed = to_blame(run_, after_load(way_));
    return at(blamed,
              fmt::format("{} ends in {}, not in {}{}: {}{}", lost_, run_.name_of_out(end), place_, in_registers(),
                          ways_.in_words(way_, ways_.line(blamed)), instead(ways_.line(blamed))));
  }

  // Where a thread that has loaded both goes wrong between its load and what it does with them next.
  std::string in_registers() const {
    if (!stands_) return {};
    const Ways::Way found = ways_.way_to(*stands_);
    const bool has_both = found.size() > 1 && ways_.same_thread(found[0], found[1]) &&
                          ways_.same_thread(found[0], way_[0]) &&
                          (way_.size() == 1 || ways_.same_thread(way_[0], way_[1]));
    if (!has_both) return {};
    return fmt::format(" ({} has it and {} in its registers between {} and {}: is one taken for the other there?)",
                       ways_.thread(way_[0]), value_of(*stands_), ways_.line_in_kernel(way_[0]),
                       ways_.line_in_kernel(found[1]));
  }

  std::string never_arrives() const {
    return ways_.steps()[way_.back()].doing == Doing::store ? stays_in_memory() : stays_with_its_thread();
  }

  // The store that a thread which has taken the element makes instead: of what stands in its place then; or else of
  // the nearest element.
  std::optional<Number> stored_instead() const {
    const auto is_one = [&](Number step) {
      return step > way_.back() && ways_.steps()[step].doing == Doing::store && ways_.same_thread(step, way_.back());
    };
    if (stands_) {
      const Ways::Way way = ways_.way_to(*stands_);
      const auto found = std::find_if(way.begin(), way.end(), is_one);
      if (found != way.end()) return *found;
    }
    std::optional<Number> nearest;
    std::size_t distance = SIZE_MAX;
    for (Number i = way_.back() + 1; i < ways_.steps().size(); ++i) {
      const auto element = is_one(i) ? run_.with_bits(ways_.steps()[i].bits) : std::nullopt;
      if (!element || std::max(*element, in_) - std::min(*element, in_) >= distance) continue;
      distance = std::max(*element, in_) - std::min(*element, in_);
      nearest = i;
    }
    return nearest;
  }

  std::string stays_with_its_thread() const {
    const Number last = way_.back();
    const auto stored = stored_instead();
    const bool uses_shared =
        std::any_of(ways_.steps().begin(), ways_.steps().end(), [](const Step& step) { return step.in_shared; });
    if (!stored || (!uses_shared && is_of_garbage() && !ways_.same_thread(*stands_, last))) {
      const char* why = uses_shared ? "" : ", but to an array of its own (for want of a __shared__?)";
      return at(last, fmt::format("{} ends here: {}, and then stores it nowhere{}{}", lost_,
                                  ways_.in_words(way_, ways_.line(last)), why, instead(ways_.line(last))));
    }
    return at(*stored, fmt::format("{} goes nowhere{}: {}, and stores {} to {} here{}", lost_, in_registers(),
                                   ways_.in_words(way_, ways_.line(*stored)), value_of(*stored), ways_.element(*stored),
                                   instead(ways_.line(*stored))));
  }

  std::string stays_in_memory() const {
    const Number last = way_.back();
    if (const auto over = ways_.overwritten_by(last)) {
      return at(*over,
                fmt::format("{} is overwritten here before any thread loads {} from it: {}{}", ways_.element(last),
                            lost_, ways_.in_words(way_, ways_.line(*over)), instead(ways_.line(*over))));
    }
    Number blamed = store_beside(run_, out_).value_or(last);
    if (stands_) {
      Ways::Way steps = after_load(way_);
      if (const auto from = ways_.origin(*stands_)) steps.push_back(*from);
      blamed = to_blame(run_, steps);
    }
    const std::string missing = stands_ ? "" : run_.unstored_in_words();
    const std::string why = stands_           ? "is an index wrong?"
                            : missing.empty() ? "does a loop end too soon, is a test too strict, or an index wrong?"
                                              : missing;
    return at(blamed,
              fmt::format("{} stays in {}, which no thread loads after that: {}{}; {}", lost_, ways_.element(last),
                          ways_.in_words(way_, ways_.line(blamed)), instead(ways_.line(blamed)), why));
  }

  const TracedRun& run_;
  const Ways& ways_;
  std::size_t out_, in_;
  std::optional<Number> stands_;  // who stored what stands there
  Ways::Way way_;                 // of what belongs there
  std::string lost_, place_;
};

struct Said {
  std::string words;
  bool is_of_garbage = false;
};

Said way_at(Engine& engine, const Variant& variant, const Placed& placed) {
  const TracedRun run(engine, variant, placed);
  if (!run.stores_anything()) return {};
  for (std::size_t out = 0; out < run.size(); ++out) {
    if (run.is_right(out)) continue;
    const Finding finding(run, out);
    return {finding.in_words(), finding.is_of_garbage()};
  }
  return {};
}

}  // namespace

std::string way_of_wrong_element(Engine& engine, const Variant& variant, const Placed& placed) {
  if (engine.recorder() == nullptr) return {};
  try {
    const bool in_reach = std::size_t{placed.rows} * placed.cols <= TracedRun::most_elements;
    const bool shows_much = in_reach && std::min(placed.rows, placed.cols) >= 31;
    Said first = shows_much ? way_at(engine, variant, placed) : Said{};
    if (!first.words.empty() && !first.is_of_garbage) return first.words;
    for (const auto& [rows, cols] : {std::pair{33u, 65u}, std::pair{130u, 260u}, std::pair{290u, 70u}}) {
      const Said said = way_at(engine, variant, {rows, cols, placed.offset, placed.most_blocks_in_y});
      if (said.words.empty()) continue;
      const std::string words = fmt::format("{} (at {}x{})", said.words, rows, cols);
      if (!said.is_of_garbage) return words;
      if (first.words.empty()) first.words = words;
    }
    if (!first.words.empty()) return first.words;
    if (in_reach && !shows_much) return way_at(engine, variant, placed).words;
  } catch (const std::exception&) {
    // It fails in another way now, which explains nothing.
  }
  return {};
}

}  // namespace ladder::transpose
