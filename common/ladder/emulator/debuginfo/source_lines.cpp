#include "ladder/emulator/debuginfo/source_lines.hpp"

#include <algorithm>
#include <filesystem>
#include <string_view>

#include "ladder/base/printable.hpp"
#include "ladder/emulator/debuginfo/kept_answers.hpp"
#include "ladder/emulator/debuginfo/origin.hpp"

namespace ladder::emulator {
namespace {

bool is_of_the_library(const Place& place) {
  return place.name().find("common/ladder/") != std::string_view::npos || is_of_library_headers(place.name());
}

CodePlace line_of(const Place& place) {
  if (place.path == nullptr) return {};
  return {printable(std::filesystem::path(place.path).filename()), place.line, place.path, place.column};
}

const Origin& origin_of(std::uintptr_t address) {
  // As a Singleton: the destructors of a program may ask.
  static auto& known = *new KeptAnswers<std::uintptr_t, Origin>;
  return known.to(address, find_origin);
}

}  // namespace

CodePlace source_line(std::uintptr_t site) { return site == 0 ? CodePlace{} : line_of(origin_of(site).place()); }

Callers calling_lines(std::uintptr_t site) {
  Callers lines;
  if (site == 0) return lines;
  for (const Place& place : origin_of(site).callers()) lines.push_back(line_of(place));
  return lines;
}

std::string place_of(std::uintptr_t site) {
  const CodePlace line = source_line(site);
  return line.file.empty() ? "a line that is not known" : in_words(line);
}

std::string callers_of(std::uintptr_t site) { return in_words(calling_lines(site)); }

bool is_by_the_emulator(std::uintptr_t site) { return origin_of(site).innermost.is_part_of_the_emulator(); }

bool is_of_the_library(std::uintptr_t site) { return site != 0 && is_of_the_library(origin_of(site).place()); }

bool in_one_line(std::uintptr_t a, std::uintptr_t b) {
  if (a == b) return true;
  const Place of_a = origin_of(a).place(), of_b = origin_of(b).place();
  if (of_a.line == 0 || of_a.line != of_b.line) return false;
  return of_a.path == of_b.path || line_of(of_a).file == line_of(of_b).file;
}

bool at_one_place(std::uintptr_t a, std::uintptr_t b) {
  return a == b || (in_one_line(a, b) && origin_of(a).calls == origin_of(b).calls);
}

CodePlace call_apart(std::uintptr_t a, std::uintptr_t b) {
  const std::vector<Call>&of_a = origin_of(a).calls, &of_b = origin_of(b).calls;
  const auto apart = std::ranges::mismatch(of_a, of_b);
  return apart.in2 == of_b.end() ? CodePlace{} : line_of(apart.in2->place);
}

}  // namespace ladder::emulator
