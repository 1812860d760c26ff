// Whether every planted bug is found and named, and nothing is said of the kernels without one.
#pragma once

#include <fmt/format.h>

#include <catch2/catch_test_macros.hpp>
#include <cstdlib>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "ladder/app/chapter.hpp"
#include "ladder/app/contract.hpp"
#include "tests/planted/bug.hpp"
#include "tests/planted/complaints.hpp"

namespace ladder::planted {

// The bug could be planted; and of what EXAMINE finds in its kernels, one finding is as expected. In a harmless rewrite
// it finds nothing.
template <typename Variant, typename Examine>
void check_found(const Bug<Variant>& bug, Examine examine) {
  INFO(bug.name << (bug.variant.empty() ? "" : ", planted in ") << bug.variant);
  CHECK(bug.fault == "");
  if (!bug.fault.empty()) return;
  const std::vector<Finding> findings = examine(bug.variants());
  if (std::getenv("LADDER_SHOW_PLANTED") != nullptr) fmt::print("{}\n{}\n", bug.name, in_lines(findings));
  if (bug.expected.rule.empty()) {
    CHECK(in_lines(findings) == "");
    return;
  }
  INFO("What is found:\n" << in_lines(findings));
  INFO("What is to be found:\n" << in_line(bug.expected));
  CHECK(is_among(bug.expected, findings));
}

// Runs variants at the usual sizes. Where the run says what it counted, the variant has to keep its contract.
template <typename Variant>
class Examiner {
 public:
  using RunAt = std::function<Result(const Variant&, const Size&)>;
  using FarOut = std::function<std::vector<Finding>(const Variant&)>;  // what is wrong there

  Examiner(std::vector<Variant> unedited, std::vector<Size> sizes, RunAt run, FarOut far_out)
      : unedited_(std::move(unedited)), sizes_(std::move(sizes)), run_(std::move(run)), far_out_(std::move(far_out)) {}

  void check_unedited() const {
    for (const Variant& variant : unedited_) {
      INFO(variant.name);
      for (const Size& size : sizes_) {
        const Result result = run_(variant, size);
        CHECK(in_lines(findings_of(result)) == "");
        if (result.good() && result.counters) CHECK(less_than_contract(result) == "");
      }
      CHECK(in_lines(far_out_(variant)) == "");
    }
  }

  void check_all_found(const std::vector<Bug<Variant>>& bugs) const {
    CHECK_FALSE(bugs.empty());
    for (const auto& bug : bugs) {
      check_found(bug, [&](const std::vector<Variant>& variants) {
        return examine(of_name(variants, bug.variant), bug.size.empty() ? sizes_ : std::vector<Size>{bug.size},
                       bug.expected);
      });
    }
  }

 private:
  static Variant of_name(const std::vector<Variant>& variants, const std::string& name) {
    return chosen(variants, {name}).front();
  }

  // What one run shows, with what its launch and its contract say.
  static std::vector<Finding> findings_of(const Result& result) {
    std::vector<Finding> findings = findings_about(result);
    if (const Finding launch = result.good() ? Finding{} : other_launch(result); launch.found())
      findings.insert(findings.begin(), launch);
    if (result.hazards.any() && result.places.empty())
      findings.push_back({.rule = "check", .words = "hazards without a message"});
    if (result.good() && result.counters) {
      const std::vector<Finding> breaches = breaches_of_contract(result);
      findings.insert(findings.end(), breaches.begin(), breaches.end());
    }
    return findings;
  }

  // What is found in the variant, up to the first size at which a finding is as expected.
  std::vector<Finding> examine(const Variant& variant, const std::vector<Size>& sizes, const Expected& expected) const {
    std::vector<Finding> findings;
    for (const Size& size : sizes) {
      const std::vector<Finding> more = findings_of(run_(variant, size));
      findings.insert(findings.end(), more.begin(), more.end());
      if (is_among(expected, findings)) return findings;
    }
    // What is wrong at a size in reach is not looked at where none is.
    return findings.empty() ? far_out_(variant) : findings;
  }

  std::vector<Variant> unedited_;
  std::vector<Size> sizes_;
  RunAt run_;
  FarOut far_out_;
};

}  // namespace ladder::planted
