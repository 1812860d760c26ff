#include "ladder/chapter/reduction/conversion.hpp"

#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <optional>

namespace ladder::reduction {
namespace {

using Number = Ways::Number;
using Doing = Step::Doing;

// Among those that a warp hands down, where there is a shuffle.
constexpr std::size_t watched = 16;

struct Kind {
  float value;
  bool (*is_it)(float found);
  const char* words;
};

constexpr Kind kinds[] = {
    {1.5, [](float found) { return found == std::trunc(found); },
     "its fraction is lost: is a variable or a function on this way of integers?"},
    {-1, [](float found) { return found >= 0; }, "its sign is lost: is a variable or a function on this way unsigned?"},
    {257, [](float found) { return found == 256 || found == 258; },
     "of its 9 bits the last one is lost: is a variable on this way of 8 bits, as __nv_bfloat16 is?"},
    {2049, [](float found) { return found == 2048 || found == 2050; },
     "of its 12 bits the last one is lost: is a variable on this way of 11 bits, as __half is?"},
    {0x1p24f - 1, [](float found) { return found != 0x1p24f - 1; },
     "of its 24 bits not all are kept: is a variable on this way of fewer?"},
};

// Where it is something else for the first time, after it was last itself.
std::optional<Number> changed_after(const Ways& ways, Number last, std::uint32_t bits) {
  const Step& holder = ways.steps()[last];
  for (Number i = last + 1; i < ways.steps().size(); ++i) {
    const Step& step = ways.steps()[i];
    const bool gives = ways.same_thread(i, last) && (step.doing == Doing::store || step.doing == Doing::atomic);
    const bool is_given = step.doing == Doing::exchange && step.launch == holder.launch && step.block == holder.block &&
                          step.address == holder.thread;
    const bool is_read =
        step.doing == Doing::load && ways.same_place(i, last) && ways.steps()[last].doing == Doing::store;
    if (is_read) return std::nullopt;  // as itself: Ways would have gone on
    if ((gives || is_given) && step.bits != bits && step.bits != 0) return i;
  }
  return std::nullopt;
}

std::string in_words(Probe& probe, const Kind& kind, float found) {
  const Ways ways = probe.follow([&](std::size_t i) { return i == watched ? kind.value : 0; }, watched);
  std::optional<Number> load;
  for (Number i = 0; i < ways.steps().size() && !load; ++i) {
    if (ways.steps()[i].doing == Doing::load && probe.element_of(ways.steps()[i]) == watched) load = i;
  }
  if (!load) return {};
  const Ways::Way way = ways.way_from(*load);
  const Number last = way.back();
  const auto changed = changed_after(ways, last, std::bit_cast<std::uint32_t>(kind.value));
  const Number at = changed.value_or(last);
  const std::string then = !changed ? ""
                                    : fmt::format(", and {} {} here", ways.thread(*changed),
                                                  ways.steps()[*changed].doing == Doing::exchange
                                                      ? "gets another value from there"
                                                      : "stores another value to " + ways.element(*changed));
  return fmt::format("{}: {}, which is {}, comes out as {}: {}{}: {}{}", ways.line(at), probe.name_of(watched),
                     kind.value, found, ways.in_words(way, ways.line(at)), then, kind.words, ways.caller(at));
}

}  // namespace

std::string lost_in_conversion(Probe& probe) {
  if (probe.count() <= watched) return {};
  const auto sum_of_one = [&](float value) {
    return probe.sum_of([=](std::size_t i) { return i == watched ? value : 0; });
  };
  if (sum_of_one(1) != 1) return {};
  for (const Kind& kind : kinds) {
    const float found = sum_of_one(kind.value);
    if (found != kind.value && kind.is_it(found)) return in_words(probe, kind, found);
  }
  return {};
}

}  // namespace ladder::reduction
