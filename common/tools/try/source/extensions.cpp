#include <string>

#include "ladder/base/pattern.hpp"
#include "tools/try/source/rewriting.hpp"
#include "tools/try/source/units.hpp"

namespace ladder::tried {
namespace {

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
    static const Words types = {"sizeof", "decltype", "alignof"},
                       coordinates = {"threadIdx", "blockIdx", "blockDim", "gridDim"};
    for (std::size_t i = begin; i < end; ++i) {
      if (source_.is_one_of(i, types)) i = closing(source_, code_from(source_, i + 1));
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
      if (source_.tokens[i].text != source_.tokens[name].text || !is_declared(source_, i)) continue;
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

}  // namespace

std::vector<Refusal> find_extensions(const Source& source) {
  // The processor's own functions, and what takes its accesses out of sight: find_hidden().
  static const Pattern types("_Float16|__fp16|__bf16|__float128|_Float128|__float80|_Float(32|64)x?|_Decimal[0-9]+"),
      vectors("(__)?(vector_size|ext_vector_type)(__)?"),
      functions(
          "__builtin_((ctz|parity|clrsb)l*|bswap[0-9]+|object_size|memcmp|\\w+_overflow|\\w*(return_addr(ess)?|frame_"
          "address)|cpu_\\w+|expect_with_probability|is(less|greater|lessgreater|unordered)(equal)?|fpclassify)|"
          "dynamic_cast|typeid");
  const auto why = [&](const std::string& text) {
    return !types.whole(text).empty()       ? "a type that code for the device does not have"
           : !vectors.whole(text).empty()   ? "code for the device has no such vectors, but float4 and its like"
           : !functions.whole(text).empty() ? "of the host's compiler, which no kernel can use"
                                            : nullptr;
  };
  const std::vector<Unit> units = units_of(source);
  const std::vector<bool> of_device = for_device(source, units);
  std::vector<Refusal> found;
  for (const Unit& unit : units) {
    for (std::size_t i = unit.begin; i < unit.end; ++i) {
      if (!of_device[i]) continue;
      const Token& token = source.tokens[i];
      const bool is_local = unit.body != 0 && i > unit.body;
      const std::size_t open = code_from(source, i + 1);
      if (const char* const reason = token.kind == TokenKind::identifier ? why(token.text) : nullptr)
        found.push_back({i, token.text + ": " + reason});
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
