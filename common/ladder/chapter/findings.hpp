// How the Catch2 checks of chapters say what is wrong with a variant: in the words of the chapter's executable, a line
// for each finding, and no more of a variant than at the first size that shows it.
#pragma once

#include <catch2/catch_test_macros.hpp>
#include <set>
#include <string>

#include "ladder/engine/engine.hpp"
#include "ladder/report/result.hpp"

namespace ladder {

// Those that were found wrong in this process: device and variant.
inline std::set<std::pair<std::string, std::string>>& wrong_variants() {
  static std::set<std::pair<std::string, std::string>> wrong;
  return wrong;
}

// Whether the variant was found wrong on this engine before: then it is not run again.
inline bool found_wrong(const Engine& engine, const std::string& variant) {
  return wrong_variants().contains({engine.name(), variant});
}

// Fails once for each hazard, and where the result is wrong. of_what: what there is to say beyond the variant and the
// size.
inline void check_good(const Result& result, const std::string& of_what = "") {
  INFO(result.variant << " at " << in_words(result.sizes) << " on the " << result.device);
  INFO(of_what);
  for (const std::string& message : result.messages) FAIL_CHECK(message);
  if (!result.failure.empty()) FAIL_CHECK(result.failure);
  if (result.hazards.any() && result.messages.empty()) FAIL_CHECK("hazards without a message");
  if (!result.failure.empty() || result.hazards.any()) wrong_variants().insert({result.device, result.variant});
  SUCCEED();
}

}  // namespace ladder
