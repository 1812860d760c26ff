#include "tools/try/source/units.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "tools/try/source/rewriting.hpp"

namespace ladder::tried {
namespace {

// Whether the mark at i belongs to a name, as in `operator<<=`.
bool is_of_operator(const Source& source, std::size_t i) {
  for (std::size_t back = 1; back <= 3; ++back) {
    if (source.is(i - back, "operator")) return true;
    if (i < back || source.is_identifier(i - back)) return false;
  }
  return false;
}

// The end of the lists that may follow a word: `template <...>`, `noexcept(...)`, `requires (...) {...}`. i: the
// word's; returned where there is none.
std::size_t end_of_lists(const Source& source, std::size_t i) {
  const bool is_template = source.is(i, "template"), requires_something = source.is(i, "requires");
  std::size_t end = i;
  const auto take = [&](const char* bracket) {
    const std::size_t open = code_from(source, end + 1);
    const std::size_t close = source.is(open, bracket) ? closing(source, open) : source.tokens.size();
    if (close < source.tokens.size()) end = close;
  };
  if (is_template) take("<");
  if (requires_something || takes_brackets(source.tokens[i].text)) take("(");
  if (requires_something) take("{");
  return end;
}

}  // namespace

Unit unit_at(const Source& source, std::size_t begin) {
  Unit unit;
  unit.begin = begin, unit.end = source.tokens.size();
  bool is_namespace = source.is(begin, "extern"), has_parameters = false, has_value = false, has_initializers = false,
       says_host = false;
  for (std::size_t i = begin; i < source.tokens.size(); ++i) {
    const std::string_view text = source.tokens[i].text;
    if (source.tokens[i].kind == TokenKind::directive) continue;
    const bool is_label = text == ":" && i == code_from(source, begin + 1);  // public:
    if (text == ";" || text == "}" || is_label) {
      unit.end = i + 1;
      break;
    }
    if (const std::size_t end = end_of_lists(source, i); end > i) {
      i = end;
    } else if (text == "(" || text == "[") {
      const bool is_first = text == "(" && !has_parameters && !has_value;
      if (is_first && i > begin && source.is(i - 1, "operator") && source.is(i + 1, ")")) {  // operator()
        ++i;
        continue;
      }
      if (is_first && !source.is(i + 1, "*")) unit.open = i;
      has_parameters = has_parameters || text == "(";
      i = closing(source, i);
    } else if (text == "<" && !has_parameters && !has_value && !is_of_operator(source, i)) {
      const std::size_t close = closing(source, i);  // of arguments of a template
      if (close < source.tokens.size()) i = close;
    } else if (text == "=" && !is_of_operator(source, i)) {
      has_value = true;
    } else if (text == ":" && has_parameters) {
      has_initializers = true;
    } else if (text == "{") {
      const bool of_member = has_initializers && (source.is_identifier(i - 1) || source.is(i - 1, ">"));
      if ((unit.is_class || is_namespace) && !has_parameters && !has_value) {
        unit.scope = i;
        unit.end = i + 1;
        break;
      }
      const std::size_t close = closing(source, i);
      if (has_parameters && !has_value && !of_member) {
        unit.body = i;
        unit.end = std::min(close + 1, source.tokens.size());
        for (std::size_t k = code_from(source, unit.end); source.is(k, "catch"); k = code_from(source, unit.end)) {
          const std::size_t handler = code_from(source, closing(source, code_from(source, k + 1)) + 1);
          unit.end = std::min(closing(source, handler) + 1, source.tokens.size());
        }
        break;
      }
      i = close;
    } else if (source.is_identifier(i)) {
      unit.is_class = unit.is_class || text == "struct" || text == "class" || text == "union";
      is_namespace = is_namespace || text == "namespace";
      unit.for_device = unit.for_device || text == "__device__" || text == "__global__";
      says_host = says_host || text == "__host__";
      if (!has_parameters && !has_value && unit.name != "operator") unit.name = text;
    }
  }
  unit.for_host = says_host || !unit.for_device;
  return unit;
}

std::vector<Unit> units_of(const Source& source) {
  std::vector<Unit> units;
  std::map<std::pair<std::string_view, int>, int> numbers;  // of those that begin on a line
  for (std::size_t i = code_from(source, 0); i < source.tokens.size(); i = code_from(source, units.back().end)) {
    units.push_back(unit_at(source, i));
    const Token& first = source.tokens[i];
    units.back().place = fmt::format("{}:{}:{}", first.file, first.line, ++numbers[{first.file, first.line}]);
  }
  return units;
}

bool has_word(const Source& source, std::size_t begin, std::size_t end, const Words& words) {
  end = std::min(end, source.tokens.size());
  while (begin < end && !source.is_one_of(begin, words)) ++begin;
  return begin < end;
}

bool is_constexpr(const Source& source, const Unit& unit) {
  return has_word(source, unit.begin, unit.open, {"constexpr", "consteval"});
}

// In front of the <arguments of a template> that end there; where they are none, `close`.
static std::size_t before_arguments(const Source& source, std::size_t close) {
  for (std::size_t open = close; open > 0 && !source.is_one_of(open, {";", "{", "}", "(", "=", "&&", "||"}); --open) {
    if (source.is(open, ")")) open = opening(source, open);
    if (open == source.tokens.size()) break;
    if (source.is(open, "<") && closing(source, open) == close) return code_before(source, open);
  }
  return close;
}

bool is_declared(const Source& source, std::size_t i, const char* more) {
  static const Words no_types = {"return",   "new",    "delete", "else",   "throw",  "case",      "struct",
                                 "class",    "enum",   "union",  "const",  "static", "extern",    "typename",
                                 "volatile", "inline", "using",  "goto",   "do",     "constexpr", "and",
                                 "or",       "not",    "xor",    "bitand", "bitor",  "co_return", "co_yield"};
  std::size_t before = code_before(source, i);
  if (source.is(before, "*") || source.is(before, "&")) before = code_before(source, before);
  if (source.is(before, ">")) before = before_arguments(source, before);
  const std::size_t behind = code_from(source, i + 1);
  return source.is_identifier(before) && !source.is_one_of(before, no_types) &&
         (source.is(behind, more) || source.is_one_of(behind, {";", ",", ")", "[", "{"}));
}

// --- Both sides as one text

namespace {

// Makes one text of pieces of both. Where one does not go on where the last ended, a marker says on which line it
// stands.
class Pieces {
 public:
  explicit Pieces(const Source& first) : source_(&first) {}

  void add(const Source& source, std::size_t begin, std::size_t end) {
    if (begin == end) return;
    const bool goes_on = &source == source_ && begin == end_;
    if (!goes_on) tokens_.push_back({TokenKind::directive, line_marker(source, begin), "\n", {}, 0, false, {}});
    const std::size_t first = tokens_.size();
    const auto token = [&](std::size_t i) { return source.tokens.begin() + static_cast<std::ptrdiff_t>(i); };
    tokens_.insert(tokens_.end(), token(begin), token(end));
    if (!goes_on) tokens_[first].before = "\n";
    source_ = &source, end_ = end;
  }
  void add(const std::string& text) { tokens_.push_back({TokenKind::punctuation, text, " ", {}, 0, false, {}}); }
  std::vector<Token> take() { return std::move(tokens_); }

 private:
  const Source* source_;
  std::size_t end_ = 0;
  std::vector<Token> tokens_;
};

std::map<std::string, const Unit*> by_place(const std::vector<Unit>& units) {
  std::map<std::string, const Unit*> found;
  for (const Unit& unit : units) found.emplace(unit.place, &unit);
  return found;
}

// What the host alone declares, by the place of what stands behind it on both sides. What says `__device__` is not
// taken, nor a name that the device declares elsewhere.
std::map<std::string, std::vector<Unit>> for_host_alone(const Source& host, const std::vector<Unit>& host_units,
                                                        const std::vector<Unit>& device_units) {
  const auto of_host = by_place(host_units), of_device = by_place(device_units);
  std::set<std::string> names;
  for (const Unit& unit : device_units) {
    if (of_host.count(unit.place) == 0) names.insert(unit.name);
  }
  std::map<std::string, std::vector<Unit>> found;
  std::vector<Unit> next;
  std::size_t done = 0;
  for (Unit unit : host_units) {
    if (unit.begin < done) continue;
    if (of_device.count(unit.place) != 0) {
      if (!next.empty()) found.emplace(unit.place, std::exchange(next, {}));
      continue;
    }
    if (unit.scope != 0) unit.end = std::min(closing(host, unit.scope) + 1, host.tokens.size());
    if (unit.scope != 0 && unit.is_class) unit.end = unit_at(host, unit.end).end;  // };
    done = unit.end;
    if (!unit.for_device && !unit.name.empty() && names.count(unit.name) == 0) next.push_back(unit);
  }
  return found;
}

}  // namespace

bool is_declared_function(const Source& source, std::size_t i) {
  return !source.is_one_of(code_before(source, i), {"*", "&"}) && is_declared(source, i, "(");
}

// Whether the comma at i is one between the arguments of a call or a launch, or the elements of a list: `f(a, b)`,
// `= {a, b}`, and not `for (int i = 0, n = 1; ...)`.
bool is_between_arguments(const Source& source, std::size_t i) {
  std::size_t open = i;
  while (open > 0 && !source.is_one_of(open, {"(", "[", "{", "}", ";"})) {
    if (source.is_one_of(open, {")", "]"})) open = opening(source, open);
    if (open-- == source.tokens.size()) return false;
  }
  const std::size_t before = code_before(source, open);
  return source.is(open, "(") ? !source.is_one_of(before, {"for", "if", "constexpr", "while", "switch"})
                              : source.is(open, "{") && source.is_one_of(before, {"=", "(", ","});
}

bool may_be_declared(const Source& source, std::size_t i) {
  if (!source.is_identifier(i)) return false;
  const std::size_t before = code_before(source, i), next = code_from(source, i + 1);
  const bool in_list = (source.is(before, ",") && !is_between_arguments(source, before)) || source.is(before, "[") ||
                       source.is(before, "<");
  const bool is_pointer = source.is(before, "*") && source.is(before - 1, "(") && source.is(next, ")") &&
                          source.is(code_from(source, next + 1), "(");
  return is_declared_function(source, i) || is_declared(source, i) || (in_list && !source.is(next, "(")) ||
         is_pointer || source.is(next, ":");
}

bool is_enumerator(const Source& source, std::size_t i) {
  const std::size_t before = code_before(source, i);
  return source.is_identifier(i) && (source.is(before, "{") || source.is(before, ",")) &&
         !source.is(code_from(source, i + 1), "(");
}

bool is_value(const Source& source, std::size_t i) {
  static const Words before = {"=", "(", ",", "&", "?", "{", "return"}, behind = {";", ")", ",", "}"};
  const std::size_t last = code_before(source, i), next = code_from(source, i + 1);
  const bool is_cast = source.is(last, ")") && source.is_one_of(next, {")", ","});
  return (is_cast || source.is_one_of(last, before)) && source.is_one_of(next, behind);
}

std::vector<bool> for_device(const Source& source, const std::vector<Unit>& units) {
  std::vector<bool> result(source.tokens.size());
  const auto mark = [&](std::size_t begin, std::size_t end) {
    for (; begin < end; ++begin) result[begin] = !source.tokens[begin].of_system;
  };
  std::set<std::string> functions;
  for (const Unit& unit : units) {
    if (unit.open != 0 && unit.for_device && !source.tokens[unit.begin].of_system) functions.insert(unit.name);
  }
  for (const Unit& unit : units) {
    const bool is_declared = unit.open != 0 && unit.body == 0 && functions.count(unit.name) != 0;
    if (unit.for_device || is_declared || is_constexpr(source, unit)) mark(unit.begin, unit.end);
    for (std::size_t i = unit.body; unit.body != 0 && i < unit.end; ++i) {
      if (source.is(i, "__device__")) mark(i, unit_at(source, i + 1).end);
    }
  }
  return result;
}

void merge_sides(Source& source, const Source& host) {
  const std::vector<Unit> device_units = units_of(source), host_units = units_of(host);
  const auto of_host = by_place(host_units);
  auto host_alone = for_host_alone(host, host_units, device_units);
  Pieces pieces(source);
  std::size_t done = 0;
  for (const Unit& unit : device_units) {
    pieces.add(source, done, unit.begin);  // directives
    done = unit.end;
    for (const Unit& other : host_alone[unit.place]) pieces.add(host, other.begin, other.end);
    const auto found = of_host.find(unit.place);
    const Unit* other = found == of_host.end() ? nullptr : found->second;
    if (other == nullptr || unit.body == 0 || other->body == 0 || !unit.for_host ||
        words(source, unit.begin, unit.end) == words(host, other->begin, other->end)) {
      pieces.add(source, unit.begin, unit.end);
    } else if (!unit.for_device) {
      pieces.add(host, other->begin, other->end);
    } else {
      pieces.add(source, unit.begin, unit.body);
      pieces.add("{ if (__builtin_is_constant_evaluated() || !::ladder::emulator::in_kernel())");
      pieces.add(host, other->body, other->end);
      pieces.add("else");
      pieces.add(source, unit.body, unit.end);
      pieces.add("}");
    }
  }
  pieces.add(source, done, source.tokens.size());
  source.tokens = pieces.take();
}

}  // namespace ladder::tried
