#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <numeric>
#include <set>
#include <vector>

#include "ladder/diagnose/wrong_output.hpp"
#include "ladder/engine/excerpts.hpp"
#include "ladder/source/declarations.hpp"
#include "ladder/source/index_definitions.hpp"

namespace ladder {
namespace {

Finding at_declaration(const DeclaredVariable& array, const std::string& words) {
  return {.rule = "wrong_result",
          .at = array.declared_at,
          .words = words,
          .element = array.name,
          .explains_others = true,
          .is_proved = true};
}

// The line of a thread that leaves the array, as an access in the source. (Of such a line nothing may be recorded: a
// thread is stopped there, and clang++ begins `s[t] += s[t + d]` with the last load.)
SourceAccess access_of(const PlacedHazard& leaving, const std::string& array) {
  return {leaving.thread.at, leaving.callers, array, leaving.thread.operation != memory_model::Access::load};
}

// Whether a variable that is more than a thread's own number is part of both indexes; or they cannot be read.
bool have_in_common(const SourceAccess& one, const SourceAccess& other) {
  const auto found = definitions_with(one, std::nullopt, ""), others = definitions_with(other, std::nullopt, "");
  const auto is_of_thread = [](const Definition& definition) {
    return std::ranges::any_of(std::array{"threadIdx.x", "threadIdx.y", "threadIdx.z"},
                               [&](const char* number) { return definition.text == definition.name + " = " + number; });
  };
  return found.empty() || others.empty() || std::ranges::any_of(found, [&](const Definition& a) {
           return !is_of_thread(a) && std::ranges::any_of(others, [&](const Definition& b) {
             return a.name == b.name && a.at.line == b.at.line;
           });
         });
}

// Whether a loop that moves the index on ends at what the array is declared with: then it is not the array that is too
// short.
bool is_as_long_as_loops(const SourceAccess& access) {
  const std::string declared = declared_array(access.at, ArrayOf::block);
  return std::ranges::any_of(definitions_with(access, std::nullopt, "iteration"), [&](const Definition& loop) {
    const std::size_t less = loop.text.find("< "), end = loop.text.find(';');
    return loop.is_of_loop && less < end &&
           declared.find("[" + loop.text.substr(less + 2, end - less - 2) + "]") != std::string::npos;
  });
}

}  // namespace

Finding not_shared(Engine& engine, const Run& run, std::size_t least_elements) {
  if (engine.excerpts() == nullptr) return {};
  std::set<std::uintptr_t> sites;
  const auto is_new = [&](const Step& step) { return sites.insert(step.site).second; };
  for (const DeclaredVariable& array : engine.excerpts()->record(run, is_new).variables()) {
    if (array.is_shared || array.extents.empty()) continue;
    const std::size_t elements =
        std::accumulate(array.extents.begin(), array.extents.end(), std::size_t{1}, std::multiplies<>());
    if (elements < least_elements) continue;
    return at_declaration(array, fmt::format("each thread has {} for itself, and finds nothing there that others "
                                             "stored: is its __shared__ missing?",
                                             array.name));
  }
  return {};
}

Finding too_short(Engine& engine, const Run& run) {
  const auto seen = engine.excerpts() == nullptr ? std::nullopt : engine.execute(run);
  if (!seen || seen->hazards.out_of_bounds == 0) return {};
  const Recording recording = engine.excerpts()->record(run, [](const Step& step) { return step.in_shared; });
  for (const DeclaredVariable& array : recording.variables()) {
    std::vector<PlacedHazard> leaving;
    for (const PlacedHazard& hazard : seen->places) {
      if (hazard.rule == "out_of_bounds" && hazard.element.starts_with("shared " + array.name + "["))
        leaving.push_back(hazard);
    }
    for (const PlacedHazard& store : leaving) {
      for (const PlacedHazard& load : leaving) {
        const SourceAccess stored = access_of(store, array.name), loaded = access_of(load, array.name);
        const bool are_both =
            stored.is_store && load.thread.operation == memory_model::Access::load && stored.at.line != loaded.at.line;
        if (!are_both) continue;
        const auto& block = recording.launches.front().block;
        const bool has_room = *std::ranges::max_element(block) <= *std::ranges::min_element(array.extents);
        if (have_in_common(stored, loaded) || (has_room && is_as_long_as_loops(stored))) continue;
        return at_declaration(array, fmt::format("{}, [{}], is too short for blocks of {} threads, or these are too "
                                                 "large: they leave it where they store to it, "
                                                 "at {}:{}, and where they load from it, at {}:{}",
                                                 array.name, fmt::join(array.extents, "]["), fmt::join(block, "x"),
                                                 stored.at.file, stored.at.line, loaded.at.file, loaded.at.line));
      }
    }
  }
  return {};
}

}  // namespace ladder
