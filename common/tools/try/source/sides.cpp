#include <algorithm>
#include <cstdlib>
#include <map>
#include <set>
#include <string>
#include <string_view>

#include "ladder/base/pattern.hpp"
#include "tools/try/source/rewriting.hpp"
#include "tools/try/source/units.hpp"

namespace ladder::tried {
namespace {

// Who may call a function: the sides for which it is compiled; or it is a kernel.
enum Callers : unsigned { host = 1, device = 2, kernel = 4 };

struct Function {
  unsigned callers = 0;   // of all of its name
  std::size_t token = 0;  // where the last one begins
};

// What is declared outside of functions, by name.
struct Names {
  std::map<std::string, Function> functions;  // the program's: `f`, constructors `S()`, destructors `~S`
  std::map<std::string, bool> system;         // the system's; whether a kernel may call one, as far as is known
  std::set<std::string> constexpr_of_std;     // of an answer's, those that CUDA has nothing of its own for
  std::set<std::string> variables;            // of the device
  std::set<std::string> several, called;      // names of several things; of all functions
  bool uses_std = false;                      // using namespace std
  bool launches_by_function = false;          // launch(kernel, ...), as an exercise does

  bool is_of_host(const std::string& name) const {
    const auto found = functions.find(name);
    return found != functions.end() && found->second.callers == host;
  }
};

// `n` of `template <int n>`
bool is_parameter_of_template(const Source& source, std::size_t i) {
  const std::size_t type = code_before(source, i), before = code_before(source, type);
  return source.is_identifier(i) && source.is_identifier(type) && (source.is(before, "<") || source.is(before, ","));
}

// Who may call a function of the program. What the compiler makes itself, `S() = default;`, both may; and what is
// constexpr, in a program that may have been compiled with --expt-relaxed-constexpr.
unsigned callers_of(const Source& source, const Unit& unit, Judged judged) {
  if (has_word(source, unit.begin, unit.open, {"__global__"})) return kernel;
  const bool is_made = unit.body == 0 && has_word(source, unit.open, unit.end, {"default", "delete"});
  if (is_made || (is_constexpr(source, unit) && judged == Judged::program)) return host | device;
  return (unit.for_host ? host : 0U) | (unit.for_device ? device : 0U);
}

bool is_of_std(const Source& source, const Unit& unit) {
  return source.tokens[unit.begin].file.find("/c++/") != std::string_view::npos;
}

// Of a function of the system: not where it is the C++ library's own, and no constexpr.
bool may_be_of_device(const Source& source, const Unit& unit) {
  return is_constexpr(source, unit) || !is_of_std(source, unit);
}

// Whether it is constexpr in the C++ library, in a header whose functions CUDA does not have, as it has std::abs().
bool is_constexpr_of_std(const Source& source, const Unit& unit) {
  static const Words of_cuda = {"cmath", "std_abs.h", "move.h"};
  const std::string_view file = source.tokens[unit.begin].file;
  return is_constexpr(source, unit) && is_of_std(source, unit) && !of_cuda.contains(file.substr(file.rfind('/') + 1));
}

Names names_in(const Source& source, Judged judged) {
  const Words readable = {"const", "constexpr", "__managed__"};
  Names names;
  std::set<std::string> classes;
  std::size_t end_of_class = 0;
  for (const Unit& unit : units_of(source)) {
    const bool is_function = unit.open != 0, is_member = unit.begin < end_of_class;
    if (source.tokens[unit.begin].of_system) {
      if (is_function) names.system[unit.name] |= may_be_of_device(source, unit);
      if (is_function && judged == Judged::answer && is_constexpr_of_std(source, unit))
        names.constexpr_of_std.insert(unit.name);
      continue;
    }
    names.uses_std = names.uses_std || words(source, unit.begin, unit.end) == "using namespace std;";
    if (unit.is_class && unit.scope != 0) end_of_class = std::max(end_of_class, closing(source, unit.scope));
    const bool has_enum = has_word(source, unit.begin, unit.end, {"enum"});
    for (std::size_t i = unit.begin; i < unit.end; ++i)
      if (is_function && i < unit.open ? is_parameter_of_template(source, i)
                                       : may_be_declared(source, i) || (has_enum && is_enumerator(source, i)))
        if (source.tokens[i].text != unit.name || (is_function && i > unit.open))
          names.several.insert(source.tokens[i].text);
    if (is_function) {
      names.called.insert(unit.name);
      const bool is_destructor = source.is(code_before(source, code_before(source, unit.open)), "~");
      const bool is_constructor = !is_destructor && classes.count(unit.name) != 0;
      Function& function = names.functions[(is_destructor ? "~" : "") + unit.name + (is_constructor ? "()" : "")];
      function.callers |= callers_of(source, unit, judged);
      function.token = unit.begin;
    } else {
      const bool is_of_device = has_word(source, unit.begin, unit.end, {"__device__", "\"constant\""}) && !is_member &&
                                !has_word(source, unit.begin, unit.end, readable);
      (unit.is_class ? classes : is_of_device ? names.variables : names.several).insert(unit.name);
    }
  }
  for (const std::string& name : names.several) {
    for (const std::string& function : {name, name + "()", "~" + name}) names.functions.erase(function);
    names.variables.erase(name);
  }
  names.several.merge(classes);
  for (const auto& [name, may_be_of_device] : names.system) names.functions.erase(name);
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

// Whether the class that is named at i makes an object there: a variable, or, which is `made`, not as a copy: `S s;`,
// `S s(1, 2)`, `S{}`, `S(3)`.
struct Object {
  Object(const Source& source, std::size_t i) {
    std::size_t next = behind_name(source, i);
    const bool has_name = source.is_identifier(next);
    if (has_name) next = code_from(source, next + 1);
    if (has_word(source, code_before(source, i), i, {"::", "typedef", "using", "friend", "extern"})) return;
    const bool has_list = source.is(next, "{"), is_call = has_list || source.is(next, "(");
    made = has_name && (source.is(next, ";") || source.is(next, "["));
    is_variable = made || (has_name && (is_call || source.is(next, "=")));
    if (!is_call) return;
    const auto arguments = comma_separated(source, next + 1, closing(source, next));
    const bool is_number = arguments.size() == 1 && is_literal(source, arguments[0]);
    made = arguments.empty() ? !has_name || has_list : arguments.size() > 1 || is_number;
  }
  bool is_variable = false, made = false;
};

// Whether the variable that is declared around i is given a value.
bool has_value(const Source& source, std::size_t i) {
  for (bool is_class = false; i < source.tokens.size() && !source.is(i, ";"); ++i) {
    is_class = is_class || source.is_one_of(i, {"struct", "class", "union"});
    if (source.is(i, "=") || (source.is(i, "{") && !is_class)) return true;
    if (source.is(i, "[") || source.is(i, "{")) i = closing(source, i);
  }
  return false;
}

// `malloc(n)`, `new T`; but not `new (place) T`, nor a name of the program's own.
bool allocates(const Source& source, std::size_t i) {
  const std::size_t next = code_from(source, i + 1);
  if (source.is(i, "new")) return !source.is(next, "(") && !source.is(code_before(source, i), "operator");
  return source.is(i, "malloc") && source.is(next, "(") && !is_declared_function(source, i);
}

// `tiled_partition<256>(block)`
bool makes_a_large_tile(const Source& source, std::size_t i) {
  const std::size_t size = code_from(source, i + 2);
  return source.is(i, "tiled_partition") && source.is(i + 1, "<") && source.is(size + 1, ">") &&
         source.tokens[size].kind == TokenKind::number && std::atoi(source.tokens[size].text.c_str()) > 32;
}

constexpr const char* by_kernel = "a function of the host, which no kernel can call; __device__ is missing";

// Looks at the bodies of functions, token by token.
class Bodies {
 public:
  Bodies(const Source& source, Judged judged) : source_(source), names_(names_in(source, judged)) {}

  std::vector<Refusal> refused() {
    const std::vector<Unit> units = units_of(source_);
    const std::vector<bool> of_device = for_device(source_, units);
    for (const Unit& unit : units) {
      if (source_.tokens[unit.begin].of_system || unit.body == 0) continue;
      const bool is_for_both = unit.for_device ? unit.for_host : is_constexpr(source_, unit);
      const unsigned side = is_for_both ? 0U : unit.for_device ? device : host;
      for (std::size_t i = unit.body; i < unit.end; ++i) {
        const bool is_evaluated = !source_.is_one_of(i, {"sizeof", "decltype", "noexcept", "alignof"});
        const bool in_lambda = side == host && of_device[i];
        if (is_evaluated) look_at(i, in_lambda ? 0U : side);
        if (!is_evaluated && source_.is(i + 1, "(")) i = closing(source_, i + 1);
      }
    }
    std::ranges::stable_sort(found_, {}, &Refusal::token);
    return std::move(found_);
  }

 private:
  // side: of the function, 0 where it is for both.
  void look_at(std::size_t i, unsigned side) {
    const std::size_t before = code_before(source_, i), behind = behind_name(source_, i);
    if (source_.is(before, ".") || source_.is(before, "->"))
      return look_at_function(i, side, false, source_.is(behind, "("));
    if (source_.is(i, "\"shared\"") && source_.is(i - 2, "abi_tag") && has_value(source_, i))
      found_.push_back({i, "__shared__: takes no initial value; let a thread assign it, then a barrier"});
    if (side == device) look_at_device_code(i);
    if (side == host && source_.is(i, "<<<")) look_at_launch(i);
    if (!source_.is_identifier(i)) return;
    const std::size_t first = source_.is(before, "::") ? before - 1 : before;  // of `(::k`
    const bool is_launched = source_.is(behind, "<<<") ||
                             (source_.is(first, "(") && source_.is(first - 1, "launch") && names_.launches_by_function);
    look_at_function(i, side, is_launched, source_.is(behind, "("));
    if (side == host) look_at_variable(i, behind);
  }

  void look_at_function(std::size_t i, unsigned side, bool is_launched, bool is_called) {
    const auto function = names_.functions.find(source_.tokens[i].text);
    if (function == names_.functions.end()) return;
    const auto& [callers, token] = function->second;
    if (is_launched && (callers & kernel) == 0)
      refuse(token, function->first, "is launched, and no kernel: __global__ is missing");
    const bool is_used = is_called || is_value(source_, i);
    if (side == device && callers == host && is_used) return refuse(i, function->first, by_kernel);
    if (side == host && callers == device && is_used && !is_launched)
      return refuse(i, function->first, "a function of the device, which the host can neither call nor hand on");
    const bool may_be_variable = source_.is(code_before(source_, i), ",");  // the second of a list
    if (callers == kernel && is_called && !is_launched && !may_be_variable)
      refuse(i, function->first, "a kernel is not called, but launched: <<<grid, block>>>(...)");
  }

  // `f` or `&f` among its arguments is the host's function, also where the device has one of its own.
  void look_at_launch(std::size_t i) {
    const std::size_t open = code_from(source_, end_of_configuration(source_, i + 1) + 1);
    if (!source_.is(open, "(")) return;
    for (const auto& [begin, end] : comma_separated(source_, open + 1, closing(source_, open))) {
      const std::size_t name = begin + (source_.is(begin, "&") ? 1 : 0);
      const auto function = names_.functions.find(source_.tokens[name].text);
      if (name + 1 == end && function != names_.functions.end() && (function->second.callers & host) != 0)
        refuse(name, function->first, "handed to a kernel, it is a function of the host, which no kernel can call");
    }
  }

  void look_at_device_code(std::size_t i) {
    // What the compiler may put in the place of a call; the rest, refuse_library.sh finds.
    static const Pattern library(
        "puts|putchar|(__builtin_)?(mem(pcpy|ccpy|move|mem|r?chr|cmp)|st(p|pn|r|rn)cpy|b(copy|cmp|zero)|"
        "str[a-z]*(cat|cmp|chr|len|str|spn|pbrk|dup|tok|xfrm|coll|sep))|explicit_bzero|swab|wmem[a-z]+|wc[sp][a-z]+");
    static const Words classes = {"string", "vector",   "deque",      "list",        "map",         "set",
                                  "atomic", "function", "atomic_ref", "atomic_flag", "char_traits", "this_thread"};
    const std::string& name = source_.tokens[i].text;
    const std::size_t before = code_before(source_, i);
    const bool is_own = names_.several.count(name) != 0 || names_.called.count(name) != 0;
    const bool is_of_std = source_.is(before, "::") && source_.is(before - 1, "std") && !source_.is(before - 3, "cuda");
    const bool is_called = source_.is(i + 1, "(") && !is_declared_function(source_, i);
    const bool is_used = is_of_std || is_called || is_value(source_, i);
    const auto found = names_.system.find(name);
    const bool is_call = source_.is(behind_name(source_, i), "("),
               is_library_call = (is_of_std || (names_.uses_std && !is_own && !source_.is(before, "::"))) &&
                                 found != names_.system.end() && !found->second && is_call,
               is_constexpr_call = is_of_std && is_call && names_.constexpr_of_std.count(name) != 0;
    if ((is_used && !is_own && !library.whole(name).empty()) || (classes.count(name) != 0 && is_of_std) ||
        is_library_call || is_constexpr_call)
      refuse(i, name, "of the host's library, which no kernel can use");
    if (names_.is_of_host(name + "()") && Object(source_, i).made) refuse(i, name, by_kernel);
    if (names_.is_of_host("~" + name) && Object(source_, i).is_variable) refuse(i, "~" + name, by_kernel);
    if (name == "throw" || name == "try") refuse(i, name, "a GPU has no exceptions");
    if (name == "static" && !has_word(source_, i, unit_at(source_, i).end, {"const", "constexpr", "\"shared\""}))
      refuse(i, name, "one variable of all threads, to be declared outside of the function, as __device__");
    if (name == "thread_local" && !has_word(source_, i - std::min(i, std::size_t{8}), i, {"\"shared\""}))
      refuse(i, name, "no variable of device code is; one without it is each thread's own");
    if (name == "<<<") refuse(i, name, "dynamic parallelism (a kernel that launches) is not supported");
    if (allocates(source_, i)) refuse(i, name, "memory that a kernel allocates itself is not supported");
    if (makes_a_large_tile(source_, i)) refuse(i, name, "tiles of more than 32 threads are not supported");
  }

  void look_at_variable(std::size_t i, std::size_t behind) {
    static const Words of_kernels = {"threadIdx", "blockIdx", "__syncthreads", "__syncwarp"};
    const std::string& name = source_.tokens[i].text;
    static const Pattern of_values("f?printf|sn?printf|cuda[A-Za-z]*");
    // What may take the variable itself: neither its value, which is the device's, nor its address on the host.
    const bool takes_it =
        name.find("Symbol") != name.npos || (names_.called.count(name) != 0 && of_values.whole(name).empty());
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

std::vector<Refusal> find_wrong_sides(const Source& source, Judged judged) { return Bodies(source, judged).refused(); }

}  // namespace ladder::tried
