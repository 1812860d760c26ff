#include <map>
#include <set>
#include <string>

#include "ladder/engine/emulator/executable/device_code.hpp"
#include "tools/try/source/rewriting.hpp"

namespace ladder::tried {
namespace {

bool is_qualifier(const std::string& word) {
  return word == "__device__" || word == "__host__" || word == "__managed__";
}

// What a qualifier stands in front of.
struct Declared {
  bool function = false;
  std::string name;
  std::size_t body = 0, body_end = 0;      // the braces of a function's definition; 0: declared only
  bool managed = false, constant = false;  // a variable
};

// From the bracket that closes the parameters to the brace of the body; 0 where there is none.
std::size_t body_behind(const Source& source, std::size_t close) {
  bool initializers = false;
  for (std::size_t i = close + 1; i < source.tokens.size(); ++i) {
    const std::string& text = source.tokens[i].text;
    if (text == ";" || text == "=") return 0;
    if (text == "(") i = closing(source, i);
    if (text == ":") initializers = true;
    if (text != "{") continue;
    // A member's initializer, x{1}, stands behind its name.
    const bool of_member = initializers && source.is_identifier(i - 1);
    if (!of_member) return i;
    i = closing(source, i);
  }
  return 0;
}

Declared declared_from(const Source& source, std::size_t i) {
  Declared found;
  for (; i < source.tokens.size(); ++i) {
    const std::string& text = source.tokens[i].text;
    if (text == ";" || text == "=" || text == "{" || text == "}" || text == "[") return found;
    if (takes_brackets(text) && source.is(i + 1, "(")) {
      const std::size_t close = closing(source, i + 1);
      for (; i < close; ++i) found.constant = found.constant || source.is(i, "\"constant\"");
    } else if (text == "<" && !source.is(i - 1, "operator")) {
      i = closing(source, i);
    } else if (text == "operator") {
      found.name = "operator";
      while (!source.is(i + 1, "(")) ++i;
      if (source.is(i, "operator")) i += 2;  // operator()
    } else if (text == "(") {
      found.function = !source.is(i + 1, "*");
      const std::size_t close = closing(source, i);
      found.body = body_behind(source, close);
      if (found.body != 0) found.body_end = closing(source, found.body);
      return found;
    } else if (source.is_identifier(i)) {
      found.name = text;
    }
  }
  return found;
}

// Who calls whom, among the device functions of a file, by their names.
class Calls {
 public:
  void add(const Source& source, const Declared& function) {
    if (function.body == 0) return;
    std::set<std::string>& called = called_[function.name];
    for (std::size_t i = function.body; i < function.body_end; ++i) {
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
  if (!declared.function && declared.constant) return "";
  if (!declared.function && declared.managed) return emulator::managed_variable_attributes;
  if (!declared.function) return emulator::device_variable_attributes;
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
      Declared declared = declared_from(source, i + 1);
      declared.managed = text == "__managed__" || source.is(code_from(source, i + 1), "__managed__");
      if (declared.function) calls.add(source, declared);
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
