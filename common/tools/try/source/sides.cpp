#include <algorithm>
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

bool has_word(const Source& source, std::size_t begin, std::size_t end, const Words& words) {
  end = std::min(end, source.tokens.size());
  while (begin < end && words.count(source.tokens[begin].text) == 0) ++begin;
  return begin < end;
}

bool is_const(const Source& source, std::size_t begin, std::size_t end) {
  return has_word(source, begin, end, {"const", "constexpr", "consteval"});
}

// What stands behind the name at i and its <arguments of a template>.
std::size_t behind_name(const Source& source, std::size_t i) {
  const std::size_t next = code_from(source, i + 1);
  const std::size_t close = source.is(next, "<") ? closing(source, next) : source.tokens.size();
  return close < source.tokens.size() ? code_from(source, close + 1) : next;
}

struct Function {
  unsigned callers;   // of all of its name
  std::size_t token;  // where the first one begins
};

// What the program declares, by name. Where a name stands for several things, it is not looked at which one is meant.
class Declarations {
 public:
  explicit Declarations(const Source& source) {
    std::size_t end_of_class = 0;
    for (const Unit& unit : units_of(source)) {
      if (source.tokens[unit.begin].of_system) {
        if (unit.open != 0) (is_of_c_library(source, unit) ? of_c_library_ : of_system_).insert(unit.name);
        continue;
      }
      if (unit.is_class && unit.scope != 0) end_of_class = std::max(end_of_class, closing(source, unit.scope));
      for (std::size_t i = unit.open; i < unit.end && unit.open != 0; ++i)
        if (source.is_identifier(i) && is_declared(source, i)) inner_.insert(source.tokens[i].text);
      if (unit.begin < end_of_class || (unit.open != 0 && is_const(source, unit.begin, unit.open))) {
        inner_.insert(unit.name);
      } else if (unit.open != 0) {
        const bool is_kernel = has_word(source, unit.begin, unit.open, {"__global__"});
        Function& function = functions_.try_emplace(unit.name, Function{0, unit.begin}).first->second;
        function.callers |= is_kernel ? kernel : (unit.for_host ? host : 0U) | (unit.for_device ? device : 0U);
      } else if (has_word(source, unit.begin, unit.end, {"__device__", "\"constant\""}) &&
                 !has_word(source, unit.begin, unit.end, {"__managed__"}) && !is_const(source, unit.begin, unit.end)) {
        device_variables_.insert(unit.name);
      } else {
        inner_.insert(unit.name);
      }
    }
  }

  // Of a member, a parameter, a variable of a function, ...
  bool is_inner(const std::string& name) const { return inner_.count(name) != 0; }
  bool is_function(const std::string& name) const { return functions_.count(name) != 0; }
  bool is_of_system(const std::string& name) const {
    return of_system_.count(name) != 0 && !is_function(name) && !is_inner(name);
  }
  // Where it is no function that is the program's alone: all are callers.
  Function function(const std::string& name) const {
    const bool is_known = is_function(name) && !is_inner(name) && of_system_.count(name) == 0;
    return is_known ? functions_.at(name) : Function{host | device | kernel, 0};
  }
  bool is_device_variable(const std::string& name) const {
    return device_variables_.count(name) != 0 && !is_inner(name);
  }
  bool is_of_c_library(const std::string& name) const {
    return of_c_library_.count(name) != 0 && of_system_.count(name) == 0 && !is_function(name) && !is_inner(name);
  }

 private:
  // Without what the GPU has as well, or what is told of as it runs.
  static bool is_of_c_library(const Source& source, const Unit& unit) {
    static const Words in_kernels = {"printf", "malloc", "free",  "abs",        "labs", "llabs",
                                     "clock",  "exit",   "_Exit", "quick_exit", "abort"};
    const std::string place = source.place(unit.begin), header = place.substr(0, place.find(':'));
    return (header == "stdio.h" || header == "stdlib.h" || header == "time.h") && in_kernels.count(unit.name) == 0;
  }

  std::map<std::string, Function> functions_;
  std::set<std::string> device_variables_, of_c_library_, of_system_, inner_;
};

// Looks at the tokens of functions, one after the other.
class Look {
 public:
  explicit Look(const Source& source) : source_(source), names_(source) {}

  // The token i, of a function for that side; 0: for both, or not known.
  void at(std::size_t i, unsigned side) {
    if (source_.is(i, "\"shared\"") || (source_.is(i, "static") && side == device)) look_at_declaration(i);
    const std::size_t before = code_before(source_, i);
    if (!source_.is_identifier(i) || source_.is(before, ".") || source_.is(before, "->")) return;
    look_at_function(i, before, side);
    if (side == device) look_at_library(i, before);
    if (side == host) look_at_variable(i);
  }

  std::vector<Refusal> found() {
    std::ranges::stable_sort(found_, {}, &Refusal::token);
    return std::move(found_);
  }

 private:
  void look_at_declaration(std::size_t i) {
    const bool is_static = source_.is(i, "static");
    bool is_class = false, is_kept = false, has_value = false;
    for (std::size_t k = i; k < source_.tokens.size() && !source_.is(k, ";"); ++k) {
      is_class = is_class || has_word(source_, k, k + 1, {"struct", "class", "union"});
      is_kept = is_kept || has_word(source_, k, k + 1, {"const", "constexpr", "\"shared\""});
      has_value = has_value || source_.is(k, "=") || (source_.is(k, "{") && !is_class);
      if (source_.is(k, "[") || source_.is(k, "{")) k = closing(source_, k);
    }
    if (is_static && !is_kept)
      refuse(i, "static", "one variable of all threads, to be declared outside of the function, as __device__");
    if (!is_static && has_value)
      refuse(i, "__shared__", "takes no initial value; let a thread assign it, then a barrier");
  }

  void look_at_function(std::size_t i, std::size_t before, unsigned side) {
    const std::string& name = source_.tokens[i].text;
    const std::size_t behind = behind_name(source_, i);
    const auto& [callers, token] = names_.function(name);
    const bool is_by_function =
        source_.is(before, "(") && source_.is(before - 1, "launch") && names_.is_of_system("launch");
    if (source_.is(behind, "<<<") || is_by_function) {
      if ((callers & kernel) == 0) refuse(token, name, "is launched, and no kernel: __global__ is missing");
    } else if (source_.is(behind, "(") && callers == kernel) {
      refuse(i, name, "a kernel is not called, but launched: <<<grid, block>>>(...)");
    } else if (source_.is(behind, "(") && side != 0 && (callers & side) == 0) {
      refuse(i, name,
             side == host ? "a function of the device, which the host cannot call"
                          : "a function of the host, which no kernel can call; __device__ is missing");
    }
  }

  void look_at_library(std::size_t i, std::size_t before) {
    static const Words streams = {"cout", "cerr", "clog", "cin"}, classes = {"string", "vector", "map", "set"};
    const std::string& name = source_.tokens[i].text;
    const bool is_of_std = source_.is(before, "::") && source_.is(before - 1, "std");
    if ((streams.count(name) != 0 && !names_.is_inner(name)) || (classes.count(name) != 0 && is_of_std) ||
        (source_.is(behind_name(source_, i), "(") && names_.is_of_c_library(name)))
      refuse(i, name, "of the host's library, which no kernel can use");
  }

  void look_at_variable(std::size_t i) {
    static const Words of_kernels = {"threadIdx", "blockIdx", "__syncthreads", "__syncwarp"};
    const std::string& name = source_.tokens[i].text;
    const bool takes_it =
        name == "sizeof" || name == "decltype" || name.find("Symbol") != std::string::npos || names_.is_function(name);
    const std::size_t behind = behind_name(source_, i);
    if (takes_it && source_.is(behind, "(")) passed_ = std::max(passed_, closing(source_, behind));
    if (of_kernels.count(name) != 0 && !names_.is_inner(name)) refuse(i, name, "a kernel has it, and not the host");
    if (i > passed_ && names_.is_device_variable(name))
      refuse(i, name, "of the device: the host reaches it by cudaMemcpyToSymbol() and cudaMemcpyFromSymbol()");
  }

  void refuse(std::size_t token, const std::string& name, const char* why) {
    found_.push_back({token, name + ": " + why});
  }

  const Source& source_;
  Declarations names_;
  std::size_t passed_ = 0;  // to there, arguments of what may take the variable itself
  std::vector<Refusal> found_;
};

}  // namespace

std::vector<Refusal> find_wrong_sides(const Source& source) {
  Look look(source);
  for (const Unit& unit : units_of(source)) {
    if (source.tokens[unit.begin].of_system || unit.body == 0) continue;
    const bool is_for_both = unit.for_device ? unit.for_host
                                             : is_const(source, unit.begin, unit.open) ||
                                                   has_word(source, unit.body, unit.end, {"__device__"});  // a lambda
    for (std::size_t i = unit.body; i < unit.end; ++i) look.at(i, is_for_both ? 0U : unit.for_device ? device : host);
  }
  return look.found();
}

}  // namespace ladder::tried
