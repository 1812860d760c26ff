#include "ladder/report/shown_finding.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "ladder/base/files.hpp"
#include "ladder/base/printable.hpp"
#include "ladder/report/terminal.hpp"
#include "ladder/source/tokens.hpp"

namespace ladder {
namespace {

// Where it stands in a text; and where it has an index, the name of its array.
struct Access {
  std::size_t begin = 0, end = 0;
  std::string array{};
};

// All names in the text, with their indexes.
std::vector<Access> accesses_in(const std::string& text) {
  const Source source = source_of(text);
  std::vector<std::size_t> ends;  // of the tokens
  for (const Token& token : source.tokens)
    ends.push_back((ends.empty() ? 0 : ends.back()) + token.before.size() + token.text.size());
  std::vector<Access> all;
  for (std::size_t i = 0; i < ends.size(); ++i) {
    if (!source.is_identifier(i)) continue;
    std::size_t last = i;
    while (source.is(last + 1, "[")) last = std::min(closing(source, last + 1), ends.size() - 1);
    const std::string& name = source.tokens[i].text;
    all.push_back({ends[i] - name.size(), ends[last], last == i ? "" : name});
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
    return one.array.empty() || element.find(" " + one.array + "[") == std::string::npos;
  });
  return found.size() == 1 ? found.front() : Access{};
}

}  // namespace

std::string quoted(std::string text, const Finding& finding, std::size_t letters) {
  std::ranges::replace(text, '\t', ' ');
  const std::size_t indent = std::min(text.find_first_not_of(' '), text.size());
  text.erase(0, indent);
  const std::size_t at =
      static_cast<std::size_t>(finding.at.column) - indent - 1;  // more than any where it is not known
  auto [begin, end, array] = accessed(text, at, finding.element);
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
  text = coloured(text, Colour::red, colour);
  const auto line = static_cast<std::size_t>(finding.at.line);
  const std::vector<std::string> lines = lines_of(contents(finding.at.path));
  if (line > 0 && line <= lines.size()) text += quoted(lines[line - 1], finding, letters);
  return evidence.empty() ? text : text + coloured(wrapped("    " + evidence, letters), Colour::dim, colour);
}

}  // namespace ladder
