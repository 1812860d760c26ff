#include <algorithm>
#include <string>

#include "ladder/base/failure.hpp"
#include "tools/try/source/rewriting.hpp"

namespace ladder::tried {
namespace {

// The `>>>` of this `<<<`.
std::size_t end_of_configuration(const Source& source, std::size_t open) {
  for (std::size_t i = open + 1; i < source.tokens.size(); ++i) {
    const std::string& text = source.tokens[i].text;
    if (text == ">>>") return i;
    if (text == ";" || text == "}" || text == "<<<") break;
    if (text == "(" || text == "[" || text == "{") i = closing(source, i);
  }
  return source.tokens.size();
}

// Leaves its line ends.
void blank(Source& source, std::size_t begin, std::size_t end) {
  for (std::size_t i = begin; i < end; ++i) {
    Token& token = source.tokens[i];
    if (token.kind == TokenKind::directive) continue;
    token.text.clear();
    token.before.erase(std::remove_if(token.before.begin(), token.before.end(), [](char c) { return c != '\n'; }),
                       token.before.end());
  }
}

}  // namespace

void replace_launches(Source& source) {
  for (std::size_t i = 0; i < source.tokens.size(); ++i) {
    if (!source.is(i, "<<<")) continue;
    const std::size_t end = end_of_configuration(source, i);
    const std::size_t open = code_from(source, end + 1);
    const std::size_t close = source.is(open, "(") ? closing(source, open) : source.tokens.size();
    if (close >= source.tokens.size()) {
      throw Failure(bad_usage,
                    source.place(i) + ": <<< without >>>(...): a launch is kernel<<<grid, block>>>(arguments)");
    }
    source.tokens[close].after = ", ::ladder::emulator::launch(" + words(source, i + 1, end) + ")";
    blank(source, i, end + 1);
  }
}

}  // namespace ladder::tried
