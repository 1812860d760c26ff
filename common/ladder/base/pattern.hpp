// Regular expressions. They are those of <regex.h>: each file with <regex> takes seconds more to compile.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace ladder {

class Pattern {
 public:
  // What it looks for, in POSIX's extended grammar, with \w, \s and \b: where there are several at a place, the
  // longest. Throws std::runtime_error where that is not a regular expression.
  explicit Pattern(const std::string& grammar);

  // What was found and then what each group of the pattern took; empty where nothing was found.
  using Found = std::vector<std::string>;
  // The text as a whole.
  Found whole(const std::string& text) const;
  // The first place in it.
  Found first_in(const std::string& text) const;
  // The text with each place replaced; in `replacement`, "$&" is what stood there, and "$1" what its first group took.
  std::string replaced_in(const std::string& text, const std::string& replacement) const;

 private:
  struct Compiled;
  Found next_in(const std::string& text, std::size_t& begin, std::size_t& place) const;
  std::shared_ptr<const Compiled> compiled_;
};

}  // namespace ladder
