#include <map>
#include <set>
#include <string>

#include "ladder/emulator/debuginfo/device_code.hpp"
#include "tools/try/source/rewriting.hpp"
#include "tools/try/source/units.hpp"

namespace ladder::tried {
namespace {

bool is_qualifier(const std::string& word) {
  return word == "__device__" || word == "__host__" || word == "__managed__";
}

// What a qualifier stands in front of.
struct Declared : Unit {
  Declared(const Source& source, std::size_t qualifier) : Unit(unit_at(source, qualifier + 1)) {
    is_managed = source.is(qualifier, "__managed__") || source.is(code_from(source, qualifier + 1), "__managed__");
    for (std::size_t i = begin; i < end && !source.is(i, "="); ++i)
      is_constant = is_constant || source.is(i, "\"constant\"");
  }
  bool is_function() const { return open != 0; }
  bool is_managed, is_constant = false;  // a variable
};

// Who calls whom, among the device functions of a file, by their names.
class Calls {
 public:
  void add(const Source& source, const Declared& function) {
    if (function.body == 0) return;
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

std::string attributes_of(const Declared& declared, const Calls& calls) {
  // What stands for `__constant__` behind it is enough: of several tags clang++ keeps one.
  if (!declared.is_function() && declared.is_constant) return "";
  if (!declared.is_function())
    return declared.is_managed ? emulator::managed_variable_attributes : emulator::device_variable_attributes;
  const bool inlined = calls.is_defined(declared.name) && !calls.calls_itself(declared.name);
  return inlined || declared.name == "operator" ? emulator::device_function_attributes : "";
}

// Whether the qualifier is a lambda's: it stands behind the [captures], or behind the (parameters) that follow them.
bool is_of_lambda(const Source& source, std::size_t qualifier) {
  std::size_t end = code_before(source, qualifier);
  while (end < qualifier && is_qualifier(source.tokens[end].text)) end = code_before(source, end);
  if (source.is(end, ")")) end = code_before(source, opening(source, end));
  if (!source.is(end, "]")) return false;
  const bool is_attribute = source.is(opening(source, end) + 1, "[");  // [[...]]
  return !is_attribute;
}

}  // namespace

void replace_qualifiers(Source& source) {
  Calls calls;
  std::map<std::size_t, Declared> device;  // by the qualifier's token
  for (std::size_t i = 0; i < source.tokens.size(); ++i) {
    const std::string& text = source.tokens[i].text;
    if (!is_qualifier(text)) continue;
    const std::size_t before = code_before(source, i);
    if (text != "__host__" && !is_of_lambda(source, i) &&
        !(before < i && is_qualifier(source.tokens[before].text) && device.count(before) != 0)) {
      const Declared declared(source, i);
      if (declared.is_function()) calls.add(source, declared);
      device.emplace(i, declared);
    }
  }
  for (std::size_t i = 0; i < source.tokens.size(); ++i) {
    if (!is_qualifier(source.tokens[i].text)) continue;
    const auto found = device.find(i);
    source.tokens[i].text = found == device.end() ? "" : attributes_of(found->second, calls);
  }
}

}  // namespace ladder::tried
