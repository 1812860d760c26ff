#include "ladder/report/terminal.hpp"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <utility>

#include "ladder/base/files.hpp"
#include "ladder/base/pattern.hpp"
#include "ladder/base/printable.hpp"
#include "ladder/source/tokens.hpp"

namespace ladder {
namespace {

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

struct Column {
  std::string group;  // stands above its heading, once for all neighbours that share it
  Row cells;          // the heading first
  std::size_t width = 0;
  bool is_words = false;  // aligned to the left; figures to the right
};

// Of rows whose first has the headings, "group|heading" or "heading". Where a column of figures has none, it is left
// out.
std::vector<Column> columns_of(const std::vector<Row>& rows, std::size_t words) {
  std::vector<Column> columns;
  for (std::size_t i = 0; i < rows.front().size(); ++i) {
    const std::string& heading = rows.front()[i];
    const std::size_t bar = heading.find('|');
    Column column;
    for (const Row& row : rows) column.cells.push_back(row[i]);
    if (bar != std::string::npos) {
      column.group = heading.substr(0, bar);
      column.cells[0].erase(0, bar + 1);
    }
    column.is_words = i < words;
    const auto is_none = [](const std::string& cell) { return cell == "-"; };
    if (!column.is_words && std::all_of(column.cells.begin() + 1, column.cells.end(), is_none)) continue;
    for (const std::string& cell : column.cells) column.width = std::max(column.width, cell.size());
    columns.push_back(column);
  }
  return columns;
}

std::string without_spaces_behind(const std::string& line) {
  return line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
}

// The columns side by side, below their groups.
std::string side_by_side(const std::vector<Column>& columns) {
  std::string groups, text;
  for (auto first = columns.begin(); first != columns.end();) {
    const auto last = std::find_if(first, columns.end(), [&](const Column& c) { return c.group != first->group; });
    std::size_t width = 0;
    for (; first != last; ++first) width += first->width + 2;
    groups += fmt::format("{:>{}}  ", std::prev(last)->group, width - 2);
  }
  if (groups.find_first_not_of(' ') != std::string::npos) text = without_spaces_behind(groups);
  for (std::size_t i = 0; i < columns.front().cells.size(); ++i) {
    std::string line;
    for (const Column& column : columns)
      line += fmt::format(fmt::runtime(column.is_words ? "{:<{}}  " : "{:>{}}  "), column.cells[i], column.width);
    text += without_spaces_behind(line);
  }
  return text;
}

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

bool shows_colour(FILE* stream) {
  const bool is_terminal = isatty(fileno(stream)) != 0 || (stream == stdout && !variable("LADDER_COLUMNS").empty());
  return is_terminal && variable("NO_COLOR").empty() && variable("TERM") != "dumb";
}

std::string coloured(const std::string& text, Colour colour, bool is_shown) {
  return is_shown ? fmt::format("\033[{}m{}\033[0m", static_cast<int>(colour), text) : text;
}

std::size_t letters_of(FILE* stream) {
  winsize size{};
  if (ioctl(fileno(stream), TIOCGWINSZ, &size) == 0 && size.ws_col > 0) return size.ws_col;
  const unsigned long columns = std::strtoul(variable("LADDER_COLUMNS").c_str(), nullptr, 10);
  return columns > 0 ? columns : std::string::npos;
}

std::string wrapped(const std::string& text, std::size_t letters) {
  std::string broken;
  for (std::size_t begin = 0, end; begin < text.size(); begin = end + 1) {
    end = std::min(text.find('\n', begin), text.size());
    std::string line = text.substr(begin, end - begin);
    const std::size_t indent = std::min(line.find_first_not_of(' '), letters / 2) + 4;
    while (line.size() > letters) {
      const std::size_t space = line.find_last_of(' ', letters);
      if (space == std::string::npos || space < indent) break;  // one long word
      broken += line.substr(0, line.find_last_not_of(' ', space) + 1) + "\n";
      line = std::string(indent, ' ') + line.substr(space + 1);
    }
    broken += line + "\n";
  }
  return broken;
}

std::string with_coloured_verdicts(const std::string& table, FILE* stream) {
  static const Pattern bad("\\b(WRONG|HAZARD)\\b"), good("  yes\\b");  // in a column
  const bool is_shown = shows_colour(stream);
  const std::string text = bad.replaced_in(table, coloured("$&", Colour::red, is_shown));
  return good.replaced_in(text, coloured("$&", Colour::green, is_shown));
}

std::string aligned(const std::vector<Row>& rows, std::size_t words, std::size_t letters) {
  std::vector<Column> columns = columns_of(rows, words), part{columns.front()};
  std::string text;
  std::size_t used = columns.front().width;
  for (auto first = columns.begin() + 1; first != columns.end();) {
    const auto last =
        std::find_if(first + 1, columns.end(), [&](auto& c) { return c.group.empty() || c.group != first->group; });
    std::size_t width = 0;
    for (auto column = first; column != last; ++column) width += column->width + 2;
    if (const std::size_t group = first->group.size() + 2; width < group)
      first->width += group - std::exchange(width, group);
    if (used + width > letters && part.size() > 1) {
      text += side_by_side(part) + "\n";
      part.resize(1);
      used = columns.front().width;
    }
    part.insert(part.end(), first, last);
    used += width;
    first = last;
  }
  return text + side_by_side(part);
}

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
