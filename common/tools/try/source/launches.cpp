#include <string>

#include "ladder/base/failure.hpp"
#include "tools/try/source/rewriting.hpp"

namespace ladder::tried {
namespace {

// How many tokens from i on are that mark three times: 1, or 3 where an editor has put blanks into it, as in `<< <`; or
// 0.
std::size_t three_of(const Source& source, std::size_t i, const std::string& mark) {
  if (source.is(i, (mark + mark + mark).c_str())) return 1;
  const bool apart = source.is(i, mark.c_str()) && source.is(i + 1, mark.c_str()) && source.is(i + 2, mark.c_str());
  return apart && source.tokens[i + 1].before.empty() ? 3 : 0;
}

// The begin of the `>>>` of the configuration that begins at i.
std::size_t end_of_configuration(const Source& source, std::size_t i) {
  for (; i < source.tokens.size(); ++i) {
    const std::string& text = source.tokens[i].text;
    if (const std::size_t length = three_of(source, i, ">");
        length > 0 && source.is(code_from(source, i + length), "(")) {
      return i;
    }
    if (text == ";" || text == "}" || text == "<<<") break;
    if (text == "(" || text == "[" || text == "{") i = closing(source, i);
  }
  return source.tokens.size();
}

}  // namespace

void replace_launches(Source& source) {
  for (std::size_t i = 0; i < source.tokens.size(); ++i) {
    const std::size_t length = source.tokens[i].of_system ? 0 : three_of(source, i, "<");
    if (length == 0) continue;
    const std::size_t end = end_of_configuration(source, i + length);
    const std::size_t open = code_from(source, end + three_of(source, end, ">"));
    const std::size_t close = source.is(open, "(") ? closing(source, open) : source.tokens.size();
    if (close >= source.tokens.size()) {
      throw Failure(bad_usage,
                    source.place(i) + ": <<< without >>>(...): a launch is kernel<<<grid, block>>>(arguments)");
    }
    source.tokens[close].after = ", ::ladder::emulator::launch(" + words(source, i + length, end) + ")";
    blank(source, i, open);
  }
}

}  // namespace ladder::tried
