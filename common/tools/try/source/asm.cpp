#include <set>
#include <string>

#include "ladder/base/failure.hpp"
#include "tools/try/inline_ptx.hpp"
#include "tools/try/source/rewriting.hpp"

namespace ladder::tried {
namespace {

bool is_one_of(const Source& source, std::size_t i, const std::set<std::string>& words) {
  return i < source.tokens.size() && words.count(source.tokens[i].text) != 0;
}

}  // namespace

void translate_asm(Source& source) {
  for (std::size_t i = 0; i < source.tokens.size(); ++i) {
    if (source.tokens[i].of_system || !is_one_of(source, i, {"asm", "__asm__", "__asm"})) continue;
    std::size_t open = i + 1;
    while (is_one_of(source, open, {"volatile", "__volatile__", "__volatile"})) ++open;
    const std::size_t close = source.is(open, "(") ? closing(source, open) : source.tokens.size();
    if (close >= source.tokens.size()) continue;
    try {
      source.tokens[close].after = " " + translate_ptx(words(source, open + 1, close));  // behind `else`, say
    } catch (const Failure& failure) {
      throw Failure(failure.status, source.place(i) + ": " + failure.what());
    }
    blank(source, i, close + 1);
  }
}

}  // namespace ladder::tried
