#include "tools/try/inline_ptx.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "ladder/base/failure.hpp"
#include "tools/try/ptx_instructions.hpp"
#include "tools/try/ptx_text.hpp"

namespace ladder::tried {
namespace {

constexpr const char* ptx = "::ladder::ptx::";

[[noreturn]] void not_supported(const std::string& what) {
  throw Failure(bad_usage, fmt::format("inline PTX: {} is not supported", what));
}

const char* type_of(char kind) {
  static const std::map<char, const char*> types{{'h', "b16"}, {'r', "b32"}, {'l', "b64"},
                                                 {'f', "f32"}, {'d', "f64"}, {'n', "s64"}};
  return types.at(kind);
}

// A name of PTX's as one of C++'s.
std::string register_name(const std::string& name) {
  std::string result = "ladder_r_";
  for (const char c : name) result += c == '%' ? "_P" : c == '$' ? "_S" : std::string(1, c);
  return result;
}

// Which registers are declared, in the braces that are open.
using Scopes = std::vector<std::set<std::string>>;

bool is_declared(const Scopes& scopes, const std::string& name) {
  return std::any_of(scopes.begin(), scopes.end(), [&](const auto& names) { return names.contains(name); });
}

// A number as it stands in PTX: 0x1f, 0b11, 0f3F800000, 1.5.
std::string number(const std::string& text) {
  static const std::regex integer("-?(0[xX][0-9a-fA-F]+|0[bB][01]+|\\d+)U?"), bits_32("0[fF][0-9a-fA-F]{8}"),
      bits_64("0[dD][0-9a-fA-F]{16}"), decimal(R"(-?\d+\.\d*([eE][-+]?\d+)?)");
  if (std::regex_match(text, bits_32)) return fmt::format("{}bits_of_f32(0x{}u)", ptx, text.substr(2));
  if (std::regex_match(text, bits_64)) return fmt::format("{}bits_of_f64(0x{}ull)", ptx, text.substr(2));
  if (std::regex_match(text, decimal)) return text;
  if (std::regex_match(text, integer)) {
    return fmt::format("{}s64({}ull)", ptx, text.substr(0, text.find('U')));
  }
  return "";
}

// A register or a number.
std::string value(std::string operand, const Scopes& scopes) {
  if (operand == "WARP_SZ") return "32";
  if (operand.rfind('!', 0) == 0) return "!" + value(operand.substr(1), scopes);
  static const std::regex of_statement("%(\\d+)");
  std::smatch found;
  if (std::regex_match(operand, found, of_statement)) return "ladder_" + found[1].str();
  if (operand.rfind("%%", 0) == 0) operand = operand.substr(1);
  if (is_declared(scopes, operand)) return register_name(operand);
  if (const std::string special = special_register(operand); !special.empty()) return special;
  if (const std::string literal = number(operand); !literal.empty()) return literal;
  not_supported(fmt::format("the operand \"{}\"", operand));
}

// {a, b} or [a + 16], without the brackets.
std::string inside(const std::string& operand) { return operand.substr(1, operand.size() - 2); }

std::string values(const std::string& list, const Scopes& scopes) {
  static const std::regex comma("\\s*,\\s*");
  std::vector<std::string> all;
  const std::string parts = std::regex_replace(inside(list), std::regex("^\\s+|\\s+$"), "");
  for (std::sregex_token_iterator part(parts.begin(), parts.end(), comma, -1), end; part != end; ++part) {
    all.push_back(value(*part, scopes));
  }
  return fmt::format("{}", fmt::join(all, ", "));
}

// base, offset.
std::string address(const std::string& operand, const Scopes& scopes) {
  static const std::regex pattern(R"(\[\s*([^\s+]+)\s*(?:\+\s*(-?\w+))?\s*\])");
  std::smatch found;
  if (!std::regex_match(operand, found, pattern)) not_supported(fmt::format("the address \"{}\"", operand));
  const std::string base = value(found[1], scopes);
  return found[2].length() == 0 ? base : fmt::format("{}, {}", base, value(found[2], scopes));
}

std::string as_cpp(const std::string& operand, const Scopes& scopes) {
  if (operand.rfind('{', 0) == 0) return values(operand, scopes);
  if (operand.rfind('[', 0) == 0) return address(operand, scopes);
  return value(operand, scopes);
}

// The words of the table with the operands in the place of @0, @1, ...
std::string with_operands(const std::string& words, const PtxInstruction& instruction, const Scopes& scopes) {
  std::string result;
  for (std::size_t at = 0; at < words.size(); ++at) {
    if (words[at] != '@') {
      result += words[at];
      continue;
    }
    const auto nth = static_cast<std::size_t>(words[++at] - '0');
    if (nth >= instruction.operands.size()) {
      not_supported(fmt::format("{} with {} operands", instruction.opcode, instruction.operands.size()));
    }
    result += as_cpp(instruction.operands[nth], scopes);
  }
  return std::regex_replace(result, std::regex("P::"), ptx);
}

// d|p: a register and a predicate; _ stands for one that nobody asks for.
PtxInstruction with_parts(PtxInstruction instruction) {
  if (instruction.operands.empty()) return instruction;
  const std::string first = instruction.operands.front();
  if (const std::size_t bar = first.find('|'); bar != std::string::npos) {
    instruction.operands.front() = std::regex_replace(first.substr(0, bar), std::regex("\\s"), "");
    instruction.operands.insert(instruction.operands.begin() + 1,
                                std::regex_replace(first.substr(bar + 1), std::regex("\\s"), ""));
    instruction.opcode += "|";
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

std::string declarations(const std::vector<PtxRegister>& registers, Scopes& scopes) {
  static const std::regex types("pred|[bus](8|16|32|64)|f(16|16x2|32|64)");
  std::string result;
  for (const PtxRegister& declared : registers) {
    if (!std::regex_match(declared.type, types)) not_supported("a register of type ." + declared.type);
    scopes.back().insert(declared.name);
    result += fmt::format("{}{} {}{{}}; ", ptx, declared.type, register_name(declared.name));
  }
  return result;
}

}  // namespace

std::string translate_ptx(const std::string& text) {
  const AsmStatement statement = read_asm(text);
  std::string before, after, code;
  for (std::size_t i = 0; i < statement.operands.size(); ++i) {
    const auto& [is_output, is_input, kind, expression] = statement.operands[i];
    const std::string type = fmt::format("{}{}", ptx, type_of(kind));
    if (is_output) before += fmt::format("auto& ladder_out_{} = ({}); ", i, expression);
    const std::string source = is_output ? fmt::format("ladder_out_{}", i) : expression;
    before += is_input ? fmt::format("{0} ladder_{1} = {2}as<{0}>({3}); ", type, i, ptx, source)
                       : fmt::format("{} ladder_{}{{}}; ", type, i);
    if (is_output) after += fmt::format("{0}give(ladder_out_{1}, ladder_{1}); ", ptx, i);
  }
  Scopes scopes(1);
  for (const PtxStatement& each : statement.statements) {
    if (each.brace == '{') scopes.emplace_back();
    if (each.brace == '}') scopes.size() == 1 ? not_supported("a brace that was not opened") : scopes.pop_back();
    if (each.brace != 0) {
      code += fmt::format("{} ", each.brace);
    } else if (!each.registers.empty()) {
      code += declarations(each.registers, scopes);
    } else {
      code += translate(each.instruction, scopes) + " ";
    }
  }
  if (scopes.size() != 1) not_supported("a brace that is not closed");
  return fmt::format("do {{ {}{}{}}} while (false)", before, code, after);
}

}  // namespace ladder::tried
