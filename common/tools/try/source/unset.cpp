#include <string>
#include <vector>

#include "tools/try/source/rewriting.hpp"
#include "tools/try/source/units.hpp"

namespace ladder::tried {
namespace {

// `+=` and its kin, behind the name at i.
bool is_updated(const Source& source, std::size_t i) {
  const bool is_other = source.is_one_of(i + 1, {"*", "/", "%", "&", "|", "^"}) && source.is(i + 2, "=");
  return source.is_one_of(i + 1, {"+=", "-="}) || is_other;
}

// Where the variable that is declared at i, without a value, is updated before anything else is said of it; 0 where
// that is not so, or not sure: a condition in a loop may hold later alone.
std::size_t first_update(const Source& source, std::size_t i, std::size_t end) {
  const std::string& name = source.tokens[i].text;
  bool in_loop = false;
  int depth = 0;
  for (std::size_t k = i + 1; k < end && depth >= 0; ++k) {
    const bool is_member = source.is_one_of(k - 1, {".", "->", "::"});
    if (source.is(k, name.c_str()) && !is_member) return is_updated(source, k) ? k : 0;
    depth += source.is(k, "{") ? 1 : source.is(k, "}") ? -1 : 0;
    in_loop = in_loop || source.is_one_of(k, {"for", "while", "do"});
    if (source.is(k, "goto") || (in_loop && source.is_one_of(k, {"if", "else", "switch", "?"}))) return 0;
  }
  return 0;
}

// Whether the brace at i begins a class, whose members get their values elsewhere.
bool begins_class(const Source& source, std::size_t i) {
  do {
    i = code_before(source, i);
    if (source.is_one_of(i, {"struct", "class", "union"})) return true;
  } while (i > 0 && !source.is_one_of(i, {";", "{", "}", ")"}));
  return false;
}

}  // namespace

std::vector<Refusal> find_unset(const Source& source) {
  static const Words types = {"float", "double", "int",    "unsigned", "long",
                              "short", "char",   "size_t", "half",     "__half"};
  std::vector<Refusal> found;
  for (const Unit& unit : units_of(source)) {
    if (source.tokens[unit.begin].of_system || unit.body == 0 || !unit.for_device) continue;
    std::vector<bool> in_class;
    for (std::size_t i = unit.body; i < unit.end; ++i) {
      if (source.is(i, "{")) in_class.push_back(begins_class(source, i));
      if (source.is(i, "}") && !in_class.empty()) in_class.pop_back();
      const bool begins = !in_class.empty() && !in_class.back() && source.is_one_of(i, types) &&
                          source.is_one_of(code_before(source, i), {";", "{", "}", "unsigned"});
      for (std::size_t k = i + 1; begins && source.is_identifier(k) && source.is_one_of(k + 1, {",", ";"}); k += 2) {
        if (const std::size_t update = first_update(source, k, unit.end); update != 0)
          found.push_back({update, source.tokens[k].text + ": is updated, and has no value yet; declare it with one"});
      }
    }
  }
  return found;
}

}  // namespace ladder::tried
