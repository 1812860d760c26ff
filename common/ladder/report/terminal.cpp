#include "ladder/report/terminal.hpp"

#include <unistd.h>

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

std::string with_red_verdicts(const std::string& table, FILE* stream) {
  static const Pattern verdicts("\\b(WRONG|HAZARD)\\b");
  return verdicts.replaced_in(table, in_red("$&", stream));
}

}  // namespace ladder
