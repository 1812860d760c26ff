#include <algorithm>
#include <map>
#include <set>
#include <string>

#include "ladder/base/pattern.hpp"
#include "tools/try/source/rewriting.hpp"
#include "tools/try/source/units.hpp"

namespace ladder::tried {
namespace {

const Words unevaluated = {"sizeof", "decltype", "alignof"};  // what stands in their brackets is not

// `float4(a, b, c, d)`, `float4 v(1)`: no standard before C++20 makes an aggregate, as CUDA's vectors are, of what
// stands in round brackets. is_local: in a function, where that declares no other one.
bool makes_a_vector(const Source& source, std::size_t i, bool is_local) {
  static const Pattern vectors("(u?(char|short|int|long|longlong)|float|double)[1-4]"),
      types("const|unsigned|signed|(u?(char|short|int|long|longlong)|float|double|bool|void|size_t)[1-4]?");
  if (vectors.whole(source.tokens[i].text).empty()) return false;
  const std::size_t next = code_from(source, i + 1),
                    open = source.is_identifier(next) ? code_from(source, next + 1) : next;
  if (!source.is(open, "(")) return false;
  const auto arguments = comma_separated(source, open + 1, closing(source, open));
  if (arguments.empty()) return false;
  const std::size_t first = arguments[0].first;
  const bool is_call = types.whole(source.tokens[first].text).empty() || source.is(first + 1, "(");
  return is_literal(source, arguments[0]) || (is_local && is_call && arguments.size() > 1);
}

// `&&label`, and not `a && b` or `T&& t`.
bool takes_a_label(const Source& source, std::size_t i) {
  static const Words before = {"=", "(", "{", ",", "?", ":", "return", "goto", "*"};
  return source.is(i, "&&") && source.is_one_of(code_before(source, i), before) &&
         source.is_identifier(code_from(source, i + 1));
}

// Whether the name at i is declared there by a statement of its own: `float v[`, and neither `return v[` nor `a * v[`.
bool begins_an_array(const Source& source, std::size_t i) {
  static const Words of_type = {"*", "&", "::"}, none = {"return", "delete", "throw", "else", "case", "goto", "using"};
  if (!source.is_identifier(i) || !source.is(code_from(source, i + 1), "[")) return false;
  std::size_t k = code_before(source, i);
  if (!source.is_identifier(k) && !source.is_one_of(k, of_type)) return false;
  for (; source.is_identifier(k) || source.is_one_of(k, of_type); k = code_before(source, k))
    if (source.is_one_of(k, none)) return false;
  return source.is_one_of(k, {";", "{", "}"});
}

// Whether what the tokens say is known only as the kernel runs: they have a coordinate of the thread, a parameter of
// its function, or a variable that is not constant, or is made of these.
class RunTime {
 public:
  RunTime(const Source& source, const Unit& unit) : source_(source), unit_(unit) {}

  bool has(std::size_t begin, std::size_t end) const {
    static const Words coordinates = {"threadIdx", "blockIdx", "blockDim", "gridDim"};
    for (std::size_t i = begin; i < end; ++i) {
      if (source_.is_one_of(i, unevaluated)) {
        do i = code_from(source_, i + 1);
        while (source_.is_one_of(i, {"*", "&", "...", "::"}));  // sizeof *p, sizeof...(T)
        i = closing(source_, i);
      }
      if (source_.is_one_of(i, coordinates)) return true;
      const bool is_name = source_.is_identifier(i) && !source_.is_one_of(i - 1, {".", "->", "::"}) &&
                           !source_.is(code_from(source_, i + 1), "::");
      if (is_name && is_variable(i)) return true;
    }
    return false;
  }

 private:
  bool is_variable(std::size_t name) const {
    for (std::size_t i = name - 1; i > unit_.open; --i) {
      const bool is_product = source_.is_one_of(code_before(source_, i), {"*", "&"});
      if (source_.tokens[i].text != source_.tokens[name].text || is_product || !is_declared(source_, i)) continue;
      std::size_t first = i;
      while (!source_.is_one_of(first, {";", "{", "}", "(", ","})) --first;
      if (has_word(source_, first, i, {"constexpr"})) return false;
      if (i < unit_.body || !has_word(source_, first, i, {"const"})) return true;
      std::size_t end = i + 1;
      while (!source_.is(end, ";")) ++end;
      return has(i + 1, end);
    }
    return false;
  }

  const Source& source_;
  const Unit& unit_;
};

// `__device__ int n;` and `__constant__ int n;`, and neither a lambda's nor a method's word.
bool is_of_variable(const Source& source, std::size_t i) {
  if (!source.is(i, "__device__")) return source.is(i, "\"constant\"");
  while (!source.is_one_of(i, {"(", "{", ";", "=", "["})) ++i;
  return !source.is_one_of(i, {"(", "{"});
}

// Variables of the host outside of functions of which the compiler may make a constant, so that the emulator does not
// see them used: `static` ones that nothing changes, and constant arrays. (Of constant numbers nvcc makes one, too.)
class HostVariables {
 public:
  HostVariables(const Source& source, const std::vector<Unit>& units) : source_(source) {
    static const Words elsewhere = {"__device__", "__managed__", "\"constant\"", "\"shared\"",
                                    "typedef",    "using",       "extern"};
    std::set<std::string> others;  // names that something else has, too
    for (const Unit& unit : units) {
      if (source.tokens[unit.begin].of_system) continue;
      for (std::size_t i = unit.begin; unit.open != 0 && i < unit.end; ++i)
        if (is_declared(source, i) || is_declared(source, i, ">")) others.insert(source.tokens[i].text);
      const bool is_variable = unit.open == 0 && unit.scope == 0 && !unit.is_class && !unit.name.empty();
      if (!is_variable || has_word(source, unit.begin, unit.end, elsewhere)) continue;
      std::size_t name = unit.begin;
      while (name < unit.end && source.tokens[name].text != unit.name) ++name;
      const bool is_constant = has_word(source, unit.begin, name, {"const", "constexpr"});
      const bool is_array = source.is(code_from(source, name + 1), "[");
      if (is_constant ? is_array : has_word(source, unit.begin, name, {"static"}))
        if (!variables_.try_emplace(unit.name, is_constant).second) others.insert(unit.name);
    }
    for (const std::string& name : others) variables_.erase(name);
  }

  // Whether the token is one of them, and its use none that is known before the kernel runs.
  bool is_used_at(std::size_t i, const Unit& unit) const {
    static const Words ends = {")", ";", ",", "+"};
    const auto found = variables_.find(source_.tokens[i].text);
    const std::size_t next = code_from(source_, i + 1);
    if (found == variables_.end() || source_.is_one_of(i - 1, {".", "->"}) || source_.is_one_of(i - 2, unevaluated))
      return false;
    const bool is_constant_array = found->second;
    return !is_constant_array || source_.is_one_of(next, ends) ||
           (source_.is(next, "[") && RunTime(source_, unit).has(next + 1, closing(source_, next)));
  }

 private:
  const Source& source_;
  std::map<std::string, bool> variables_;  // by name; whether it is a constant array
};

}  // namespace

std::vector<Refusal> find_extensions(const Source& source) {
  // The processor's own functions, and what takes its accesses out of sight: find_hidden().
  static const Pattern types("_Float16|__fp16|__bf16|__float128|_Float128|__float80|_Float(32|64)x?|_Decimal[0-9]+"),
      vectors("(__)?(vector_size|ext_vector_type)(__)?"),
      functions(
          "__builtin_((ctz|parity|clrsb)l*|bswap[0-9]+|object_size|memcmp|\\w+_overflow|\\w*(return_addr(ess)?|frame_"
          "address)|cpu_\\w+|expect_with_probability|is(less|greater|lessgreater|unordered)(equal)?|fpclassify)|"
          "dynamic_cast|typeid");
  const auto why = [&](std::size_t i) {
    const std::string& text = source.tokens[i].text;
    const bool is_attribute = source.is(i + 1, "(") && (source.is(i - 2, "(") || source.is(i - 2, "gnu"));
    return !types.whole(text).empty() ? "a type that code for the device does not have"
           : is_attribute && !vectors.whole(text).empty()
               ? "code for the device has no such vectors, but float4 and its like"
           : !functions.whole(text).empty() ? "of the host's compiler, which no kernel can use"
                                            : nullptr;
  };
  const std::vector<Unit> units = units_of(source);
  const std::vector<bool> of_device = for_device(source, units);
  const HostVariables host(source, units);
  const bool has_cpp20 = std::ranges::any_of(
      source.tokens, [](const Token& token) { return token.of_system && token.text == "remove_cvref"; });
  std::vector<Refusal> found;
  std::size_t end_of_class = 0;
  for (const Unit& unit : units) {
    if (source.tokens[unit.begin].of_system) continue;
    if (unit.is_class && unit.scope != 0) end_of_class = std::max(end_of_class, closing(source, unit.scope));
    if (unit.begin < end_of_class && has_word(source, unit.begin, unit.open, {"__global__"}) &&
        !has_word(source, unit.begin, unit.open, {"friend"}))
      found.push_back({unit.begin, unit.name + ": a kernel is no member of a class; declare it outside"});
    if (unit.open == 0 && has_word(source, unit.begin, unit.end, {"__device__", "\"constant\"", "__managed__"}) &&
        has_word(source, unit.begin, unit.end, {"thread_local"}))
      found.push_back({unit.begin, unit.name + ": one variable of all threads, and not thread_local"});
    for (std::size_t i = unit.begin; i < unit.end; ++i) {
      const Token& token = source.tokens[i];
      const bool is_local = unit.body != 0 && i > unit.body;
      if (!has_cpp20 && makes_a_vector(source, i, is_local))
        found.push_back({i, token.text + ": is made of a list in braces, or by make_" + token.text + "()"});
      if (!of_device[i]) continue;
      const std::size_t open = code_from(source, i + 1);
      if (const char* const reason = token.kind == TokenKind::identifier ? why(i) : nullptr)
        found.push_back({i, token.text + ": " + reason});
      if (is_local && host.is_used_at(i, unit))
        found.push_back(
            {i, token.text + ": a variable of the host; a kernel has what __device__ or __constant__ declares"});
      if (takes_a_label(source, i))
        found.push_back({i, "&&: the address of a label, which code for the device cannot take"});
      if (is_local && is_of_variable(source, i))
        found.push_back({i, std::string(source.is(i, "__device__") ? "__device__" : "__constant__") +
                                ": no variable of a function is; declare it outside of functions"});
      if (is_local && begins_an_array(source, i) && RunTime(source, unit).has(open + 1, closing(source, open)))
        found.push_back({i, token.text + ": the length of an array is a constant, which the compiler knows"});
    }
  }
  return found;
}

}  // namespace ladder::tried
