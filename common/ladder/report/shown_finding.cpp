#include "ladder/report/shown_finding.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <sstream>
#include <utility>

#include "ladder/base/input_file.hpp"
#include "ladder/base/printable.hpp"
#include "ladder/report/terminal.hpp"

namespace ladder {
namespace {

using Part = std::pair<std::size_t, std::size_t>;  // of a text: where it begins and ends

bool in_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

// Where the bracket is that the one at `at` belongs to; towards: +1 or -1. `at` where there is none.
std::size_t other_bracket(const std::string& text, std::size_t at, int towards) {
  int open = 0;
  for (std::size_t i = at; i < text.size(); i += static_cast<std::size_t>(towards)) {
    open += text[i] == '[' ? 1 : text[i] == ']' ? -1 : 0;
    if (open == 0) return i;
  }
  return at;
}

// A name and the indexes behind it, or the name of a function that is called, from the place where a compiler sees it:
// the last ], the (, or the = that stores to it. Where it is none of these, the character alone.
Part accessed(const std::string& text, std::size_t at) {
  std::size_t begin = at;
  if (!in_name(text[at]) && text.find('=', at) <= at + 1)  // = or +=
    begin = std::min(text.find_last_not_of(" +-*/%&|^", at - std::min<std::size_t>(at, 1)), at);
  const std::size_t end = begin + (text[begin] == '(' ? 0 : 1);
  while (begin > 0 && text[begin] == ']') begin = std::max<std::size_t>(other_bracket(text, begin, -1), 1) - 1;
  if (begin > 0 && text[begin] == '(') --begin;
  if (!in_name(text[begin])) return {at, at + 1};
  while (begin > 0 && in_name(text[begin - 1])) --begin;
  return {begin, end};
}

// The only place in which the name has indexes behind it; nothing where there are several.
Part only_access(const std::string& text, const std::string& name) {
  Part found{};
  for (std::size_t at = text.find(name + "["); !name.empty() && at != std::string::npos;
       at = text.find(name + "[", at + 1)) {
    if (at > 0 && in_name(text[at - 1])) continue;
    if (found.second != 0) return {};
    std::size_t end = at + name.size();
    while (end < text.size() && text[end] == '[') end = other_bracket(text, end, 1) + 1;
    found = {at, end};
  }
  return found;
}

// The name of the array that "shared tile[3][4]" is an element of.
std::string array_in(const std::string& element) {
  const std::string name = element.substr(0, element.find('['));
  return name.substr(name.find_last_of(' ') + 1);
}

std::string line_of(const std::string& path, int number) {
  std::istringstream lines(path.empty() ? "" : contents(path));
  std::string text;
  for (int i = 0; i < number && std::getline(lines, text); ++i) {
  }
  return lines ? text : "";
}

}  // namespace

std::string quoted(std::string text, const Finding& finding, std::size_t letters) {
  std::ranges::replace(text, '\t', ' ');
  const std::size_t indent = std::min(text.find_first_not_of(' '), text.size());
  text.erase(0, indent);
  const std::size_t at = static_cast<std::size_t>(finding.column) - indent - 1;  // more than any where it is not known
  auto [begin, end] = at < text.size() ? accessed(text, at) : only_access(text, array_in(finding.element));
  const std::string number = fmt::format("{:5} | ", finding.line), dots = "...";
  const std::size_t room = letters - std::min(letters, number.size() + 2 * dots.size());
  if (number.size() + text.size() > letters) {
    const std::size_t middle = (begin + end) / 2, last = text.size() - std::min(room, text.size());
    const std::size_t from = std::min(middle - std::min(middle, room / 2), last);
    const std::size_t moved = from - std::min(from, dots.size());  // to the left
    text = (from == 0 ? "" : dots) + text.substr(from, room) + (from < last ? dots : "");
    begin -= std::min(begin, moved), end = std::min(end - std::min(end, moved), text.size());
  }
  const auto is_letter = [](char c) { return (c & 0xc0) != 0x80; };  // of UTF-8, the first byte of one
  const auto before = std::count_if(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(begin), is_letter);
  text = number + printable(text) + "\n";
  return begin < end ? text + fmt::format("{:>8}{:{}}^{:~<{}}\n", "| ", "", before, "", end - begin - 1) : text;
}

std::string shown(const Finding& finding, const std::string& begin, const std::string& behind, std::size_t letters,
                  bool colour) {
  if (letters == std::string::npos) return begin + finding.words + (behind.empty() ? "" : " " + behind) + "\n";
  const std::size_t headline = finding.headline == 0 ? finding.words.size() : finding.headline;
  std::string text = wrapped(begin + finding.words.substr(0, headline), letters), evidence = behind;
  if (const std::size_t more = finding.words.find_first_not_of(" ,:;", headline); more != std::string::npos)
    evidence = finding.words.substr(more) + (behind.empty() ? "" : " " + behind);
  const std::string red = colour ? "\033[31m" : "", dim = colour ? "\033[2m" : "", plain = colour ? "\033[0m" : "";
  text = red + text + plain;
  const std::string source = line_of(finding.path, finding.line);
  if (!source.empty()) text += quoted(source, finding, letters);
  return evidence.empty() ? text : text + dim + wrapped("    " + evidence, letters) + plain;
}

}  // namespace ladder
