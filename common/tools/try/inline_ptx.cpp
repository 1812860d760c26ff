#include "tools/try/inline_ptx.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <utility>

#include "ladder/base/failure.hpp"
#include "ladder/base/mapped.hpp"
#include "ladder/source/tokens.hpp"

namespace ladder::tried {
namespace {

constexpr const char* ptx = "::ladder::ptx::";

[[noreturn]] void refuse(const std::string& words) { throw Failure(bad_usage, "inline PTX: " + words); }
[[noreturn]] void not_supported(const std::string& what) { refuse(what + " is not supported"); }

// --- The asm statement

// "=r"(lane): the C++ expression lane, which a register of that kind stands for.
struct AsmOperand {
  bool is_output, is_input;  // both: "+r"
  char kind;                 // h, r, l: integers of 16, 32, 64 bits; f, d: float, double; n: a constant
  std::string expression;
};

bool is_string(const Source& source, std::size_t i) {
  return i < source.tokens.size() && source.tokens[i].kind == TokenKind::text && source.tokens[i].text.front() == '"';
}

// "one" "another": what is in them, one after the other. `at` is then behind them.
std::string strings(const Source& source, std::size_t& at) {
  std::string all;
  for (; is_string(source, at); ++at) {
    const std::string& text = source.tokens[at].text;
    for (std::size_t i = 1; i + 1 < text.size(); ++i) {
      const bool is_escaped = text[i] == '\\' && ++i < text.size();
      all += !is_escaped ? text[i] : text[i] == 'n' ? '\n' : text[i] == 't' ? '\t' : text[i] == 'r' ? '\r' : text[i];
    }
  }
  return all;
}

AsmOperand read_operand(const Source& source, std::size_t& at, bool is_output) {
  const std::string constraint = strings(source, at);
  std::string kind = constraint;
  const char direction = kind.find_first_of("=+") == 0 ? kind.front() : '\0';
  if (direction != '\0') kind.erase(0, 1);
  if (kind.starts_with('&')) kind.erase(0, 1);
  const bool is_known = kind.size() == 1 && kind.find_first_of("hrlfdn") == 0;
  if (!is_known || (direction != '\0') != is_output) not_supported(fmt::format("the constraint \"{}\"", constraint));
  if (!source.is(at, "(")) refuse("an operand without its expression in parentheses");
  const std::size_t open = std::exchange(at, closing(source, at) + 1);
  if (at > source.tokens.size()) refuse("an expression without its last parenthesis");
  return {is_output, !is_output || direction == '+', kind.front(), words(source, open + 1, at - 1)};
}

const char* type_of(char kind) {
  static const std::map<char, const char*> types{{'h', "b16"}, {'r', "b32"}, {'l', "b64"},
                                                 {'f', "f32"}, {'d', "f64"}, {'n', "s64"}};
  return types.at(kind);
}

// --- Operands of an instruction

// A name of PTX's as one of C++'s.
std::string register_name(const std::string& name) {
  std::string result = "ladder_r_";
  for (const char c : name) result += c == '%' ? "_P" : c == '$' ? "_S" : std::string(1, c);
  return result;
}

// Which registers are declared, in the braces that are open.
using Scopes = std::vector<std::set<std::string>>;

bool is_declared(const Scopes& scopes, const std::string& name) {
  return std::ranges::any_of(scopes, [&](const auto& names) { return names.contains(name); });
}

// A number as it stands in PTX: 0x1f, 0b11, 0f3F800000, 1.5.
std::string number(const std::string& text) {
  static const std::regex integer("-?(0[xX][0-9a-fA-F]+|0[bB][01]+|\\d+)U?"), bits_32("0[fF][0-9a-fA-F]{8}"),
      bits_64("0[dD][0-9a-fA-F]{16}"), decimal(R"(-?\d+\.\d*([eE][-+]?\d+)?)");
  if (std::regex_match(text, bits_32)) return fmt::format("{}bits_of_f32(0x{}u)", ptx, text.substr(2));
  if (std::regex_match(text, bits_64)) return fmt::format("{}bits_of_f64(0x{}ull)", ptx, text.substr(2));
  if (std::regex_match(text, decimal)) return text;
  if (std::regex_match(text, integer)) return fmt::format("{}s64({}ull)", ptx, text.substr(0, text.find('U')));
  return "";
}

// A register or a number.
std::string value(std::string operand, const Scopes& scopes) {
  if (operand == "WARP_SZ") return "32";
  if (operand.starts_with('!')) return "!" + value(operand.substr(1), scopes);
  const bool is_of_statement =
      operand.starts_with('%') && operand.size() > 1 && operand.find_first_not_of("0123456789", 1) == operand.npos;
  if (is_of_statement) return "ladder_" + operand.substr(1);
  if (operand.starts_with("%%")) operand = operand.substr(1);
  if (is_declared(scopes, operand)) return register_name(operand);
  if (const std::string special = special_register(operand); !special.empty()) return special;
  if (const std::string literal = number(operand); !literal.empty()) return literal;
  not_supported(fmt::format("the operand \"{}\"", operand));
}

// {a,b}, or [a+16], which is base, offset.
std::string as_cpp(const std::string& operand, const Scopes& scopes) {
  const char mark = operand.starts_with('{') ? ',' : operand.starts_with('[') ? '+' : '\0';
  if (mark == '\0') return value(operand, scopes);
  std::vector<std::string> all;
  std::istringstream inside(operand.substr(1, operand.size() - 2));
  for (std::string part; std::getline(inside, part, mark);) all.push_back(value(part, scopes));
  if (mark == '+' && all.size() > 2) not_supported(fmt::format("the address \"{}\"", operand));
  return fmt::format("{}", fmt::join(all, ", "));
}

// --- Statements of PTX

// The words of the table with the operands in the place of @0, @1, ...
std::string with_operands(const std::string& words, const PtxInstruction& instruction, const Scopes& scopes) {
  std::string result;
  for (std::size_t at = 0; at < words.size(); ++at) {
    if (words[at] != '@') {
      result += words[at];
    } else {
      const auto nth = static_cast<std::size_t>(words[++at] - '0');
      if (nth >= instruction.operands.size()) {
        not_supported(fmt::format("{} with {} operands", instruction.opcode, instruction.operands.size()));
      }
      result += as_cpp(instruction.operands[nth], scopes);
    }
  }
  for (std::size_t at = 0; (at = result.find("P::", at)) != std::string::npos;) result.replace(at, 3, ptx);
  return result;
}

// Tokens side by side, without the blanks between them.
std::string joined(const Source& source, std::size_t begin, std::size_t end) {
  std::string text;
  for (std::size_t i = begin; i < end; ++i) text += source.tokens[i].text;
  return text;
}

std::vector<std::string> operands_in(const Source& source, std::size_t begin, std::size_t end) {
  return mapped(comma_separated(source, begin, end),
                [&](const auto& operand) { return joined(source, operand.first, operand.second); });
}

// .reg .pred p, q; or .reg .b32 t<4>; which declares t0 to t3.
std::string declarations(const Source& source, std::size_t begin, std::size_t end, Scopes& scopes) {
  static const std::regex types("pred|[bus](8|16|32|64)|f(16|16x2|32|64)");
  const std::string type = begin + 4 < end && source.is(begin + 2, ".") ? source.tokens[begin + 3].text : "";
  if (!std::regex_match(type, types)) not_supported("a register of type ." + type);
  std::string result;
  const auto declare = [&](const std::string& name) {
    scopes.back().insert(name);
    result += fmt::format("{}{} {}{{}}; ", ptx, type, register_name(name));
  };
  for (const std::string& name : operands_in(source, begin + 4, end)) {
    const std::size_t open = name.find('<');
    if (open == name.npos) {
      declare(name);
      continue;
    }
    const int count = std::atoi(name.c_str() + open + 1);
    for (int i = 0; i < count; ++i) declare(name.substr(0, open) + std::to_string(i));
  }
  return result;
}

// @!p ld.global.f32 %0, [%1]
PtxInstruction read_instruction(const Source& source, std::size_t begin, std::size_t end) {
  const auto goes_on = [&](std::size_t i) { return i < end && source.tokens[i].before.empty(); };
  PtxInstruction instruction;
  std::size_t at = begin;
  if (source.is(at, "@")) {
    at += source.is(begin + 1, "!") ? 3 : 2;
    while (goes_on(at)) ++at;
    instruction.guard = joined(source, begin + 1, std::min(at, end));
  }
  const auto is_of_opcode = [&](std::size_t i) {
    return source.is_identifier(i) || source.tokens[i].kind == TokenKind::number || source.is(i, ".") ||
           source.is(i, ":") || source.is(i, "::");
  };
  const std::size_t opcode = at;
  while (at < end && is_of_opcode(at) && (at == opcode || goes_on(at))) ++at;
  if (at == opcode) not_supported(fmt::format("\"{}\"", words(source, begin, end)));
  instruction.opcode = joined(source, opcode, at);
  instruction.operands = operands_in(source, at, end);
  return instruction;
}

// What the opcode alone does not tell, as the table has it behind that: d|p is a register and a predicate, two operands
// (_ stands for one that nobody asks for); a mov has the parts of a register as its operand 0 or 1.
PtxInstruction with_parts(PtxInstruction instruction) {
  auto& operands = instruction.operands;
  if (operands.empty()) return instruction;
  if (const std::size_t bar = operands.front().find('|'); bar != std::string::npos) {
    operands.insert(operands.begin() + 1, operands.front().substr(bar + 1));
    operands.front().erase(bar);
    instruction.opcode += "|";
  }
  for (std::size_t i = 0; i < operands.size() && instruction.opcode.starts_with("mov."); ++i) {
    if (operands[i].starts_with('{')) instruction.opcode += "{" + std::to_string(i);
  }
  return instruction;
}

std::string translate(const PtxInstruction& written, const Scopes& scopes) {
  const PtxInstruction instruction = with_parts(written);
  const std::string words = words_for(instruction);
  if (words.empty()) not_supported(written.opcode);
  const std::string statement = with_operands(words, instruction, scopes) + ";";
  if (written.guard.empty()) return statement;
  return fmt::format("if ({}) {{ {} }}", value(written.guard, scopes), statement);
}

// Statements end at a semicolon. A brace is one by itself; in an operand it comes before the semicolon.
std::string translate_all(const Source& source) {
  std::string code;
  Scopes scopes(1);
  for (std::size_t i = 0; i < source.tokens.size(); ++i) {
    if (source.is(i, "{") || source.is(i, "}")) {
      if (source.is(i, "{")) scopes.emplace_back();
      if (source.is(i, "}")) scopes.size() == 1 ? not_supported("a brace that was not opened") : scopes.pop_back();
      code += source.tokens[i].text + " ";
      continue;
    }
    const std::size_t begin = i;
    while (i < source.tokens.size() && !source.is(i, ";")) ++i;
    if (i == begin) continue;
    if (source.is(begin, ".") && source.is(begin + 1, "reg")) {
      code += declarations(source, begin, i, scopes);
    } else {
      code += translate(read_instruction(source, begin, i), scopes) + " ";
    }
  }
  if (scopes.size() != 1) not_supported("a brace that is not closed");
  return code;
}

}  // namespace

std::string translate_ptx(const std::string& text) {
  const Source source = source_of(text);
  std::size_t at = 0;
  if (!is_string(source, at)) refuse("an asm statement that does not begin with its text in quotes");
  const std::string code = strings(source, at);
  std::vector<AsmOperand> operands;
  std::size_t colons = 0;  // 1: what follows are outputs; 2: inputs; 3: "memory"
  while (source.is(at, ":") || source.is(at, "::")) {
    colons += source.tokens[at++].text.size();
    while (is_string(source, at)) {
      if (colons < 3) {
        operands.push_back(read_operand(source, at, colons == 1));
      } else {
        strings(source, at);
      }
      if (source.is(at, ",")) ++at;  // nvcc does without, too
    }
  }
  if (at != source.tokens.size() || colons > 3)
    refuse("an asm statement with more than its text, its operands and \"memory\"");
  std::string before, after;
  for (std::size_t i = 0; i < operands.size(); ++i) {
    const auto& [is_output, is_input, kind, expression] = operands[i];
    const std::string type = fmt::format("{}{}", ptx, type_of(kind));
    if (is_output) before += fmt::format("auto& ladder_out_{} = ({}); ", i, expression);
    const std::string from = is_output ? fmt::format("ladder_out_{}", i) : expression;
    before += is_input ? fmt::format("{0} ladder_{1} = {2}as<{0}>({3}); ", type, i, ptx, from)
                       : fmt::format("{} ladder_{}{{}}; ", type, i);
    if (is_output) after += fmt::format("{0}give(ladder_out_{1}, ladder_{1}); ", ptx, i);
  }
  return fmt::format("do {{ {}{}{}}} while (false)", before, translate_all(source_of(code)), after);
}

}  // namespace ladder::tried
