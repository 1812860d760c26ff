#include "tools/exercise/way.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "ladder/verification/ways.hpp"

namespace ladder::exercise {
namespace {

using Number = Ways::Number;
using Doing = Step::Doing;

constexpr const char* possible_causes =
    "does a thread end or a loop stop too soon, is a test too strict, or an index wrong?";

std::optional<std::size_t> index_in(const Words::Array& array, const Step& step) {
  const std::size_t index = (step.address - array.begin) / sizeof(std::uint32_t);
  const bool has_address = !step.in_shared && step.doing != Doing::exchange;
  return has_address && index < array.bits.size() ? std::optional(index) : std::nullopt;
}

bool is_load(const Step& step) { return step.doing == Doing::load; }

class Finding {
 public:
  Finding(Recording recording, const Words& words)
      : words_(words), ways_(std::move(recording), [this](const Step& step) { return name(step); }) {
    for (Number i = 0; i < steps().size(); ++i) {
      if (const auto out = index_in(words_.out, steps()[i]); out && !is_load(steps()[i])) last_stores_[*out] = i;
      if (const auto in = index_in(words_.in, steps()[i]); in && is_load(steps()[i])) loads_.emplace(*in, i);
    }
  }

  std::string in_words() {
    if (last_stores_.empty()) return {};
    for (wrong_ = 0; wrong_ < words_.out.bits.size(); ++wrong_) {
      const auto store = last_stores_.find(wrong_);
      if (store != last_stores_.end() && steps()[store->second].bits == words_.out.bits[wrong_]) continue;
      stands_ = store == last_stores_.end() ? std::nullopt : std::optional(store->second);
      const auto source = is_reordered() ? with_bits(words_.out.bits[wrong_]) : std::nullopt;
      return source ? of_element(*source) : of_result();
    }
    return {};
  }

 private:
  const std::vector<Step>& steps() const { return ways_.steps(); }
  std::string name_of(const Words::Array& array, std::size_t word) const {
    return array.name(word / words_.of_an_element);
  }
  std::string place() const { return name_of(words_.out, wrong_); }
  std::string name(const Step& step) const {
    const auto out = index_in(words_.out, step), in = index_in(words_.in, step);
    if (out && !is_load(step)) return name_of(words_.out, *out);
    return in ? name_of(words_.in, *in) : "";
  }
  std::string at(Number step, const std::string& words) const {
    return ways_.line(step) + ": " + words + ways_.caller(step);
  }
  std::string way(const Ways::Way& way, Number here) const { return ways_.in_words(way, ways_.line(here)); }

  // Whether the output has to hold the elements of the input, in another order.
  bool is_reordered() const {
    auto all = words_.in.bits, due = words_.out.bits;
    std::sort(all.begin(), all.end());
    std::sort(due.begin(), due.end());
    return all == due;
  }
  // The only word of the input with these bits.
  std::optional<std::size_t> with_bits(std::uint32_t bits) const {
    const auto& all = words_.in.bits;
    const auto found = std::find(all.begin(), all.end(), bits);
    if (found == all.end() || std::find(found + 1, all.end(), bits) != all.end()) return std::nullopt;
    return static_cast<std::size_t>(found - all.begin());
  }
  std::string value_of(Number step) const {
    const auto source = with_bits(steps()[step].bits);
    return source ? name_of(words_.in, *source) : "another value";
  }

  // "; row 0, column 1 of the output gets in[3]: thread ..", and whatever is nearest to it where nothing is stored
  // there.
  std::string instead(Number here) const {
    if (!stands_) {
      const Number beside = nearest(last_stores_, wrong_);
      return fmt::format("; no thread stores to {}, but {} to {}{}", place(), ways_.thread(beside),
                         ways_.element(beside), ways_.line(beside) == ways_.line(here) ? " here" : "");
    }
    return fmt::format("; {} gets {}: {}", place(), value_of(*stands_), way(ways_.way_to(*stands_), here));
  }
  static Number nearest(const auto& steps_at, std::size_t index) {
    const auto after = steps_at.lower_bound(index);
    if (after == steps_at.end() ||
        (after != steps_at.begin() && index - std::prev(after)->first < after->first - index))
      return std::prev(after)->second;
    return after->second;
  }
  std::string nobody_stores() const {
    const Number beside = nearest(last_stores_, wrong_);
    return at(beside, fmt::format("no thread stores to {}, but {} stores to {} here: {}", place(), ways_.thread(beside),
                                  ways_.element(beside), possible_causes));
  }

  // Of an element that is computed.
  std::string of_result() const {
    if (!stands_) return nobody_stores();
    return at(*stands_,
              fmt::format("what is stored to {} here is wrong: {}", place(), way(ways_.way_to(*stands_), *stands_)));
  }

  // Of one that is the element of the input.
  std::string of_element(std::size_t source) const {
    const std::string lost = name_of(words_.in, source);
    Ways::Way furthest;
    for (auto [load, end] = loads_.equal_range(source); load != end; ++load) {
      if (steps()[load->second].bits != words_.out.bits[wrong_]) continue;
      Ways::Way one = ways_.way_from(load->second);
      if (one.size() > furthest.size()) furthest = std::move(one);
    }
    if (furthest.empty()) {
      if (!stands_ || loads_.empty()) return nobody_stores();
      const Number beside = ways_.way_to(*stands_).front();
      return at(beside, fmt::format("no thread loads {}, which belongs in {}{}; {}", lost, place(), instead(beside),
                                    possible_causes));
    }
    const Number end = furthest.back();
    if (const auto out = index_in(words_.out, steps()[end]); out && !is_load(steps()[end])) {
      if (*out == wrong_) {
        return at(*stands_, fmt::format("{} is stored to {} rightly at {}, and then overwritten{}", lost, place(),
                                        ways_.line(end), instead(*stands_)));
      }
      return at(end, fmt::format("{} ends in {}, not in {}: {}{}", lost, name_of(words_.out, *out), place(),
                                 way(furthest, end), instead(end)));
    }
    const bool stays = steps()[end].doing == Doing::store;  // in an array
    const auto from = stands_ ? ways_.origin(*stands_) : std::nullopt;
    const Number here = !stands_ ? nearest(last_stores_, wrong_) : stays && from ? *from : end;
    const std::string how =
        stays ? fmt::format("stays in {}, which no thread loads after that", ways_.element(end)) : "is stored nowhere";
    return at(here, fmt::format("{} {}: {}{}; is an index wrong, or a test too strict?", lost, how, way(furthest, here),
                                instead(here)));
  }

  const Words& words_;
  Ways ways_;
  std::map<std::size_t, Number> last_stores_;  // by their word of the output
  std::multimap<std::size_t, Number> loads_;   // of the input
  std::size_t wrong_ = 0;                      // a word of the output
  std::optional<Number> stands_;               // who stored what stands there
};

}  // namespace

std::string way_of_wrong_word(Recording recording, const Words& words) {
  return Finding(std::move(recording), words).in_words();
}

}  // namespace ladder::exercise
