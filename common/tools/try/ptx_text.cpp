#include "tools/try/ptx_text.hpp"

#include <fmt/format.h>

#include <cctype>
#include <cstddef>
#include <cstdlib>
#include <regex>

#include "ladder/base/failure.hpp"

namespace ladder::tried {
namespace {

[[noreturn]] void refuse(const std::string& words) { throw Failure(bad_usage, "inline PTX: " + words); }

std::string trimmed(const std::string& text) {
  const auto begin = text.find_first_not_of(" \t\r\n"), end = text.find_last_not_of(" \t\r\n");
  return begin == std::string::npos ? "" : text.substr(begin, end - begin + 1);
}

// Reads C++ from the left to the right.
class AsmReader {
 public:
  explicit AsmReader(const std::string& text) : text_(text) {}

  bool at_end() {
    skip_blanks();
    return at_ == text_.size();
  }
  // Whether that comes next; then it is read.
  bool takes(char mark) {
    skip_blanks();
    if (at_ == text_.size() || text_[at_] != mark) return false;
    ++at_;
    return true;
  }
  bool is_before_string() {
    skip_blanks();
    return at_ < text_.size() && text_[at_] == '"';
  }
  // "one" "another": their contents, one after the other.
  std::string strings() {
    std::string all;
    while (is_before_string()) {
      for (++at_; at_ < text_.size() && text_[at_] != '"'; ++at_) all += text_[at_] == '\\' ? escaped() : text_[at_];
      ++at_;
    }
    return all;
  }
  // (expression): what stands between the parentheses.
  std::string in_parentheses() {
    if (!takes('(')) refuse("an operand without its expression in parentheses");
    const std::size_t begin = at_;
    for (int depth = 1; at_ < text_.size(); ++at_) {
      if (text_[at_] == '"' || text_[at_] == '\'') skip_literal();
      if (text_[at_] == '(') ++depth;
      if (text_[at_] == ')' && --depth == 0) return trimmed(text_.substr(begin, at_++ - begin));
    }
    refuse("an expression without its last parenthesis");
  }

 private:
  void skip_blanks() {
    while (at_ < text_.size()) {
      const auto comment_end = [&](const char* mark, std::size_t length) {
        const std::size_t found = text_.find(mark, at_ + 2);
        return found == std::string::npos ? text_.size() : found + length;
      };
      if (std::isspace(static_cast<unsigned char>(text_[at_])) != 0) {
        ++at_;
      } else if (text_.compare(at_, 2, "//") == 0) {
        at_ = comment_end("\n", 0);
      } else if (text_.compare(at_, 2, "/*") == 0) {
        at_ = comment_end("*/", 2);
      } else {
        return;
      }
    }
  }
  char escaped() {
    switch (const char letter = ++at_ < text_.size() ? text_[at_] : '\0'; letter) {
      case 'n': return '\n';
      case 't': return '\t';
      case 'r': return '\r';
      default: return letter;
    }
  }
  void skip_literal() {
    const char quote = text_[at_++];
    for (; at_ < text_.size() && text_[at_] != quote; ++at_) at_ += text_[at_] == '\\' ? 1 : 0;
  }

  const std::string& text_;
  std::size_t at_ = 0;
};

AsmOperand read_operand(AsmReader& reader, bool is_output) {
  const std::string constraint = reader.strings();
  static const std::regex pattern("([=+]?)&?([hrlfdn])");
  std::smatch found;
  if (!std::regex_match(constraint, found, pattern) || (found[1].length() != 0) != is_output) {
    refuse(fmt::format("the constraint \"{}\" is not supported", constraint));
  }
  return {is_output, !is_output || found[1] == "+", *found[2].first, reader.in_parentheses()};
}

// %% is a percent sign, %0 an operand.
std::string without_comments(const std::string& ptx) {
  static const std::regex comments("//[^\n]*|/\\*[^*]*\\*+([^/*][^*]*\\*+)*/");
  return std::regex_replace(ptx, comments, " ");
}

// At the commas that stand in no brackets.
std::vector<std::string> split(const std::string& text) {
  std::vector<std::string> parts;
  int depth = 0;
  std::string part;
  for (const char c : text) {
    depth += (c == '{' || c == '[') - (c == '}' || c == ']');
    if (c == ',' && depth == 0) {
      parts.push_back(trimmed(part));
      part.clear();
    } else {
      part += c;
    }
  }
  if (!trimmed(part).empty()) parts.push_back(trimmed(part));
  return parts;
}

// .reg .pred p, q; or .reg .b32 t<4>; which declares t0 to t3.
std::vector<PtxRegister> read_registers(const std::string& text) {
  static const std::regex declaration(R"(\.reg\s+\.(\w+)\s+([\s\S]+))"), several(R"((\S+)<(\d+)>)");
  std::smatch found;
  if (!std::regex_match(text, found, declaration)) refuse(fmt::format("\"{}\" is not supported", text));
  std::vector<PtxRegister> registers;
  for (const std::string& name : split(found[2])) {
    std::smatch counted;
    if (!std::regex_match(name, counted, several)) {
      registers.push_back({found[1], name});
      continue;
    }
    for (int i = 0; i < std::atoi(counted[2].str().c_str()); ++i) {
      registers.push_back({found[1], fmt::format("{}{}", counted[1].str(), i)});
    }
  }
  return registers;
}

PtxInstruction read_instruction(const std::string& text) {
  static const std::regex pattern(R"((?:@(!?\s*[^\s]+)\s+)?([\w.:]+)\s*([\s\S]*))");
  std::smatch found;
  if (!std::regex_match(text, found, pattern)) refuse(fmt::format("\"{}\" is not supported", text));
  return {std::regex_replace(found[1].str(), std::regex("\\s"), ""), found[2], split(found[3])};
}

PtxStatement read_statement(const std::string& text) {
  if (text.rfind(".reg", 0) == 0) return {0, read_registers(text), {}};
  return {0, {}, read_instruction(text)};
}

// Statements end at a semicolon. A brace is one by itself; in an operand it comes before the semicolon.
std::vector<PtxStatement> read_ptx(const std::string& ptx) {
  std::vector<PtxStatement> statements;
  std::string text;
  for (const char c : without_comments(ptx)) {
    const bool is_alone = trimmed(text).empty();
    if (is_alone && (c == '{' || c == '}')) {
      statements.push_back({c, {}, {}});
    } else if (c != ';') {
      text += c;
    } else {
      if (!is_alone) statements.push_back(read_statement(trimmed(text)));
      text.clear();
    }
  }
  if (!trimmed(text).empty()) statements.push_back(read_statement(trimmed(text)));
  return statements;
}

}  // namespace

AsmStatement read_asm(const std::string& text) {
  AsmReader reader(text);
  if (!reader.is_before_string()) refuse("an asm statement that does not begin with its text in quotes");
  const std::string ptx = reader.strings();
  AsmStatement statement;
  for (int part = 0; part < 3 && reader.takes(':'); ++part) {
    while (reader.is_before_string()) {
      if (part < 2) {
        statement.operands.push_back(read_operand(reader, part == 0));
      } else {
        reader.strings();  // "memory"
      }
      reader.takes(',');  // nvcc does without, too
    }
  }
  if (!reader.at_end()) refuse("an asm statement with more than its text, its operands and \"memory\"");
  statement.statements = read_ptx(ptx);
  return statement;
}

}  // namespace ladder::tried
