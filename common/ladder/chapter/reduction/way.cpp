#include "ladder/chapter/reduction/way.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <exception>
#include <vector>

#include "ladder/chapter/reduction/conversion.hpp"
#include "ladder/chapter/reduction/one_element.hpp"
#include "ladder/chapter/reduction/probe.hpp"
#include "ladder/chapter/reduction/reference.hpp"
#include "ladder/chapter/reduction/tree.hpp"
#include "ladder/model/architecture.hpp"
#include "ladder/verification/own_variable.hpp"

namespace ladder::reduction {
namespace {

using Number = Ways::Number;
using Doing = Step::Doing;

// A sum of zeros that is not 0: where the first other value comes from.
std::string from_nothing(Probe& probe) {
  const Ways ways = probe.follow([](std::size_t) { return 0.f; });
  for (Number i = 0; i < ways.steps().size(); ++i) {
    const Step& step = ways.steps()[i];
    const float value = std::bit_cast<float>(step.bits);
    const bool is_integer = step.bits < 0x10000;  // a ticket, a flag
    if (value == 0 || is_integer || step.doing == Doing::load || step.doing == Doing::atomic) continue;
    return fmt::format(
        "{}: of zeros, the sum is not 0: {} {} {:.9g}{} here: is a variable not set to 0 before, or "
        "something else than 0 taken for what is missing?{}",
        ways.line(i), ways.thread(i), step.doing == Doing::store ? "stores" : "gets", value,
        step.doing == Doing::store ? " to " + ways.element(i) : " from another lane", ways.caller(i));
  }
  return {};
}

// An array that each thread has for itself, which is as large as one for all warps.
std::string array_for_all(const Recording& block) {
  constexpr std::size_t warp = memory_model::architecture.warp_lanes;
  const auto& [x, y, z] = block.launches.at(0).block;
  return array_not_shared(block, std::size_t{x} * y * z / warp);
}

// No thread stores to the result.
std::string never_stored(Probe& probe) {
  const Ways ways = probe.follow([](std::size_t) { return 1.f; });
  for (Number i = ways.steps().size(); i-- > 0;) {
    const Step& step = ways.steps()[i];
    if (probe.is_result(step)) return {};
    if (step.in_shared || (step.doing != Doing::store && step.doing != Doing::atomic)) continue;
    return fmt::format("{}: no thread stores to result; the last {} to global memory is {} here, by {}", ways.line(i),
                       step.doing == Doing::store ? "store" : "atomic", ways.element(i), ways.thread(i));
  }
  return {};
}

// The ticket is not 0 after a launch, as the next one needs it.
std::string ticket_left(Probe& probe, unsigned ticket) {
  const Ways ways = probe.follow([](std::size_t) { return 0.f; });
  for (Number i = ways.steps().size(); i-- > 0;) {
    if (ways.steps()[i].doing != Doing::atomic || ways.steps()[i].in_shared) continue;
    return fmt::format("{}: {} is {} after the launch, and not 0: the next launch goes on from there", ways.line(i),
                       ways.element(i), ticket);
  }
  return {};
}

// "; of every four elements, the 3rd counts 0 times": where it is so of all that are the 3rd.
std::string of_each_four(Probe& probe) {
  constexpr std::size_t four = 4;
  const std::size_t whole = probe.count() / four;
  if (whole == 0) return {};
  std::string words;
  std::size_t alike = 0;
  for (std::size_t place = 0; place < four; ++place) {
    const double sum = probe.sum_of([=](std::size_t i) { return i < whole * four && i % four == place ? 1 : 0; });
    const double times = sum / static_cast<double>(whole);
    if (times == 1) continue;
    if (times != std::floor(times) || times < 0 || times > four) return {};
    ++alike;
    words += fmt::format("{} element {} counts {} times", words.empty() ? "" : ",", place, times);
  }
  return alike == 0 || alike == four ? "" : "; of every four, from 0," + words;
}

// Whether an element that the thread of block 0 loads does not count once.
bool counts_wrong(Probe& probe, const Recording& block, unsigned thread) {
  for (const Step& step : block.steps) {
    const auto element = probe.element_of(step);
    if (step.thread != thread || !element || step.doing != Doing::load) continue;
    return probe.sum_of([=](std::size_t i) { return i == *element ? 1 : 0; }) != 1;
  }
  return false;
}

std::string way_at(Engine& engine, const Variant& variant, std::size_t count, std::size_t offset) {
  Probe probe(engine, variant, count, offset);
  const float of_zeros = probe.sum_of([](std::size_t) { return 0.f; });
  if (never_written(of_zeros)) return never_stored(probe);
  const Recording block = probe.record_block();
  if (of_zeros != 0) {
    const std::string own = array_for_all(block);
    return own.empty() ? from_nothing(probe) : own;
  }
  if (const unsigned ticket = probe.ticket(); ticket != 0) return ticket_left(probe, ticket);
  if (count == 0) return {};
  const auto sum_of_one = [&](std::size_t element, float value) {
    return probe.sum_of([=](std::size_t i) { return i == element ? value : 0; });
  };
  const bool first_counts = sum_of_one(0, 1) == 1, last_counts = sum_of_one(count - 1, 1) == 1;
  const auto say_of = [&](std::size_t element, float value) -> std::string {
    const float sum = sum_of_one(element, value);
    if (sum == value) return "";
    const std::string words = way_of_element(probe, element, value, sum);
    return words.empty() ? "" : words + of_each_four(probe);
  };
  const std::vector<unsigned>& loads = probe.loads();
  const auto odd = std::find_if(loads.begin(), loads.end(), [](unsigned times) { return times != 1; });
  if (odd != loads.end()) {
    if (const std::string index = probe.wrong_index(); !index.empty()) return index;
  }
  if (odd == loads.end()) {
    if (const std::string own = array_for_all(block); !own.empty()) return own;
    const auto is_wrong = [&](unsigned thread) { return counts_wrong(probe, block, thread); };
    if (const std::string shuffles = wrong_shuffles(block, is_wrong); !shuffles.empty()) return shuffles;
  }
  if (!first_counts) return say_of(0, 1);
  if (odd != loads.end()) {
    const std::string words = say_of(static_cast<std::size_t>(odd - loads.begin()), 1);
    if (!words.empty()) return words;
  }
  if (!last_counts) return say_of(count - 1, 1);
  if (const std::string conversion = lost_in_conversion(probe); !conversion.empty()) return conversion;
  if (const auto wrong = probe.wrong_element()) {
    const std::string words = say_of(*wrong, 1);
    return words.empty() ? say_of(*wrong, element(Data::integers, *wrong)) : words;
  }
  return say_of(0, 0.5f);
}

}  // namespace

std::string way_of_wrong_sum(Engine& engine, const Variant& variant, std::size_t count, std::size_t offset) {
  if (engine.recorder() == nullptr || !variant.longest_chain) return {};
  constexpr std::size_t usual = 20'011;  // several blocks of each variant, the last of which is not full
  constexpr std::size_t most = std::size_t{1} << 20;
  try {
    const bool shows_much = count >= usual && count <= most;
    if (const auto words = shows_much ? way_at(engine, variant, count, offset) : ""; !words.empty()) return words;
    for (const std::size_t other : {usual, std::size_t{600'001}}) {
      const std::string words = way_at(engine, variant, other, offset);
      if (!words.empty()) return fmt::format("{} (of {} elements)", words, other);
      if (count < usual) return way_at(engine, variant, count, offset);
    }
  } catch (const std::exception&) {
    // It fails in another way now, which explains nothing.
  }
  return {};
}

Cause cause_of_hazards(Engine& engine, const Variant& variant) {
  if (engine.recorder() == nullptr || !variant.longest_chain) return {};
  constexpr std::size_t count = 20'011;  // as above
  try {
    return {wrong_level(Probe(engine, variant, count, 0).record_block()), true};
  } catch (const std::exception&) {
    return {};  // it fails in another way now
  }
}

}  // namespace ladder::reduction
