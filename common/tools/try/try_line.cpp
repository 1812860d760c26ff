#include "tools/try/try_line.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <regex>
#include <sstream>

#include "ladder/base/failure.hpp"

namespace ladder::tried {
namespace {

std::string trimmed(const std::string& text) {
  const auto first = text.find_first_not_of(" \t\r");
  return first == std::string::npos ? "" : text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

bool opens(char c) { return c == '(' || c == '[' || c == '{'; }
bool closes(char c) { return c == ')' || c == ']' || c == '}'; }

int open_brackets(const std::string& text) {
  return static_cast<int>(std::count_if(text.begin(), text.end(), opens) -
                          std::count_if(text.begin(), text.end(), closes));
}

// The parts between the separators that stand outside all brackets.
std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts(1);
  int depth = 0;
  for (const char c : text) {
    depth += opens(c) - closes(c);
    if (c == separator && depth == 0) {
      parts.emplace_back();
    } else {
      parts.back() += c;
    }
  }
  return parts;
}

// Reads one line; its errors name the file and the line.
class Parser {
 public:
  Parser(const std::string& file, int line) : file_(file) { result_.line = line; }

  TryLine parse(const std::string& text) {
    // std::regex needs a stack as deep as the text is long.
    if (text.size() > most_characters) fail(fmt::format("has more than {} characters", most_characters));
    const auto kernel = text.find(" kernel=");
    if (kernel == std::string::npos) fail("kernel= is missing: kernel=NAME(ARGUMENTS), at the end of the line");
    for (const std::string& word : split(text.substr(0, kernel), ' ')) {
      if (!word.empty()) add_word(word);
    }
    add_kernel(trimmed(text.substr(kernel + std::string(" kernel=").size())));
    check();
    return result_;
  }

 private:
  static constexpr std::size_t most_characters = 4000;

  [[noreturn]] void fail(const std::string& message) const {
    throw Failure(bad_usage, fmt::format("{}:{}: {} (./learn try --help)", file_, result_.line, message));
  }

  void add_word(const std::string& word) {
    const auto equals = word.find('=');
    if (!has_problem_) return set_problem(word);
    if (equals == std::string::npos) fail(fmt::format("'{}' is not KEY=VALUE; a VALUE has no blanks outside ()", word));
    const std::string key = word.substr(0, equals), value = word.substr(equals + 1);
    static const std::regex name("[A-Za-z_][A-Za-z_0-9]*");
    if (value.empty() || !std::regex_match(key, name)) fail(fmt::format("'{}' is not KEY=VALUE", word));
    if (key == "grid" || key == "block") {
      if (split(value, ',').size() > 3) fail(fmt::format("{}= takes one to three numbers, as in 64,64", key));
      (key == "grid" ? result_.grid : result_.block) = value;
    } else if (key == "shared") {
      result_.shared_bytes = value;
    } else if (key == "type") {
      if (value != "float" && value != "double" && value != "int") fail("type= takes float, double or int");
      result_.type = value;
    } else {
      result_.constants.emplace_back(key, value);
    }
  }

  void set_problem(const std::string& word) {
    has_problem_ = true;
    if (word == "transpose") {
      result_.computes = Computes::transpose;
    } else if (word == "sum") {
      result_.computes = Computes::sum;
    } else if (word != "launch") {
      fail(fmt::format("'try:' is followed by transpose, sum or launch, not by '{}'", word));
    }
  }

  void add_kernel(const std::string& call) {
    if (call.empty() || call.back() != ')') fail("kernel= takes NAME(ARGUMENTS), and nothing follows it");
    auto open = call.size() - 1;
    for (int depth = 1; depth > 0 && open > 0;) {
      --open;
      depth += closes(call[open]) - opens(call[open]);
    }
    result_.kernel = trimmed(call.substr(0, open));
    if (result_.kernel.empty()) fail("kernel= takes NAME(ARGUMENTS)");
    for (const std::string& argument : split(call.substr(open + 1, call.size() - open - 2), ',')) {
      if (!trimmed(argument).empty()) result_.arguments.push_back(parse_argument(trimmed(argument)));
    }
  }

  static Argument parse_argument(const std::string& text) {
    static const std::regex array(R"(([A-Za-z_][\w:<> ]*[\w>])\s+([A-Za-z_]\w*)\s*\[(.*?)\]\s*(=\s*(.*))?)");
    std::smatch parts;
    if (!std::regex_match(text, parts, array)) return {text, "", "", ""};
    return {parts[2], parts[1], parts[3], parts[5]};
  }

  bool has_constant(const std::string& name) const {
    return std::any_of(result_.constants.begin(), result_.constants.end(),
                       [&](const auto& constant) { return constant.first == name; });
  }

  // Whether the name is used anywhere but in its own definition.
  bool is_used(const std::string& name) const {
    std::string text = result_.grid + " " + result_.block + " " + result_.shared_bytes + " " + result_.kernel;
    for (const auto& [other, value] : result_.constants) text += " " + value;
    for (const Argument& a : result_.arguments) text += " " + a.text + " " + a.size + " " + a.value;
    return std::regex_search(text, std::regex("\\b" + name + "\\b"));
  }

  void check() const {
    const auto need = [&](bool there, const char* what) {
      if (!there) fail(fmt::format("{} is missing", what));
    };
    need(!result_.grid.empty(), "grid=");
    need(!result_.block.empty(), "block=");
    if (result_.computes == Computes::transpose) {
      need(has_constant("rows"), "rows=");
      need(has_constant("cols"), "cols=");
    }
    if (result_.computes == Computes::sum) need(has_constant("elements"), "elements=");
    for (const auto& [name, value] : result_.constants) {
      const bool given =
          result_.computes != Computes::unknown && (name == "rows" || name == "cols" || name == "elements");
      if (!given && !is_used(name)) fail(fmt::format("'{}=' is not known, and nothing in the line uses it", name));
    }
  }

  std::string file_;
  TryLine result_;
  bool has_problem_ = false;
};

// What stands behind `// try:`, or else behind `//`; nothing where the line is no such comment.
std::string after_comment(const std::string& line, const char* mark) {
  const std::string text = trimmed(line);
  if (text.rfind("//", 0) != 0) return "";
  const std::string comment = trimmed(text.substr(2));
  return comment.rfind(mark, 0) == 0 ? comment.substr(std::string(mark).size()) : "";
}

}  // namespace

std::vector<TryLine> parse_try_lines(const std::string& file, const std::string& text) {
  std::vector<TryLine> found;
  std::istringstream lines(text);
  int number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    const int first = number;
    std::string said = after_comment(line, "try:");
    if (said.empty()) continue;
    // It goes on in the next comment lines until kernel=NAME(ARGUMENTS) is complete.
    while ((said.find("kernel=") == std::string::npos || open_brackets(said) > 0) && std::getline(lines, line)) {
      ++number;
      if (after_comment(line, "").empty()) break;
      said += " " + after_comment(line, "");
    }
    found.push_back(Parser(file, first).parse(trimmed(said)));
  }
  if (found.empty()) {
    throw Failure(bad_usage, fmt::format("{}: no line says how to launch its kernel: // try: launch grid=... block=... "
                                         "kernel=NAME(ARGUMENTS) (./learn try --help)",
                                         file));
  }
  return found;
}

}  // namespace ladder::tried
