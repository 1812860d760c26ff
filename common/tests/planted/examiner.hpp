// Whether every planted bug is found and named, and nothing is said of the kernels without one.
#pragma once

#include <catch2/catch_test_macros.hpp>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "ladder/chapter/chapter.hpp"
#include "ladder/chapter/contract.hpp"
#include "tests/planted/bug.hpp"
#include "tests/planted/complaints.hpp"

namespace ladder::planted {

// The bug could be planted; and of what EXAMINE says of its kernels, a vector of lines, one line has all the words. Of
// a harmless rewrite it says nothing.
template <typename Variant, typename Examine>
void check_found(const Bug<Variant>& bug, Examine examine) {
  INFO(bug.name << (bug.variant.empty() ? "" : ", planted in ") << bug.variant);
  CHECK(bug.fault == "");
  if (!bug.fault.empty()) return;
  const std::vector<std::string> lines = examine(bug.variants());
  if (bug.words.empty()) {
    CHECK(joined(lines) == "");
    return;
  }
  INFO("What is said of it:\n" << joined(lines));
  INFO("What one line of that should have:\n" << joined(bug.words));
  CHECK(say(bug.first && !lines.empty() ? std::vector{lines.front()} : lines, bug.words));
}

// Runs variants at the usual sizes. Where the run says what it counted, the variant has to keep its contract.
template <typename Variant>
class Examiner {
 public:
  using RunAt = std::function<Result(const Variant&, const Size&)>;
  using FarOut = std::function<std::vector<std::string>(const Variant&)>;  // faults there

  Examiner(std::vector<Variant> unedited, std::vector<Size> sizes, RunAt run, FarOut far_out)
      : unedited_(std::move(unedited)), sizes_(std::move(sizes)), run_(std::move(run)), far_out_(std::move(far_out)) {}

  void check_unedited() const {
    for (const Variant& variant : unedited_) {
      INFO(variant.name);
      CHECK(joined(examine(variant, sizes_, {})) == "");
    }
  }

  void check_all_found(const std::vector<Bug<Variant>>& bugs) const {
    CHECK_FALSE(bugs.empty());
    for (const auto& bug : bugs) {
      check_found(bug, [&](const std::vector<Variant>& variants) {
        return examine(of_name(variants, bug.variant), bug.size.empty() ? sizes_ : std::vector<Size>{bug.size},
                       bug.words);
      });
    }
  }

 private:
  static Variant of_name(const std::vector<Variant>& variants, const std::string& name) {
    return chosen(variants, {name}).front();
  }

  // What is said of the variant, up to the first size at which a line has all the words.
  std::vector<std::string> examine(const Variant& variant, const std::vector<Size>& sizes,
                                   const std::vector<std::string>& words) const {
    std::vector<std::string> lines;
    const auto add = [&](const std::vector<std::string>& more) { lines.insert(lines.end(), more.begin(), more.end()); };
    for (const Size& size : sizes) {
      const Result result = run_(variant, size);
      add(complaints(result));
      if (result.good() && result.counters) add(breaches_of_contract(result));
      if (say(lines, words)) break;
    }
    // What is wrong at a size in reach is not looked at where none is.
    if (lines.empty()) add(far_out_(variant));
    return lines;
  }

  std::vector<Variant> unedited_;
  std::vector<Size> sizes_;
  RunAt run_;
  FarOut far_out_;
};

}  // namespace ladder::planted
