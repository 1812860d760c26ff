#include <algorithm>
#include <cstdlib>
#include <map>
#include <set>
#include <string>
#include <string_view>

#include "tools/try/source/rewriting.hpp"
#include "tools/try/source/units.hpp"

namespace ladder::tried {
namespace {

using Words = std::set<std::string_view>;

// Who may call a function: the sides for which it is compiled; or it is a kernel.
enum Callers : unsigned { host = 1, device = 2, kernel = 4 };

struct Function {
  unsigned callers = 0;   // of all of its name
  std::size_t token = 0;  // where the last one begins
};

// What is declared outside of functions, by name.
struct Names {
  std::map<std::string, Function> functions;      // the program's
  std::set<std::string> variables;                // of the device
  std::set<std::string> several, called, system;  // names of several things; of all functions; of the system's
  bool launches_by_function = false;              // launch(kernel, ...), as an exercise does
};

bool has_word(const Source& source, std::size_t begin, std::size_t end, const Words& words) {
  end = std::min(end, source.tokens.size());
  while (begin < end && words.count(source.tokens[begin].text) == 0) ++begin;
  return begin < end;
}

// Whether the name at i may be declared there: as one of several variables, by a lambda or a template, or as a label.
bool may_be_declared(const Source& source, std::size_t i) {
  if (!source.is_identifier(i)) return false;
  const std::size_t before = code_before(source, i), next = code_from(source, i + 1);
  const bool in_list = source.is(before, ",") || source.is(before, "[") || source.is(before, "<");
  return is_declared(source, i) || (in_list && !source.is(next, "(")) || source.is(next, ":");
}

// `n` of `template <int n>`
bool is_parameter_of_template(const Source& source, std::size_t i) {
  const std::size_t type = code_before(source, i), before = code_before(source, type);
  return source.is_identifier(i) && source.is_identifier(type) && (source.is(before, "<") || source.is(before, ","));
}

Names names_in(const Source& source) {
  const Words of_both = {"constexpr", "consteval"}, readable = {"const", "constexpr", "__managed__"};
  Names names;
  std::size_t end_of_class = 0;
  for (const Unit& unit : units_of(source)) {
    if (source.tokens[unit.begin].of_system) {
      if (unit.open != 0) names.system.insert(unit.name);
      continue;
    }
    if (unit.is_class && unit.scope != 0) end_of_class = std::max(end_of_class, closing(source, unit.scope));
    const bool is_function = unit.open != 0, is_member = unit.begin < end_of_class;
    for (std::size_t i = unit.begin; is_function && i < unit.end; ++i)
      if (i > unit.open ? may_be_declared(source, i) : is_parameter_of_template(source, i))
        names.several.insert(source.tokens[i].text);
    if (is_function) names.called.insert(unit.name);
    if (is_member || (is_function ? has_word(source, unit.begin, unit.open, of_both)
                                  : has_word(source, unit.begin, unit.end, readable))) {
      names.several.insert(unit.name);
    } else if (is_function) {
      const bool is_kernel = has_word(source, unit.begin, unit.open, {"__global__"});
      Function& function = names.functions[unit.name];
      function.callers |= is_kernel ? kernel : (unit.for_host ? host : 0U) | (unit.for_device ? device : 0U);
      function.token = unit.begin;
    } else {
      const bool is_of_device = has_word(source, unit.begin, unit.end, {"__device__", "\"constant\""});
      (is_of_device ? names.variables : names.several).insert(unit.name);
    }
  }
  for (const std::string& name : names.several) names.functions.erase(name), names.variables.erase(name);
  for (const std::string& name : names.system) names.functions.erase(name);
  names.launches_by_function =
      names.system.count("launch") != 0 && names.called.count("launch") == 0 && names.several.count("launch") == 0;
  return names;
}

// The token behind the name at i and its <arguments of a template>.
std::size_t behind_name(const Source& source, std::size_t i) {
  const std::size_t next = code_from(source, i + 1);
  const std::size_t close = source.is(next, "<") ? closing(source, next) : source.tokens.size();
  return close < source.tokens.size() ? code_from(source, close + 1) : next;
}

// The end of the declaration that i is part of.
std::size_t end_of(const Source& source, std::size_t i) {
  while (i < source.tokens.size() && !source.is(i, ";")) ++i;
  return i;
}

// Whether the variable that is declared around i is given a value.
bool has_value(const Source& source, std::size_t i) {
  for (bool is_class = false; i < source.tokens.size() && !source.is(i, ";"); ++i) {
    is_class = is_class || has_word(source, i, i + 1, {"struct", "class", "union"});
    if (source.is(i, "=") || (source.is(i, "{") && !is_class)) return true;
    if (source.is(i, "[") || source.is(i, "{")) i = closing(source, i);
  }
  return false;
}

// `malloc(n)`, `new T`; but not `new (place) T`, nor a name of the program's own.
bool allocates(const Source& source, std::size_t i) {
  const std::size_t next = code_from(source, i + 1), before = code_before(source, i);
  if (source.is(i, "new")) return !source.is(next, "(") && !source.is(before, "operator");
  return source.is(i, "malloc") && source.is(next, "(") &&
         (!source.is_identifier(before) || source.is(before, "return"));
}

// `tiled_partition<256>(block)`
bool makes_a_large_tile(const Source& source, std::size_t i) {
  const std::size_t size = code_from(source, i + 2);
  return source.is(i, "tiled_partition") && source.is(i + 1, "<") && source.is(size + 1, ">") &&
         source.tokens[size].kind == TokenKind::number && std::atoi(source.tokens[size].text.c_str()) > 32;
}

// Looks at the bodies of functions, token by token.
class Bodies {
 public:
  explicit Bodies(const Source& source) : source_(source), names_(names_in(source)) {}

  std::vector<Refusal> refused() {
    for (const Unit& unit : units_of(source_)) {
      if (source_.tokens[unit.begin].of_system || unit.body == 0) continue;
      const bool is_for_both = unit.for_device
                                   ? unit.for_host
                                   : has_word(source_, unit.begin, unit.open, {"constexpr", "consteval"}) ||
                                         has_word(source_, unit.body, unit.end, {"__device__"});  // a lambda
      for (std::size_t i = unit.body; i < unit.end; ++i) look_at(i, is_for_both ? 0U : unit.for_device ? device : host);
    }
    std::ranges::stable_sort(found_, {}, &Refusal::token);
    return std::move(found_);
  }

 private:
  // side: of the function, 0 where it is for both.
  void look_at(std::size_t i, unsigned side) {
    const std::size_t before = code_before(source_, i), behind = behind_name(source_, i);
    if (source_.is(before, ".") || source_.is(before, "->")) return;
    if (source_.is(i, "\"shared\"") && has_value(source_, i))
      found_.push_back({i, "__shared__: takes no initial value; let a thread assign it, then a barrier"});
    if (side == device) look_at_device_code(i);
    if (!source_.is_identifier(i)) return;
    const bool is_launched =
        source_.is(behind, "<<<") ||
        (source_.is(before, "(") && source_.is(before - 1, "launch") && names_.launches_by_function);
    look_at_function(i, side, is_launched, source_.is(behind, "("));
    if (side == host) look_at_variable(i, behind);
  }

  void look_at_function(std::size_t i, unsigned side, bool is_launched, bool is_called) {
    const auto function = names_.functions.find(source_.tokens[i].text);
    if (function == names_.functions.end()) return;
    const auto& [callers, token] = function->second;
    if (is_launched && (callers & kernel) == 0)
      refuse(token, function->first, "is launched, and no kernel: __global__ is missing");
    if (is_launched || !is_called) return;
    const bool may_be_variable = source_.is(code_before(source_, i), ",");  // the second of a list
    if (callers == kernel && !may_be_variable)
      return refuse(i, function->first, "a kernel is not called, but launched: <<<grid, block>>>(...)");
    if (side == host && callers == device)
      refuse(i, function->first, "a function of the device, which the host cannot call");
    if (side == device && callers == host)
      refuse(i, function->first, "a function of the host, which no kernel can call; __device__ is missing");
  }

  void look_at_device_code(std::size_t i) {
    static const Words library = {"cout",  "cerr",  "clog",    "cin",    "rand",   "srand",
                                  "time",  "puts",  "putchar", "fopen",  "fclose", "fprintf",
                                  "fputs", "qsort", "strlen",  "getenv", "system", "atoi"},
                       classes = {"string", "vector", "map", "set"};
    const std::string& name = source_.tokens[i].text;
    const std::size_t before = code_before(source_, i);
    const bool is_own = names_.several.count(name) != 0 || names_.called.count(name) != 0;
    const bool is_of_std = source_.is(before, "::") && source_.is(before - 1, "std");
    const bool is_called = source_.is(i + 1, "(") && (!source_.is_identifier(before) || source_.is(before, "return"));
    const bool is_used = is_of_std || is_called || source_.is(code_from(source_, i + 1), "<<");
    if ((library.count(name) != 0 && !is_own && is_used) || (classes.count(name) != 0 && is_of_std))
      refuse(i, name, "of the host's library, which no kernel can use");
    if (name == "static" && !has_word(source_, i, end_of(source_, i), {"const", "constexpr", "\"shared\""}))
      refuse(i, name, "one variable of all threads, to be declared outside of the function, as __device__");
    if (name == "<<<") refuse(i, name, "dynamic parallelism (a kernel that launches) is not supported");
    if (allocates(source_, i)) refuse(i, name, "memory that a kernel allocates itself is not supported");
    if (makes_a_large_tile(source_, i)) refuse(i, name, "tiles of more than 32 threads are not supported");
    if (name.find("no_sanitize") != name.npos) refuse(i, name, "what it hides cannot be seen");
  }

  void look_at_variable(std::size_t i, std::size_t behind) {
    static const Words of_kernels = {"threadIdx", "blockIdx", "__syncthreads", "__syncwarp"};
    const std::string& name = source_.tokens[i].text;
    // What may take the variable itself, and not its value.
    const bool takes_it =
        name == "sizeof" || name == "decltype" || name.find("Symbol") != name.npos || names_.called.count(name) != 0;
    if (takes_it && source_.is(behind, "(")) passed_ = std::max(passed_, closing(source_, behind));
    if (of_kernels.count(name) != 0 && names_.several.count(name) == 0)
      refuse(i, name, "a kernel has it, and not the host");
    if (i > passed_ && names_.variables.count(name) != 0)
      refuse(i, name, "of the device: the host reaches it by cudaMemcpyToSymbol() and cudaMemcpyFromSymbol()");
  }

  void refuse(std::size_t token, const std::string& name, const char* why) {
    found_.push_back({token, name + ": " + why});
  }

  const Source& source_;
  const Names names_;
  std::size_t passed_ = 0;  // to there, arguments of what may take a variable itself
  std::vector<Refusal> found_;
};

}  // namespace

std::vector<Refusal> find_wrong_sides(const Source& source) { return Bodies(source).refused(); }

}  // namespace ladder::tried
