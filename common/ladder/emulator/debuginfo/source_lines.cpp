#include "ladder/emulator/debuginfo/source_lines.hpp"

#include <execinfo.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <map>
#include <string_view>

#include "ladder/base/printable.hpp"
#include "ladder/emulator/debuginfo/dwarf.hpp"
#include "ladder/emulator/debuginfo/executable.hpp"

namespace ladder::emulator {
namespace {

// Of the C++ library's, or of Thrust's or CUB's, as tools/try/library_headers.sh makes them.
bool is_of_library_headers(std::string_view path) {
  return path.find("/include/c++/") != path.npos || path.find("/include/thrust/") != path.npos ||
         path.find("/include/cub/") != path.npos;
}

struct Place {
  const char* path = nullptr;  // null where it is not known
  int line = 0, column = 0;

  std::string_view name() const { return path == nullptr ? "" : path; }
  // Of what cuda_syntax.hpp includes, and of headers/.
  bool is_part_of_the_emulator() const {
    const std::string_view all = name();
    const auto folder = all.find("/common/ladder/emulator/");
    return folder != std::string_view::npos && all.find(".h", folder) != std::string_view::npos;
  }
  bool is_of_a_library() const { return is_part_of_the_emulator() || is_of_library_headers(name()); }
};

bool is_of_the_library(const Place& place) {
  return place.name().find("common/ladder/") != std::string_view::npos || is_of_library_headers(place.name());
}

CodePlace line_of(const Place& place) {
  if (place.path == nullptr) return {};
  return {printable(std::filesystem::path(place.path).filename()), place.line, place.path, place.column};
}

// A function that was not inlined, or an inlined call of one.
struct Call {
  bool is_inlined;
  Place place;         // of the call
  Dwarf_Off function;  // the entry of what was compiled, of which there may be copies

  bool operator==(const Call& other) const {
    return function == other.function && place.line == other.place.line && place.column == other.place.column;
  }
};

// Where an instruction comes from.
struct Origin {
  Place innermost;          // the line that it was compiled from
  std::vector<Call> calls;  // the functions that it is in, the outer ones first

  // The innermost place that is neither part of the emulator nor of the C++ library; where all are, the outermost.
  Place place() const {
    Place found = innermost;
    for (auto call = calls.rbegin(); call != calls.rend(); ++call) {
      if (found.path != nullptr && !found.is_of_a_library()) break;
      if (call->is_inlined) found = call->place;
    }
    return found;
  }
  // Where the function was called that this place is in, from the inside out; nowhere where it was not inlined.
  std::vector<Place> callers() const {
    const Place own = place();
    std::vector<Place> callers;
    for (const Call& call : calls) {
      if (call.place.path == nullptr || call.place.is_of_a_library()) continue;
      if (call.place.line == own.line && std::string_view(call.place.path) == own.path) break;
      callers.insert(callers.begin(), call.place);
    }
    return callers;
  }
};

// Calls visit(begin, end) for each range of code that the entry has.
void for_each_range(Dwarf_Die entry, const auto& visit) {
  Dwarf_Addr base, begin, end;
  for (ptrdiff_t next = 0; (next = dwarf_ranges(&entry, next, &base, &begin, &end)) > 0;) visit(begin, end);
}

// One file of source, as it was compiled.
class Unit {
 public:
  explicit Unit(Dwarf_Die entry) : entry_(entry) {
    Dwarf_Files* files = nullptr;
    std::size_t count = 0;
    if (dwarf_getsrcfiles(&entry, &files, &count) == 0) read_calls(entry, files);
  }

  Origin at(Dwarf_Addr instruction) {
    Origin origin{line_at(instruction), {}};
    for (const Code& code : calls_) {
      if (instruction >= code.begin && instruction < code.end) origin.calls.push_back(code.call);
    }
    return origin;
  }

 private:
  struct Code {
    Dwarf_Addr begin, end;
    Call call;
  };

  Place line_at(Dwarf_Addr instruction) {
    Dwarf_Line* line = dwarf_getsrc_die(&entry_, instruction);
    Place place;
    // What a compiler adds is of no line: it belongs to the one before.
    while (dwarf_lineno(line, &place.line) == 0 && place.line == 0 && dwarf_lineaddr(line, &instruction) == 0) {
      line = dwarf_getsrc_die(&entry_, instruction - 1);
    }
    dwarf_linecol(line, &place.column);
    place.path = dwarf_linesrc(line, nullptr, nullptr);
    return place;
  }

  void read_calls(Dwarf_Die parent, Dwarf_Files* files) {
    for_each_child(parent, [&](Dwarf_Die& child) {
      const bool is_inlined = dwarf_tag(&child) == DW_TAG_inlined_subroutine;
      if (is_inlined || dwarf_tag(&child) == DW_TAG_subprogram) {
        Dwarf_Die origin;
        const bool is_copy = follow(child, DW_AT_abstract_origin, &origin);
        Call call{is_inlined, {}, dwarf_dieoffset(is_copy ? &origin : &child)};
        if (is_inlined) {
          call.place = {dwarf_filesrc(files, number(child, DW_AT_call_file, 0), nullptr, nullptr),
                        static_cast<int>(number(child, DW_AT_call_line, 0)),
                        static_cast<int>(number(child, DW_AT_call_column, 0))};
        }
        for_each_range(child, [&](Dwarf_Addr begin, Dwarf_Addr end) { calls_.push_back({begin, end, call}); });
      }
      read_calls(child, files);
    });
  }

  Dwarf_Die entry_;
  std::vector<Code> calls_;  // the outer ones before the inner
};

// Units are read when an instruction of theirs is first asked for.
class Lines {
 public:
  Lines() {
    for_each_unit(file_.debug_information(), [&](Dwarf_Die& entry) {
      for_each_range(entry, [&](Dwarf_Addr begin, Dwarf_Addr end) { ranges_[begin] = {end, entry}; });
    });
  }

  Origin at(std::uintptr_t address) {
    const Dwarf_Addr instruction = address - load_address - 1;
    const auto next = ranges_.upper_bound(instruction);
    if (next == ranges_.begin() || instruction >= std::prev(next)->second.end) return {};
    Dwarf_Die entry = std::prev(next)->second.unit;
    return units_.try_emplace(dwarf_dieoffset(&entry), entry).first->second.at(instruction);
  }

 private:
  struct Range {
    Dwarf_Addr end;
    Dwarf_Die unit;
  };
  ExecutableFile file_;
  std::map<Dwarf_Addr, Range> ranges_;  // of code, by their begin
  std::map<Dwarf_Off, Unit> units_;
};

const Origin& origin_of(std::uintptr_t address) {
  // As Singletons: the destructors of a program may ask.
  static auto& known = *new KeptAnswers<std::uintptr_t, Origin>;
  static Lines& all = *new Lines;
  return known.to(address, [](std::uintptr_t site) { return all.at(site); });
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

std::uintptr_t site_in_program(std::uintptr_t site) {
  const auto is_known = [](std::uintptr_t one) {
    const Place place = origin_of(one).place();
    return place.path != nullptr && !is_of_the_library(place);
  };
  if (is_known(site)) return site;
  void* frames[64];
  void** const end = frames + backtrace(frames, std::size(frames));
  const auto is_there = [&](void* frame) {  // as a fault, or as a call
    return reinterpret_cast<std::uintptr_t>(frame) == site - 1 || reinterpret_cast<std::uintptr_t>(frame) == site;
  };
  void** const at = std::find_if(std::find_if(frames, end, is_there), end,
                                 [&](void* frame) { return is_known(reinterpret_cast<std::uintptr_t>(frame)); });
  return at == end ? site : reinterpret_cast<std::uintptr_t>(*at);
}

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
