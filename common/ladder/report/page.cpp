#include "ladder/report/page.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <stdexcept>

#include "ladder/base/json.hpp"

namespace ladder {
namespace {

const std::string marker = "/* data */";

// "<" stands in strings alone, where it may be written by its number.
std::string without_markup(const std::string& json) {
  std::string text;
  for (const char c : json) text += c == '<' ? "\\u003c" : std::string(1, c);
  return text;
}

}  // namespace

std::string page_of(const std::string& empty_page, const std::vector<std::string>& runs, const std::string& recorded) {
  if (!std::ranges::all_of(runs, [](const std::string& run) { return Json::accept(run); })) {
    throw std::runtime_error("a run is not JSON");
  }
  const std::size_t place = empty_page.find(marker);
  if (place == std::string::npos || empty_page.find(marker, place + 1) != std::string::npos) {
    throw std::runtime_error(fmt::format("a page has {} once", marker));
  }
  const std::string data =
      without_markup(fmt::format("{{\"runs\":[{}],\"recorded\":{}}}", fmt::join(runs, ","), recorded));
  return empty_page.substr(0, place) + data + empty_page.substr(place + marker.size());
}

}  // namespace ladder
