#include <fmt/format.h>
#include <fmt/ranges.h>

#include <set>
#include <string>
#include <vector>

#include "ladder/emulator/debuginfo/device_code.hpp"
#include "tools/try/source/rewriting.hpp"
#include "tools/try/source/units.hpp"

namespace ladder::tried {
namespace {

// The parts of a kernel's declaration, as indexes of tokens; each end is one past the last.
struct Kernel {
  std::size_t begin;                   // of the declaration: `template`, `static`, `__global__`
  std::size_t name, name_end;          // with what stands behind a specialization's name: `k<float>`
  std::size_t open, close;             // the brackets of the parameters
  std::size_t body = 0, body_end = 0;  // its braces; body 0: declared only
};

std::size_t begin_of_declaration(const Source& source, std::size_t i) {
  static const std::set<std::string> ends = {";", "{", "}"};
  while (i > 0 && source.tokens[i - 1].kind != TokenKind::directive && ends.count(source.tokens[i - 1].text) == 0) --i;
  return i;
}

Kernel kernel_at(const Source& source, std::size_t global) {
  const Unit unit = unit_at(source, global + 1);
  Kernel kernel{};
  kernel.begin = begin_of_declaration(source, global);
  kernel.open = unit.open == 0 ? source.tokens.size() : unit.open;
  kernel.close = closing(source, kernel.open);
  if (kernel.close == source.tokens.size()) return kernel;
  kernel.name_end = kernel.open;
  kernel.name = code_before(source, kernel.open);
  if (source.is(kernel.name, ">")) {
    while (kernel.name > kernel.begin && !source.is(kernel.name, "<")) --kernel.name;
    kernel.name = code_before(source, kernel.name);
  }
  if (unit.body != 0) kernel.body = unit.body, kernel.body_end = closing(source, unit.body);
  return kernel;
}

// The name that a parameter of a function or of a template declares, with "..." behind that of a pack; empty where it
// has none.
std::string declared_name(const Source& source, std::size_t begin, std::size_t end) {
  static const std::set<std::string> types = {"void",  "bool",     "char",     "short",  "int",
                                              "long",  "float",    "double",   "signed", "unsigned",
                                              "const", "volatile", "typename", "class",  "auto"};
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
  if (types.count(name) != 0) name.clear();
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
  if (kernel.name_end > kernel.name + 1) return words(source, kernel.name + 1, kernel.name_end);
  const std::size_t begin = code_from(source, kernel.begin);
  if (!source.is(begin, "template")) return {};
  const std::size_t open = code_from(source, begin + 1);
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
  blank(source, global);
  const std::size_t begin = code_from(source, kernel.begin);
  const std::size_t end = code_from(source, kernel.close + 1);
  if (!source.is(begin, "template") || !source.is(code_from(source, begin + 1), "<") || !source.is(end, ";")) return;
  for (const std::string suffix : {"", emulator::plain_code_suffix}) {
    source.tokens[end].after += " " + words(source, kernel.begin, global) + " " + emulator::device_code_attributes +
                                " " + words(source, global, kernel.name) + " " + source.tokens[kernel.name].text +
                                emulator::device_code_suffix + suffix +
                                words(source, kernel.name + 1, kernel.close + 1) + ";";
  }
}

// The tokens from `begin` to `end` once more, on the lines that they stand on.
std::string copy_of(const Source& source, std::size_t begin, std::size_t end) {
  std::string text;
  for (std::size_t i = begin; i < end; ++i) {
    const Token& token = source.tokens[i];
    text += (i == begin ? "" : token.before) + token.text + token.after;  // the marker knows the line of the first
  }
  return "\n" + line_marker(source, begin) + "\n" + text + "\n" + line_marker(source, end - 1) + "\n";
}

void split(Source& source, const Kernel& kernel, std::size_t global) {
  blank(source, global);
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
  source.tokens[global].text = emulator::plain_code_attributes;
  source.tokens[kernel.name].text = plain;
  const std::string copy = copy_of(source, kernel.begin, kernel.body_end + 1);
  source.tokens[global].text = emulator::device_code_attributes;
  source.tokens[kernel.name].text = code;
  source.tokens[kernel.begin].text = "extern \"C++\" { " + source.tokens[kernel.begin].text;
  source.tokens[kernel.body_end].after = copy + " } " + stub;
}

}  // namespace

void split_kernels(Source& source) {
  for (std::size_t i = 0; i < source.tokens.size(); ++i) {
    if (!source.is(i, "__global__")) continue;
    const Kernel kernel = kernel_at(source, i);
    if (kernel.body == 0 || kernel.body_end >= source.tokens.size()) {
      declare(source, kernel, i);
    } else {
      split(source, kernel, i);
    }
  }
}

}  // namespace ladder::tried
