#include "ladder/problems/transpose/far_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <random>
#include <set>
#include <utility>

#include "ladder/base/values.hpp"
#include "ladder/diagnose/provenance.hpp"
#include "ladder/problems/transpose/reference.hpp"
#include "ladder/source/declarations.hpp"
#include "ladder/source/scope.hpp"
#include "ladder/verification/test_data.hpp"

namespace ladder::transpose {
namespace {

constexpr std::uint64_t wrap = std::uint64_t{1} << 32;

// "2^32 elements further on than it is: an offset of 32 bits?"
std::string apart(std::uint64_t found, std::uint64_t due) {
  const std::uint64_t off = due > found ? due - found : found - due;
  const char* const where = due > found ? "further on" : "before";
  constexpr std::uint64_t short_wrap = std::uint64_t{1} << 16;
  if (off % wrap != 0 && off % short_wrap == 0)
    return fmt::format("{} * 2^16 elements {}: has a row or a column 16 bits (short)?", off / short_wrap, where);
  if (off % wrap != 0)
    return fmt::format("{} elements {}: are offsets of 64 bits (size_t)? (A float has 24)", off, where);
  return fmt::format("{}2^32 elements {}: is its offset of 32 bits? (size_t has 64)",
                     off == wrap ? "" : fmt::format("{} * ", off / wrap), where);
}

std::size_t outputs_of(const FarLaunch& launch) { return launch.outputs == 0 ? launch.elements : launch.outputs; }

InitialBits input_of(const FarLaunch& launch, unsigned part) {
  if (launch.input) return launch.input;
  return [part, bytes = launch.element_bytes](std::size_t i) { return part_of(input_bits(i), bytes, part); };
}

// At the line that multiplies, where that hands a pointer to the one that uses it.
Finding at_product(Finding finding) {
  const auto is_product = [](const CodePlace& place) { return multiplies_in_32_bits(place); };
  const auto product = std::ranges::find_if(finding.callers, is_product);
  if (is_product(finding.at) || product == finding.callers.end()) return finding;
  finding.words.resize(finding.words.size() - in_words(finding.callers).size());
  finding.words += fmt::format(", at {}", in_words(finding.at));
  finding.at = *product;
  finding.callers.erase(finding.callers.begin(), product + 1);
  return finding;
}

// At the definition of a variable of 16 bits or fewer that the index is made of, if there is one.
Finding at_narrow(Finding finding, const SourceAccess& access) {
  const auto narrow = narrow_variable(access);
  if (!narrow) return finding;
  finding.words = fmt::format("{} has {} bits, in the index at {}; {}", narrow->first.text, narrow->second,
                              in_words(finding.at), finding.words);
  finding.at = narrow->first.at;
  finding.callers.erase(finding.callers.begin(),
                        finding.callers.begin() + static_cast<std::ptrdiff_t>(narrow->first.callers));
  return finding;
}

}  // namespace

FarRun::Arrays::Arrays(Excerpts& excerpts, const FarLaunch& launch, unsigned part)
    : in(excerpts, launch.elements, launch.in_place ? "matrix" : "in", input_of(launch, part), launch.element_bytes,
         launch.in_place ? ArrayUse::in_place : ArrayUse::input) {
  if (launch.in_place) return;
  out_.emplace(excerpts, outputs_of(launch), "out", launch.before, launch.element_bytes, ArrayUse::in_place);
}

FarRun::FarRun(Engine& engine, FarLaunch launch)
    : engine_(engine), launch_(std::move(launch)), arrays_(*engine.excerpts(), launch_, 0) {}

Run FarRun::run(const Arrays& arrays) const {
  return [&] { launch_.run(arrays.in.data(), arrays.out().data()); };
}

Observation FarRun::execute(const BlockChoice& choose) {
  return engine_.excerpts()->execute(run(arrays_), [&](std::uint64_t blocks) {
    const std::vector<std::uint64_t> chosen = choose(blocks);
    share_ = static_cast<double>(chosen.size()) / static_cast<double>(blocks);
    return chosen;
  });
}

std::vector<std::uint64_t> FarRun::some_of(std::uint64_t blocks) {
  std::mt19937_64 random;
  std::set<std::uint64_t> chosen;
  for (std::uint64_t i = 1; i <= 96; ++i) chosen.insert({random() % blocks, blocks - std::min(blocks, (i + 7) / 8)});
  return {chosen.begin(), chosen.end()};
}

bool FarRun::wrote_enough(double at_least, std::size_t row) const {
  const std::vector<WrittenElement> found = written();
  const auto all = static_cast<double>(outputs_of(launch_));
  const bool is_at_end =
      std::ranges::any_of(found, [&](auto& element) { return element.index % row >= row / 16 * 15; });
  return static_cast<double>(found.size()) > at_least * share_ * all && is_at_end &&
         static_cast<double>(found.back().index) >= all / 16 * 15;
}

std::string FarRun::wrong_element() const {
  const InitialBits input = input_of(launch_, 0);
  for (const auto& [index, bits] : written()) {
    const std::uint32_t right = launch_.output ? launch_.output(index) : input(launch_.source(index));
    if (bits == right) continue;
    const char *const in = launch_.in_place ? "matrix" : "in", *const out = launch_.in_place ? "matrix" : "out";
    const std::size_t bytes = launch_.element_bytes;
    const bool is_computed = launch_.output != nullptr;
    return launch_.name(out, index) + " " +
           wrong_in_words(bits, bytes, is_computed ? value_in_words(bits, bytes) : "another value",
                          is_computed ? value_in_words(right, bytes) : launch_.name(in, launch_.source(index)));
  }
  return {};
}

Finding FarRun::wrong_offset(const BlockChoice& choose, const DueElements& due,
                             const DueElements::value_type* missing) const {
  if (launch_.input && due.empty()) return {};
  const auto record_on = [&](const Arrays& arrays) {
    return engine_.excerpts()->record(
        run(arrays), [](const Step&) { return true; }, choose, launch_.element_bytes);
  };
  const Arrays arrays(*engine_.excerpts(), launch_, 0);  // as they were, where it works in place
  const auto record = [&](unsigned part) {
    return part == 0 ? record_on(arrays) : record_on({*engine_.excerpts(), launch_, part});
  };
  const Provenance seen(record_parts(launch_.element_bytes, record), [](const Step&) { return std::string(); });
  const auto index_in = [&](const SparseBuffer& array, const Step& step) {
    return element_at(step, reinterpret_cast<std::uintptr_t>(array.data()), launch_.elements, launch_.element_bytes);
  };
  const auto blame = [&](std::size_t step, const char* does, const char* array, std::size_t is, std::size_t due) {
    Finding found =
        seen.blame(step, fmt::format("{} {} {}, and not {}, {}", seen.thread(step), does, launch_.name(array, is),
                                     launch_.name(array, due), apart(is / launch_.words, due / launch_.words)));
    found.is_proved = (is - due) % wrap == 0;
    return found.is_proved ? at_product(found) : at_narrow(found, seen.access(step));
  };
  const char *const in = launch_.in_place ? "matrix" : "in", *const out = launch_.in_place ? "matrix" : "out";
  for (std::size_t i = 0; i < seen.steps().size(); ++i) {
    const std::size_t load = seen.path_to(i).front();
    const auto from = index_in(arrays.in, seen.steps()[load]), to = index_in(arrays.out(), seen.steps()[i]);
    if (!to || !stores(seen.steps()[i])) continue;
    const std::uint64_t block = seen.steps()[i].block;
    if (missing != nullptr) {
      if (block == missing->second) return blame(i, "stores to", out, *to, missing->first);
      continue;
    }
    if (!from || *from == launch_.source(*to)) continue;
    const auto is_due = [&](std::size_t element) {
      const auto found = due.find(element);
      return found != due.end() && found->second == block;
    };
    const bool is_source_due = is_due(launch_.target(*from)), is_wrapped = (*from - launch_.source(*to)) % wrap == 0;
    if (!is_source_due && (is_due(*to) || is_wrapped)) return blame(load, "loads", in, *from, launch_.source(*to));
    return blame(i, "stores to", out, *to, launch_.target(*from));
  }
  return {};
}

}  // namespace ladder::transpose
