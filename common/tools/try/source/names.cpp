#include "tools/try/source/names.hpp"

#include <algorithm>
#include <iterator>

#include "tools/try/source/units.hpp"

namespace ladder::tried {

bool has_word(const Source& source, std::size_t begin, std::size_t end, const Words& words) {
  end = std::min(end, source.tokens.size());
  while (begin < end && words.count(source.tokens[begin].text) == 0) ++begin;
  return begin < end;
}

bool is_declared_function(const Source& source, std::size_t i) {
  return source.is_identifier(code_before(source, i)) && is_declared(source, i, "(");
}

namespace {

const Words of_both = {"constexpr", "consteval"};

// Whether the name at i may be declared there: as one of several variables, by a lambda, a template or a class, as a
// label, or as a pointer to functions: `int (*f)(int)`.
bool may_be_declared(const Source& source, std::size_t i) {
  if (!source.is_identifier(i)) return false;
  const std::size_t before = code_before(source, i), next = code_from(source, i + 1);
  const bool in_list = source.is(before, ",") || source.is(before, "[") || source.is(before, "<");
  const bool is_pointer = source.is(before, "*") && source.is(before - 1, "(") && source.is(next, ")") &&
                          source.is(code_from(source, next + 1), "(");
  return is_declared_function(source, i) || is_declared(source, i) || (in_list && !source.is(next, "(")) ||
         is_pointer || source.is(next, ":");
}

// `f` of `enum { e, f }`, or something else where there is none.
bool is_enumerator(const Source& source, std::size_t i) {
  const std::size_t before = code_before(source, i);
  return source.is_identifier(i) && (source.is(before, "{") || source.is(before, ",")) &&
         !source.is(code_from(source, i + 1), "(");
}

// `n` of `template <int n>`
bool is_parameter_of_template(const Source& source, std::size_t i) {
  const std::size_t type = code_before(source, i), before = code_before(source, type);
  return source.is_identifier(i) && source.is_identifier(type) && (source.is(before, "<") || source.is(before, ","));
}

// Of a header of the system: what the C++ library has for the host alone, which is no constexpr, nor the C library's.
class Library {
 public:
  void add(const Source& source, const Unit& unit) {
    const int file = source.tokens[unit.begin].file;
    const bool is_of_cpp = file >= 0 && source.files[std::size_t(file)].find("/c++/") != std::string::npos;
    const bool is_of_host = is_of_cpp && !has_word(source, unit.begin, unit.open, of_both);
    (is_of_host ? of_host_ : others_).insert(unit.name);
  }
  std::set<std::string> of_host_alone() const {
    std::set<std::string> names;
    std::ranges::set_difference(of_host_, others_, std::inserter(names, names.end()));
    return names;
  }

 private:
  std::set<std::string> of_host_, others_;
};

// Who may call a function of the program. What the compiler makes itself, `S() = default;`, both may.
unsigned callers_of(const Source& source, const Unit& unit) {
  if (has_word(source, unit.begin, unit.open, {"__global__"})) return kernel;
  if (unit.body == 0 && has_word(source, unit.open, unit.end, {"default", "delete"})) return host | device;
  return (unit.for_host ? host : 0U) | (unit.for_device ? device : 0U);
}

}  // namespace

Names names_in(const Source& source) {
  const Words readable = {"const", "constexpr", "__managed__"};
  Names names;
  Library library;
  std::set<std::string> classes;
  std::size_t end_of_class = 0;
  for (const Unit& unit : units_of(source)) {
    const bool is_function = unit.open != 0, is_member = unit.begin < end_of_class;
    if (source.tokens[unit.begin].of_system) {
      if (is_function) names.system.insert(unit.name), library.add(source, unit);
      continue;
    }
    names.uses_std = names.uses_std || words(source, unit.begin, unit.end) == "using namespace std;";
    if (unit.is_class && unit.scope != 0) end_of_class = std::max(end_of_class, closing(source, unit.scope));
    const bool has_enum = has_word(source, unit.begin, unit.end, {"enum"});
    for (std::size_t i = unit.begin; i < unit.end; ++i)
      if (is_function && i < unit.open ? is_parameter_of_template(source, i)
                                       : may_be_declared(source, i) || (has_enum && is_enumerator(source, i)))
        if (source.tokens[i].text != unit.name) names.several.insert(source.tokens[i].text);
    if (is_function) {
      names.called.insert(unit.name);
      const bool is_destructor = source.is(code_before(source, code_before(source, unit.open)), "~");
      if (has_word(source, unit.begin, unit.open, of_both)) names.several.insert(unit.name);
      Function& function = names.functions[(is_destructor ? "~" : "") + unit.name];
      function.callers |= callers_of(source, unit);
      function.token = unit.begin;
    } else if (unit.is_class) {
      classes.insert(unit.name);
    } else {
      const bool is_of_device = has_word(source, unit.begin, unit.end, {"__device__", "\"constant\""}) && !is_member &&
                                !has_word(source, unit.begin, unit.end, readable);
      (is_of_device ? names.variables : names.several).insert(unit.name);
    }
  }
  for (const std::string& name : names.several) names.functions.erase(name), names.variables.erase(name);
  for (const std::string& name : names.system) names.functions.erase(name);
  for (const std::string& name : classes) {
    if (const auto found = names.functions.extract(name); !found.empty())
      names.constructors.emplace(name, found.mapped());
    names.several.insert(name);
  }
  names.library = library.of_host_alone();
  names.launches_by_function =
      names.system.count("launch") != 0 && names.called.count("launch") == 0 && names.several.count("launch") == 0;
  return names;
}

}  // namespace ladder::tried
