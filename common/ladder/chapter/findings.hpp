// How the Catch2 checks of chapters say what is wrong with a variant: in the words of the chapter's executable, a line
// for each finding, and no more of a variant than at the first size that shows it.
#pragma once

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cstdlib>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "ladder/chapter/contract.hpp"
#include "ladder/engine/engine.hpp"
#include "ladder/report/explain.hpp"
#include "ladder/report/result.hpp"

namespace ladder {

// Stands beside a finding that names an index: it explains others, and `./learn check` prints it first.
inline constexpr const char* names_index = "an index that is wrong";
// Stands beside one that is about what a kernel costs.
inline constexpr const char* of_contract = "more than the contract has";

// Those that were found wrong in this process: device and variant.
inline std::set<std::pair<std::string, std::string>>& wrong_variants() {
  static std::set<std::pair<std::string, std::string>> wrong;
  return wrong;
}

// Blocks are short here: loops without end are found soon, unless somebody asks for another limit.
inline void expect_short_blocks() { setenv("LADDER_TIME_LIMIT", "5", 0); }

// Whether the variant was found wrong on this engine before: then it is not run again.
inline bool found_wrong(const Engine& engine, const std::string& variant) {
  return wrong_variants().contains({engine.name(), variant});
}

// Whether one of the variants was found wrong on the emulator before: what it counts means nothing then.
inline bool any_found_wrong(const std::vector<std::string>& variants) {
  return std::any_of(variants.begin(), variants.end(), [](const std::string& variant) {
    return wrong_variants().contains({"emulator", variant});
  });
}

// Fails once for each hazard, and where the result is wrong. of_what: what there is to say beyond the variant and the
// size.
inline void check_good(const Result& result, const std::string& of_what = "") {
  INFO(result.variant << " at " << in_words(result.sizes) << " on the " << result.device);
  INFO(of_what);
  const std::string row = result.row == 0 ? "" : "launched by variants.cu:" + std::to_string(result.row);
  for (const std::string& line : complaints_about(result)) {
    const auto hazard = std::find_if(result.places.begin(), result.places.end(),
                                     [&](const PlacedHazard& h) { return h.words == line && !h.launched_at.empty(); });
    INFO((hazard == result.places.end() ? row : "launched at " + hazard->launched_at));
    INFO((result.names_index && line == result.failure ? names_index : ""));
    FAIL_CHECK(line);
  }
  if (result.hazards.any() && result.messages.empty()) FAIL_CHECK("hazards without a message");
  if (!result.failure.empty() || result.hazards.any()) wrong_variants().insert({result.device, result.variant});
  SUCCEED();
}

// Fails once for each breach of the contract; once where the result is not right, whatever it costs. Returns whether it
// did not fail.
inline bool check_contract(const Result& result) {
  INFO(result.variant << " at " << in_words(result.sizes));
  if (!result.good()) {
    FAIL_CHECK("it is not right yet, and what it costs does not count");
    return false;
  }
  const std::vector<std::string> lines = breaches_of_contract(result);
  INFO(explain(result.lines()));  // where a line costs more than it should
  INFO(of_contract);
  for (const std::string& line : lines) FAIL_CHECK(line);
  return lines.empty();
}

// Fails once for each contract that is no variant's.
template <typename Variant>
void check_rows(const std::vector<Variant>& variants) {
  for (const Contract& contract : contracts) {
    const auto is_it = [&](const Variant& variant) { return variant.name == contract.variant; };
    if (std::none_of(variants.begin(), variants.end(), is_it))
      FAIL_CHECK("contract.cpp has a row for " << contract.variant << ", which is no variant");
  }
}

}  // namespace ladder
