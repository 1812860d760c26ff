// How the Catch2 checks of chapters say what is wrong with a variant: in the words of the chapter's executable, a line
// for each finding, and no more of a variant than at the first size that shows it.
#pragma once

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cstdlib>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "ladder/app/contract.hpp"
#include "ladder/engine/engine.hpp"
#include "ladder/report/explain.hpp"
#include "ladder/report/result.hpp"

namespace ladder {

// What the check that fails now has found, for the reporters of findings_reporter.cpp.
inline const Finding* reported = nullptr;

inline void fail_with(const Finding& finding) {
  reported = &finding;
  INFO(finding.where);
  FAIL_CHECK(with_place(finding));
  reported = nullptr;
}

// Those that were found wrong in this process: device and variant.
inline std::set<std::pair<std::string, std::string>> wrong_variants;

// Blocks are short here: loops without end are found soon, unless somebody asks for another limit.
inline void expect_short_blocks() { setenv("LADDER_TIME_LIMIT", "5", 0); }

// Whether the variant was found wrong on this engine before: then it is not run again.
inline bool found_wrong(const Engine& engine, const std::string& variant) {
  return wrong_variants.contains({engine.name(), variant});
}

// Whether one of the variants was found wrong on the emulator before: what it counts means nothing then.
inline bool any_found_wrong(const std::vector<std::string>& variants) {
  return std::any_of(variants.begin(), variants.end(), [](const std::string& variant) {
    return wrong_variants.contains({"emulator", variant});
  });
}

// "tile_32x8 at 31x33 on the emulator, of integers, launched by variants.cu:8"
inline std::string where_of(const Result& result, const std::string& of_what, const std::string& launched = "") {
  std::string where = result.variant + " at " + in_words(result.sizes);
  if (!result.device.empty()) where += " on the " + result.device;
  if (!of_what.empty()) where += ", " + of_what;
  if (!launched.empty()) return where + ", " + launched;
  if (result.row != 0) where += ", launched by variants.cu:" + std::to_string(result.row);
  return where;
}

// The lines by which a variant loads and stores, each with those that call its function, and those of a part of them.
inline std::map<std::string, std::set<Callers>> lines_of_variants;
inline void note_lines(const Result& result) {
  if (!result.lines) return;
  for (const LineCounters& line : result.lines()) {
    for (const Callers& callers : line.callers) {
      Callers chain{{line.file, line.line}};
      lines_of_variants[result.variant].insert(chain);
      for (const CodePlace& caller : callers) {
        chain.push_back(caller);
        lines_of_variants[result.variant].insert(chain);
      }
    }
  }
}
// Whether a variant that was never found wrong comes by this line and these callers.
inline bool others_come_right_by(const Callers& chain) {
  return std::ranges::any_of(lines_of_variants, [&](const auto& lines) {
    return !any_found_wrong({lines.first}) && lines.second.contains(chain);
  });
}

// A line of a device function by which others come out right is not to blame: the first line is that calls it, and by
// which nobody does.
inline Finding at_the_call(Finding finding) {
  Callers chain{finding.at};
  for (const CodePlace& caller : finding.callers) {
    if (!others_come_right_by(chain)) break;
    chain.push_back(caller);
  }
  if (chain.size() == 1 || others_come_right_by(chain)) return finding;
  finding.words = "from here, " + with_place(finding) + "; others come by that line and are right";
  finding.headline = 0;
  finding.at = chain.back();
  return finding;
}

// Fails once for each hazard, and where the result is wrong. of_what: what there is to say beyond the variant and the
// size.
inline void check_good(const Result& result, const std::string& of_what = "") {
  for (Finding finding : findings_about(result)) {
    finding.where = where_of(result, of_what, finding.where);
    fail_with(finding);
  }
  if (result.hazards.any() && result.places.empty()) FAIL_CHECK("hazards without a message");
  if (result.good()) note_lines(result);
  if (!result.failure.empty() || result.hazards.any()) wrong_variants.insert({result.device, result.variant});
  SUCCEED();
}

// The same; and where it is wrong, also where its launch is not that of the contract.
inline void check_run(const Result& result, const std::string& of_what = "") {
  if (Finding launch = result.good() ? Finding{} : other_launch(result); launch.found()) {
    launch.where = where_of(result, of_what);
    fail_with(launch);
  }
  check_good(result, of_what);
}

// Fails once for each breach of the contract; once where the result is not right, whatever it costs. Returns whether it
// did not fail.
inline bool check_contract(const Result& result, const std::string& of_what = "") {
  if (!result.good()) {
    FAIL_CHECK(where_of(result, of_what) << ": it is not right yet, and what it costs does not count");
    return false;
  }
  const std::vector<Finding> breaches = breaches_of_contract(result);
  INFO(explain(result.lines()));                                    // where a line costs more than it should
  std::vector<Finding> all = hazards_of(result, breaches.empty());  // remarks may say why it is more work
  all.insert(all.end(), breaches.begin(), breaches.end());
  for (Finding breach : all) {
    breach.where = where_of(result, of_what);
    fail_with(breach);
  }
  static std::set<std::string> told;  // of which variants it is said that they do less
  const std::string news = breaches.empty() ? less_than_contract(result) : "";
  if (!news.empty() && told.insert(result.variant).second) WARN(news);
  return breaches.empty();
}

// Fails once for each contract that is no variant's.
template <typename Variant>
void check_rows(const std::vector<Variant>& variants) {
  for (const Contract& contract : contracts) {
    if (std::ranges::find(variants, contract.variant, &Variant::name) == variants.end())
      FAIL_CHECK("contract.cpp has a row for " << contract.variant << ", which is no variant");
  }
}

}  // namespace ladder
