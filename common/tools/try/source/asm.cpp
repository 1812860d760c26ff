#include <algorithm>
#include <cstddef>
#include <set>
#include <string>
#include <vector>

#include "ladder/base/failure.hpp"
#include "tools/try/inline_ptx.hpp"
#include "tools/try/source/rewriting.hpp"
#include "tools/try/source/units.hpp"

namespace ladder::tried {
namespace {

bool is_one_of(const Source& source, std::size_t i, const std::set<std::string>& words) {
  return i < source.tokens.size() && words.count(source.tokens[i].text) != 0;
}

// Which tokens are of functions of the host, where asm is the processor's own: those in which nothing is for the
// device, not even a lambda.
std::vector<bool> in_host_functions(const Source& source) {
  std::vector<bool> result(source.tokens.size());
  for (const Unit& unit : units_of(source)) {
    const auto begin = static_cast<std::ptrdiff_t>(unit.begin), end = static_cast<std::ptrdiff_t>(unit.end);
    const bool has_device_code =
        std::any_of(source.tokens.begin() + begin, source.tokens.begin() + end,
                    [](const Token& token) { return token.text == "__device__" || token.text == "__global__"; });
    if (unit.body != 0 && !has_device_code) std::fill(result.begin() + begin, result.begin() + end, true);
  }
  return result;
}

}  // namespace

void translate_asm(Source& source) {
  const std::vector<bool> is_of_host = in_host_functions(source);
  for (std::size_t i = 0; i < source.tokens.size(); ++i) {
    if (source.tokens[i].of_system || is_of_host[i] || !is_one_of(source, i, {"asm", "__asm__", "__asm"})) continue;
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
