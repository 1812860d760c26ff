#include "ladder/report/terminal.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

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
  return isatty(fileno(stream)) != 0 && variable("NO_COLOR").empty() && variable("TERM") != "dumb";
}

std::string in_red(const std::string& text, FILE* stream) {
  return shows_colour(stream) ? "\033[31m" + text + "\033[0m" : text;
}

std::string cut_to_width(const std::string& line, FILE* stream) {
  winsize size{};
  std::size_t end = ioctl(fileno(stream), TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : line.size();
  while (end < line.size() && (line[end] & 0xc0) == 0x80) --end;  // between letters of UTF-8
  return line.substr(0, end);
}

std::string with_red_verdicts(const std::string& table, FILE* stream) {
  static const Pattern verdicts("\\b(WRONG|HAZARD)\\b");
  return verdicts.replaced_in(table, in_red("$&", stream));
}

}  // namespace ladder
