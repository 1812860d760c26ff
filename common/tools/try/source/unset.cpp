#include <algorithm>
#include <string>
#include <vector>

#include "tools/try/source/rewriting.hpp"
#include "tools/try/source/units.hpp"

namespace ladder::tried {
namespace {

// One past the name at i, its indexes, and members of these: of `c[i].x +=` the operator.
std::size_t behind_place(const Source& source, std::size_t i) {
  for (++i; source.is(i, "[") || source.is(i, ".");) i = source.is(i, ".") ? i + 2 : closing(source, i) + 1;
  return i;
}

bool is_member(const Source& source, std::size_t i) { return source.is_one_of(i - 1, {".", "->", "::"}); }

// `+=` and its kin at i, or `= s + a`, `= fmaxf(s, a)`, where no other function may take `s` itself.
bool is_update(const Source& source, std::size_t i, const std::string& name) {
  static const Words of_values = {"fmaxf", "fminf", "max", "min", "fmaf", "fma", "fmax", "fmin"};
  if (source.is_one_of(i, {"+=", "-="})) return true;
  if (source.is_one_of(i, {"*", "/", "%", "&", "|", "^"}) && source.is(i + 1, "=")) return true;
  if (!source.is(i, "=")) return false;
  for (std::size_t k = i + 1; !source.is_one_of(k, {";", "?", "&", "|", "{", "="}) && k < source.tokens.size(); ++k) {
    if (source.is(k, name.c_str()) && !is_member(source, k)) return !source.is(behind_place(source, k), "=");
    if (source.is_identifier(k) && source.is(k + 1, "(") && !source.is_one_of(k, of_values)) return false;
  }
  return false;
}

// Whether the place from i to `end` is a side of a comparison: `(a > s)`.
bool is_compared(const Source& source, std::size_t i, std::size_t end) {
  static const Words comparisons = {"<", ">", "<=", ">=", "==", "!="};
  return (source.is_one_of(end, comparisons) && source.is_one_of(i - 1, {"(", "&&", "||"})) ||
         (source.is_one_of(i - 1, comparisons) && source.is_one_of(end, {")", "&&", "||", "?"}));
}

// Of `for (begin; condition; step)`, whose bracket is at `open`: the `;` before the step; the last bracket where there
// is none.
std::size_t step_of(const Source& source, std::size_t open) {
  const std::size_t close = closing(source, open);
  int semicolons = 0;
  for (std::size_t i = open; i < close; ++i) {
    if (source.is(i, ";") && ++semicolons == 2) return i;
  }
  return close;
}

struct Use {
  std::size_t token = 0;  // 0: none
  const char* how = "";
};

// Where the variable that is declared at i, without a value, is updated or compared before anything else is said of it;
// not where that is not sure: what stands behind a condition in a loop may come later alone.
Use first_use(const Source& source, std::size_t i, std::size_t end) {
  const std::string& name = source.tokens[i].text;
  bool in_loop = false, may_be_skipped = false;
  std::size_t step = 0, head_end = 0;  // of a loop: the step comes after the body
  int depth = 0;
  for (std::size_t k = behind_place(source, i); k < end && depth >= 0; ++k) {
    if (source.is_one_of(k, {"for", "while"})) {
      step = step_of(source, k + 1);
      head_end = closing(source, k + 1);
    }
    if (k == step) k = head_end;
    if (source.is(k, name.c_str()) && !is_member(source, k)) {
      const std::size_t behind = behind_place(source, k);
      if (in_loop && may_be_skipped) return {};
      if (is_update(source, behind, name)) return {k, "updated"};
      return is_compared(source, k, behind) ? Use{k, "compared"} : Use{};
    }
    depth += source.is(k, "{") ? 1 : source.is(k, "}") ? -1 : 0;
    in_loop = in_loop || source.is_one_of(k, {"for", "while", "do"});
    may_be_skipped = source.is_one_of(k, {"&&", "||"}) || (may_be_skipped && k != head_end && !source.is(k, ";"));
    if (source.is(k, "goto") || (in_loop && source.is_one_of(k, {"else", "switch", "?"}))) return {};
    if (in_loop && source.is(k, "if")) {  // its condition is all that is sure
      if (!source.is(k + 1, "(")) return {};
      end = std::min(end, closing(source, k + 1));
    }
  }
  return {};
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
  static const Words types = {"float", "double", "int",  "unsigned", "long",   "short",   "char", "size_t",
                              "half",  "__half", "bool", "float2",   "float4", "double2", "int2", "int4"};
  std::vector<Refusal> found;
  for (const Unit& unit : units_of(source)) {
    if (source.tokens[unit.begin].of_system || unit.body == 0 || !unit.for_device) continue;
    std::vector<bool> in_class;
    for (std::size_t i = unit.body; i < unit.end; ++i) {
      if (source.is(i, "{")) in_class.push_back(begins_class(source, i));
      if (source.is(i, "}") && !in_class.empty()) in_class.pop_back();
      const bool begins = !in_class.empty() && !in_class.back() && source.is_one_of(i, types) &&
                          source.is_one_of(code_before(source, i), {";", "{", "}", "unsigned"});
      for (std::size_t k = i + 1, next; begins && source.is_identifier(k); k = next + 1) {
        next = behind_place(source, k);
        if (!source.is_one_of(next, {",", ";"})) break;
        if (const auto [token, how] = first_use(source, k, unit.end); token != 0)
          found.push_back(
              {token, source.tokens[k].text + ": is " + how + ", and has no value yet; declare it with one"});
      }
    }
  }
  return found;
}

}  // namespace ladder::tried
