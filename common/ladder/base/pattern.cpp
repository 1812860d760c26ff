#include "ladder/base/pattern.hpp"

#include <regex>

namespace ladder {

struct Pattern::Compiled {
  std::regex regex;
};

Pattern::Pattern(const std::string& grammar) : compiled_(std::make_shared<Compiled>(Compiled{std::regex(grammar)})) {}

Pattern::Found Pattern::whole(const std::string& text) const {
  std::smatch found;
  std::regex_match(text, found, compiled_->regex);
  return {found.begin(), found.end()};
}

Pattern::Found Pattern::first_in(const std::string& text) const {
  std::smatch found;
  std::regex_search(text, found, compiled_->regex);
  return {found.begin(), found.end()};
}

std::vector<std::string> Pattern::all_in(const std::string& text) const {
  return {std::sregex_token_iterator(text.begin(), text.end(), compiled_->regex), {}};
}

std::string Pattern::replaced_in(const std::string& text, const std::string& replacement) const {
  return std::regex_replace(text, compiled_->regex, replacement);
}

}  // namespace ladder
