#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "ladder/emulator/debuginfo/device_code.hpp"
#include "tools/try/source/rewriting.hpp"
#include "tools/try/source/units.hpp"

namespace ladder::tried {
namespace {

const Words qualifiers = {"__device__", "__host__", "__managed__"};

// Who calls whom, among the device functions of a file, by their names.
class Calls {
 public:
  void add(const Source& source, const Unit& function) {
    std::set<std::string>& called = called_[function.name];
    for (std::size_t i = function.body; i < function.end; ++i) {
      if (source.is_identifier(i) && (source.is(i + 1, "(") || source.is(i + 1, "<")))
        called.insert(source.tokens[i].text);
    }
  }
  bool is_defined(const std::string& name) const { return called_.count(name) != 0; }
  bool calls_itself(const std::string& name) const {
    std::set<std::string> seen;
    return reaches(name, name, seen);
  }

 private:
  bool reaches(const std::string& from, const std::string& to, std::set<std::string>& seen) const {
    const auto found = called_.find(from);
    if (found == called_.end()) return false;
    for (const std::string& next : found->second) {
      if (next == to || (seen.insert(next).second && reaches(next, to, seen))) return true;
    }
    return false;
  }

  std::map<std::string, std::set<std::string>> called_;
};

// Whether the qualifier is a lambda's: it stands behind the [captures], or behind the (parameters) that follow them.
bool is_of_lambda(const Source& source, std::size_t qualifier) {
  std::size_t end = code_before(source, qualifier);
  if (source.is(end, ")")) end = code_before(source, opening(source, end));
  const bool is_attribute = source.is(end, "]") && source.is(opening(source, end) + 1, "[");  // [[...]]
  return source.is(end, "]") && !is_attribute;
}

// Of the variable that is declared at `begin`.
std::string variable_attributes(const Source& source, std::size_t begin, bool is_managed) {
  const std::size_t end = unit_at(source, begin).end;
  for (std::size_t i = begin; i < end && !source.is(i, "="); ++i) {
    // What stands for `__constant__` is enough: of several tags clang++ keeps one.
    if (source.is(i, "\"constant\"")) return "";
  }
  return is_managed ? emulator::managed_variable_attributes : emulator::device_variable_attributes;
}

// `int f(int n, ...)`, which no compiler can make a part of what calls it.
bool is_variadic(const Source& source, const Unit& function) {
  return source.is(code_before(source, closing(source, function.open)), "...");
}

// `int (*f)(int)`, of which g++ takes the word for its return type's.
bool is_pointer_to_function(const Source& source, std::size_t begin, std::size_t end) {
  while (begin < end && !(source.is(begin, "(") && source.is(begin + 1, "*"))) ++begin;
  return begin < end;
}

// Neither a function nor a constructor is called for a variable of the device.
void ask_for_constants(Source& source) {
  for (const Unit& unit : units_of(source)) {
    const bool is_variable =
        unit.open == 0 && unit.body == 0 && unit.scope == 0 && !source.tokens[unit.begin].of_system;
    std::size_t value = unit.begin;  // its first one, which may have a function for the device
    while (value < unit.end && !source.is_one_of(value, {"=", "{"})) ++value;
    if (is_variable && has_word(source, unit.begin, value, {"__device__", "__managed__", "\"constant\""}) &&
        !has_word(source, unit.begin, value, {"constexpr", "extern", "template"}) &&
        !is_pointer_to_function(source, unit.begin, unit.end))
      source.tokens[unit.begin].before += std::string(emulator::constant_first_value) + " ";
  }
}

}  // namespace

void replace_qualifiers(Source& source) {
  ask_for_constants(source);
  Calls calls;
  std::vector<std::pair<std::size_t, std::string>> functions;  // of the device: a qualifier, and the name
  for (std::size_t i = 0; i < source.tokens.size(); ++i) {
    if (!source.is_one_of(i, qualifiers)) continue;
    std::size_t first = source.tokens.size();  // that is for the device
    bool is_managed = false;
    const bool is_lambda = is_of_lambda(source, i);
    for (; source.is_one_of(i, qualifiers); i = code_from(source, i + 1)) {
      if (!source.is(i, "__host__")) first = std::min(first, i);
      is_managed = is_managed || source.is(i, "__managed__");
      source.tokens[i].text.clear();
    }
    if (first == source.tokens.size() || is_lambda) continue;
    const Unit unit = unit_at(source, i);
    if (unit.body != 0 && !is_variadic(source, unit)) calls.add(source, unit);
    if (unit.open != 0) functions.emplace_back(first, unit.name);
    if (unit.open == 0) source.tokens[first].text = variable_attributes(source, i, is_managed);
  }
  for (const auto& [qualifier, name] : functions) {
    const bool inlined = calls.is_defined(name) && !calls.calls_itself(name);
    if (inlined || name == "operator") source.tokens[qualifier].text = emulator::device_function_attributes;
  }
}

}  // namespace ladder::tried
