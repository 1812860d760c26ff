#include "ladder/base/pattern.hpp"

#include <regex.h>

#include <stdexcept>

namespace ladder {

struct Pattern::Compiled {
  regex_t regex;
  explicit Compiled(const std::string& grammar) {
    if (regcomp(&regex, grammar.c_str(), REG_EXTENDED) != 0) throw std::runtime_error("not a pattern: " + grammar);
  }
  ~Compiled() { regfree(&regex); }
  Compiled(Compiled&&) = delete;
};

Pattern::Pattern(const std::string& grammar) : compiled_(std::make_shared<Compiled>(grammar)) {}

// The first place at `begin` or behind it; `begin` is where it ends then.
Pattern::Found Pattern::next_in(const std::string& text, std::size_t& begin, std::size_t& place) const {
  std::vector<regmatch_t> parts(compiled_->regex.re_nsub + 1);
  const int flags = begin == 0 ? 0 : REG_NOTBOL;
  if (regexec(&compiled_->regex, text.c_str() + begin, parts.size(), parts.data(), flags) != 0) return {};
  Found found;
  for (const regmatch_t& part : parts) {
    const auto from = static_cast<std::size_t>(part.rm_so), to = static_cast<std::size_t>(part.rm_eo);
    found.push_back(part.rm_so < 0 ? "" : text.substr(begin + from, to - from));
  }
  place = begin + static_cast<std::size_t>(parts[0].rm_so);
  begin += static_cast<std::size_t>(parts[0].rm_eo);
  return found;
}

Pattern::Found Pattern::whole(const std::string& text) const {
  std::size_t end = 0, place = 0;
  const Found found = next_in(text, end, place);
  return place == 0 && end == text.size() ? found : Found();
}

Pattern::Found Pattern::first_in(const std::string& text) const {
  std::size_t end = 0, place = 0;
  return next_in(text, end, place);
}

std::string Pattern::replaced_in(const std::string& text, const std::string& replacement) const {
  std::string all;
  std::size_t end = 0, place = 0, done = 0;
  for (Found found; !(found = next_in(text, end, place)).empty() && end > place; done = end) {
    all += text.substr(done, place - done);
    for (std::size_t i = 0; i < replacement.size(); ++i) {
      const char next = replacement[i] == '$' && i + 1 < replacement.size() ? replacement[++i] : '\0';
      if (next == '\0') {
        all += replacement[i];
      } else {
        all += found.at(next == '&' ? 0 : static_cast<std::size_t>(next - '0'));
      }
    }
  }
  return all + text.substr(done);
}

}  // namespace ladder
