#include "ladder/report/terminal.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstdlib>

#include "ladder/base/pattern.hpp"

namespace ladder {
namespace {

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

}  // namespace

bool shows_colour(FILE* stream) {
  const bool is_terminal = isatty(fileno(stream)) != 0 || (stream == stdout && !variable("LADDER_COLUMNS").empty());
  return is_terminal && variable("NO_COLOR").empty() && variable("TERM") != "dumb";
}

std::string in_red(const std::string& text, FILE* stream) {
  return shows_colour(stream) ? "\033[31m" + text + "\033[0m" : text;
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

std::string cut_to_width(const std::string& line, FILE* stream) {
  std::size_t end = std::min(letters_of(stream), line.size());
  while (end < line.size() && (line[end] & 0xc0) == 0x80) --end;  // between letters of UTF-8
  return line.substr(0, end);
}

std::string with_red_verdicts(const std::string& table, FILE* stream) {
  static const Pattern verdicts("\\b(WRONG|HAZARD)\\b");
  return verdicts.replaced_in(table, in_red("$&", stream));
}

}  // namespace ladder
