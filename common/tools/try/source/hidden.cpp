#include <algorithm>
#include <string>

#include "ladder/base/pattern.hpp"
#include "tools/try/source/rewriting.hpp"
#include "tools/try/source/units.hpp"

namespace ladder::tried {
namespace {

// The end of the attributes that begin at i: `__attribute__((...))`, `[[...]]`; i where there are none.
std::size_t end_of_attributes(const Source& source, std::size_t i) {
  const bool is_word = source.is(i, "__attribute__") || source.is(i, "__attribute");
  if (is_word) return closing(source, i + 1);
  return source.is(i, "[") && source.is(i + 1, "[") ? closing(source, i) : i;
}

// What the strings that begin at i say together; empty where they do not begin there.
std::string text_at(const Source& source, std::size_t i) {
  const auto is_text = [&](std::size_t k) {
    return k < source.tokens.size() && source.tokens[k].kind == TokenKind::text;
  };
  std::string text;
  if (i > 0 && is_text(code_before(source, i))) return text;
  for (; is_text(i); i = code_from(source, i + 1)) {
    const std::string& part = source.tokens[i].text;
    const std::size_t begin = part.find('"') + 1, end = part.rfind('"');
    if (begin <= end && end != part.npos) text += part.substr(begin, end - begin);
  }
  return text;
}

// Whether the name at i is of std, and stands for an object or a call of a member, as in `std::array<int, 2> a` and
// `std::numeric_limits<int>::max()`: constructors and members are the host's, also where they are constexpr. (Plain
// functions: find_wrong_sides().)
bool is_object_of_std(const Source& source, std::size_t i) {
  static const Pattern types("\\w+_[tv]|byte|move|forward|initializer_list"),
      without_members("(make_)?(integer|index)_sequence|index_sequence_for");  // but for a size()
  if (!source.is_identifier(i) || !source.is(i - 1, "::") || !source.is(i - 2, "std") || source.is(i - 3, "::") ||
      !types.whole(source.tokens[i].text).empty())
    return false;
  const bool has_arguments = source.is(i + 1, "<");
  std::size_t next = code_from(source, has_arguments ? closing(source, i + 1) + 1 : i + 1);
  if (source.is(next, "::")) return source.is(code_from(source, next + 2), "(");
  return without_members.whole(source.tokens[i].text).empty() &&
         (source.is_identifier(next) || source.is(next, "{") ||
          (has_arguments && (source.is(next, "(") || source.is(next, "&"))));
}

}  // namespace

std::vector<Refusal> find_hidden(const Source& source, Judged judged) {
  static const Pattern attributes(
      "(__)?(no_(sanitize|instrument|profile_instrument)\\w*|disable_sanitizer_instrumentation|optimize|alias|ifunc|"
      "target_clones|weakref|naked)(__)?"),
      functions(
          "__(atomic|sync)_\\w+|_mm[0-9]*_\\w+|__builtin_ia32_\\w+|v(ld|st)[1-4]q?_\\w+|"
          "__builtin_(__)?mem(cpy|set)(_chk)?|"
          "(__builtin_)?(frexp|modf|remquo|sincos)[fl]?|"  // in the place of math_functions.hpp's
          "_(addcarryx?|subborrow|storebe|rdrand|rdseed)\\w*|__rdtscp"),
      of_emulator("__(tsan|sanitizer|ubsan|wrap)_\\w+|_ZN?K?6ladder\\w*"),
      pragmas("#\\s*pragma\\s+(GCC\\s+optimize|clang\\s+(attribute|optimize)|redefine_extname)\\b.*"),
      assembly("asm|__asm(__)?");
  const bool is_answer = judged == Judged::answer;
  const std::vector<Unit> units = units_of(source);
  const std::vector<bool> of_device = for_device(source, units);
  const auto fits = [](const std::string& text, const Pattern& pattern) { return !pattern.whole(text).empty(); };
  std::vector<Refusal> found;
  for (const Unit& unit : units)
    if (!is_answer && !source.tokens[unit.begin].of_system && fits(unit.name, assembly))
      found.push_back({unit.begin, unit.name + ": outside of functions, hides accesses from the emulator"});
  std::size_t end = 0;  // of attributes
  for (std::size_t i = 0; i < source.tokens.size(); ++i) {
    const Token& token = source.tokens[i];
    const std::string& text = token.text;
    if (token.of_system) continue;
    end = std::max(end, end_of_attributes(source, i));
    const bool is_name = token.kind == TokenKind::identifier;
    const bool is_pragma = token.kind == TokenKind::directive && fits(text, pragmas);
    const bool hides =
        is_name && (((is_answer || of_device[i]) && fits(text, functions)) || (i < end && fits(text, attributes)));
    if (is_pragma || hides || (is_name && fits(text, of_emulator)))
      found.push_back({i, text + ": hides accesses from the emulator"});
    if (const auto name = of_emulator.first_in(text_at(source, i)); !name.empty())
      found.push_back({i, name[0] + ": hides accesses from the emulator"});
    if (is_answer && is_name && fits(text, assembly))
      found.push_back({i, text + ": an answer has no PTX; write it in CUDA C++"});
    if (is_answer && of_device[i] && is_object_of_std(source, i))
      found.push_back({i, "std::" + text + ": of the host's library, which no kernel can use"});
    if (is_answer && text == "ladder" && !token.file.ends_with("/launch.cu"))
      found.push_back({i, text + ": a name of the course's own code"});
  }
  return found;
}

}  // namespace ladder::tried
