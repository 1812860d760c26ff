// Regular expressions for the library. The standard's stand in one file behind this: each that includes <regex> takes
// seconds more to compile.
#pragma once

#include <memory>
#include <string>
#include <vector>

namespace ladder {

class Pattern {
 public:
  // What it looks for, in ECMAScript's grammar. Throws std::runtime_error where that is not a regular expression.
  explicit Pattern(const std::string& grammar);

  // What was found and then what each group of the pattern took; empty where nothing was found.
  using Found = std::vector<std::string>;
  // The text as a whole.
  Found whole(const std::string& text) const;
  // The first place in it.
  Found first_in(const std::string& text) const;
  // All places in it, without their groups.
  std::vector<std::string> all_in(const std::string& text) const;
  // The text with each place replaced; "$&" in `replacement` is what stood there.
  std::string replaced_in(const std::string& text, const std::string& replacement) const;

 private:
  struct Compiled;
  std::shared_ptr<const Compiled> compiled_;
};

}  // namespace ladder
