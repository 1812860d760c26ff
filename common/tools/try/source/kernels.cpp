#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>
#include <string>
#include <vector>

#include "ladder/emulator/debuginfo/device_code.hpp"
#include "tools/try/source/rewriting.hpp"
#include "tools/try/source/units.hpp"

namespace ladder::tried {
namespace {

// A kernel's declaration. Each end is one past the last token.
struct Kernel : Unit {
  Kernel(const Source& source, const Unit& unit)
      : Unit(unit), close(closing(source, open)), name(code_before(source, open)) {
    if (!source.is(name, ">")) return;
    while (name > begin && !source.is(name, "<")) --name;
    name = code_before(source, name);
  }
  std::size_t close;  // the bracket behind the parameters
  std::size_t name;   // what stands from behind it to `open` is a specialization's: `k<float>`
};

// The name that a parameter of a function or of a template declares, with "..." behind that of a pack; empty where it
// has none.
std::string declared_name(const Source& source, std::size_t begin, std::size_t end) {
  static const Words types = {"void",   "bool",     "char",  "short",    "int",      "long",  "float", "double",
                              "signed", "unsigned", "const", "volatile", "typename", "class", "auto"};
  std::string name;
  bool pack = false;
  for (std::size_t i = begin; i < end; ++i) {
    const std::string& text = source.tokens[i].text;
    if (text == "=") break;
    if (text == "...") pack = true;
    if (text == "[") i = closing(source, i);
    if (text == "<") i = closing(source, i);
    // A pointer to a function or an array: (*name)(int)
    if (text == "(") {
      const bool pointer = source.is(i + 1, "*") || source.is(i + 1, "&");
      if (pointer) return source.tokens[i + 2].text;
      i = closing(source, i);
    }
    if (i < end && source.tokens[i].kind == TokenKind::identifier) name = i == begin ? "" : source.tokens[i].text;
  }
  if (types.contains(name)) name.clear();
  return name.empty() || !pack ? name : name + "...";
}

std::string join(const std::vector<std::string>& words) { return fmt::format("{}", fmt::join(words, ", ")); }

// Their names, with one for each that has none: they are handed over all the same.
std::vector<std::string> name_parameters(Source& source, const Kernel& kernel) {
  std::vector<std::string> names;
  int number = 0;
  for (const auto& [begin, end] : comma_separated(source, kernel.open + 1, kernel.close)) {
    if (end == begin + 1 && source.is(begin, "void")) continue;
    std::string name = declared_name(source, begin, end);
    if (name.empty()) source.tokens[end - 1].text += " " + (name = "unnamed_" + std::to_string(++number));
    names.push_back(name);
  }
  return names;
}

// The template arguments of the kernel's code: those of its specialization, or the parameters of its template.
std::string template_arguments(const Source& source, const Kernel& kernel) {
  if (kernel.open > kernel.name + 1) return words(source, kernel.name + 1, kernel.open);
  if (!source.is(kernel.begin, "template")) return {};
  const std::size_t open = code_from(source, kernel.begin + 1);
  std::vector<std::string> names;
  for (const auto& [first, last] : comma_separated(source, open + 1, closing(source, open))) {
    const std::string name = declared_name(source, first, last);
    if (!name.empty()) names.push_back(name);
  }
  return "<" + join(names) + ">";
}

// The type of the kernel's function, which tells it from others of its name: `void (*)(float* a, int n)`.
std::string pointer_type(const Source& source, const Kernel& kernel) {
  std::vector<std::string> parameters;
  for (const auto& [begin, end] : comma_separated(source, kernel.open + 1, kernel.close)) {
    std::size_t i = begin;
    while (i < end && !source.is(i, "=")) ++i;
    parameters.push_back(words(source, begin, i));
  }
  return "void (*)(" + join(parameters) + ")";
}

void blank(Source& source, std::size_t i) { source.tokens[i].text.clear(); }

// A template may be specialized before it is defined: its code is declared beside it.
void declare(Source& source, const Kernel& kernel, std::size_t global) {
  const std::size_t end = code_from(source, kernel.close + 1);
  const bool is_template = source.is(kernel.begin, "template") && source.is(code_from(source, kernel.begin + 1), "<");
  if (!is_template || !source.is(end, ";")) return;
  for (const std::string suffix : {"", emulator::plain_code_suffix}) {
    source.tokens[end].after += " " + words(source, kernel.begin, global) + " " + emulator::device_code_attributes +
                                " " + words(source, global, kernel.name) + " " + source.tokens[kernel.name].text +
                                emulator::device_code_suffix + suffix +
                                words(source, kernel.name + 1, kernel.close + 1) + ";";
  }
}

// The registers that a kernel's plain code reads without a call: but for a name that the kernel declares itself.
std::map<std::string, std::string> registers_of(const Source& source, std::size_t begin, std::size_t end) {
  std::map<std::string, std::string> registers;
  int number = 0;
  for (const std::string name : {"threadIdx", "blockIdx", "blockDim", "gridDim"}) {
    const std::string value = fmt::format("::ladder::emulator::plain_registers[{}]", number++);
    std::size_t i = begin;
    while (i < end && !(source.is(i, name.c_str()) && source.is_identifier(code_before(source, i)) &&
                        !source.is(code_before(source, i), "return"))) {
      ++i;
    }
    if (i == end) registers.insert({{name, value}, {"unsigned(" + name, "unsigned(" + value}});  // as numbers, too
  }
  return registers;
}

// The tokens from `begin` to `end` once more, as plain code, on the lines that they stand on.
std::string plain_copy(const Source& source, std::size_t begin, std::size_t end) {
  const auto registers = registers_of(source, begin, end);
  std::string text;
  for (std::size_t i = begin; i < end; ++i) {
    const Token& token = source.tokens[i];
    const bool is_member = i != begin && source.is_one_of(code_before(source, i), {".", "->"});
    const auto found = is_member ? registers.end() : registers.find(token.text);
    if (i != begin) text += token.before;  // the marker knows the line of the first
    text += (found == registers.end() ? token.text : found->second) + token.after;
  }
  return "\n" + line_marker(source, begin) + "\n" + text + "\n" + line_marker(source, end - 1) + "\n";
}

void split(Source& source, const Kernel& kernel, std::size_t global) {
  std::vector<std::string> handed_over = name_parameters(source, kernel);
  const std::string name = source.tokens[kernel.name].text;
  const std::string code = name + emulator::device_code_suffix;
  const std::string plain = code + emulator::plain_code_suffix;
  const auto pointer_to = [&](const std::string& function) {
    return "static_cast<" + pointer_type(source, kernel) + ">(" + function + template_arguments(source, kernel) + ")";
  };
  handed_over.insert(handed_over.begin(), {pointer_to(code), pointer_to(plain)});
  const std::string stub =
      words(source, kernel.begin, kernel.close + 1) + " { ::ladder::emulator::hand_over(" + join(handed_over) + "); }";
  for (std::size_t i = kernel.begin; i < kernel.name; ++i) {
    if (source.is(i, "extern") && source.is(i + 1, "\"C\"")) blank(source, i), blank(source, i + 1);
  }
  for (std::size_t i = kernel.close; i < kernel.end; ++i) {  // lambdas, and classes that are the kernel's own
    if (source.is_one_of(i, {"__device__", "__host__"})) blank(source, i);
  }
  source.tokens[global].text = emulator::plain_code_attributes;
  source.tokens[kernel.name].text = plain;
  const std::string copy = plain_copy(source, kernel.begin, kernel.end);
  source.tokens[global].text = emulator::device_code_attributes;
  source.tokens[kernel.name].text = code;
  source.tokens[kernel.begin].text = "extern \"C++\" { " + source.tokens[kernel.begin].text;
  source.tokens[kernel.end - 1].after = copy + " } " + stub;
}

}  // namespace

void split_kernels(Source& source) {
  for (const Unit& unit : units_of(source)) {
    for (std::size_t i = unit.begin; i < unit.end; ++i) {
      if (!source.is(i, "__global__")) continue;
      blank(source, i);
      const bool is_defined = i < unit.body && closing(source, unit.body) < source.tokens.size();
      if (is_defined) split(source, Kernel(source, unit), i);
      if (!is_defined && unit.open != 0) declare(source, Kernel(source, unit), i);
    }
  }
}

}  // namespace ladder::tried
