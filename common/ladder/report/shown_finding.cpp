#include "ladder/report/shown_finding.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <sstream>
#include <vector>

#include "ladder/base/input_file.hpp"
#include "ladder/base/printable.hpp"
#include "ladder/report/terminal.hpp"

namespace ladder {
namespace {

// In a text, from where to where: a name, and with the indexes behind it.
struct Access {
  std::size_t begin = 0, end_of_name = 0, end = 0;
};

bool in_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

// All names in the text, with their indexes.
std::vector<Access> accesses_in(const std::string& text) {
  std::vector<Access> all;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (!in_name(text[i]) || (i > 0 && in_name(text[i - 1]))) continue;
    Access one{i, i, i};
    while (one.end_of_name < text.size() && in_name(text[one.end_of_name])) ++one.end_of_name;
    one.end = one.end_of_name;
    for (int open = text[one.end] == '[' ? 1 : 0; open > 0 && ++one.end < text.size();) {
      open += text[one.end] == '[' ? 1 : text[one.end] == ']' ? -1 : 0;
      if (open == 0 && text[++one.end] == '[') open = 1;  // the next index
    }
    all.push_back(one);
  }
  return all;
}

// What a compiler means by place `at`: where the access begins, or its last ]; the ( of a call; the = that stores to
// it. Where no place is known, the only one with indexes and the name of the element's array.
Access accessed(const std::string& text, std::size_t at, const std::string& element) {
  std::vector<Access> found = accesses_in(text);
  if (at < text.size()) {
    if (const auto here = std::ranges::find(found, at, &Access::begin); here != found.end()) return *here;
    std::erase_if(found, [&](const Access& one) { return one.end > at + 1; });
    return found.empty() ? Access{} : std::ranges::max(found, {}, &Access::end);
  }
  std::erase_if(found, [&](const Access& one) {
    return element.find(" " + text.substr(one.begin, one.end_of_name - one.begin) + "[") == std::string::npos ||
           one.end == one.end_of_name;
  });
  return found.size() == 1 ? found.front() : Access{};
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
  const std::size_t at =
      static_cast<std::size_t>(finding.at.column) - indent - 1;  // more than any where it is not known
  auto [begin, end_of_name, end] = accessed(text, at, finding.element);
  const std::string number = fmt::format("{:5} | ", finding.at.line), dots = "...";
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
  const std::string source = line_of(finding.at.path, finding.at.line);
  if (!source.empty()) text += quoted(source, finding, letters);
  return evidence.empty() ? text : text + dim + wrapped("    " + evidence, letters) + plain;
}

}  // namespace ladder
