#include "ladder/engine/emulator/executable/source_lines.hpp"

#include <dwarf.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <iterator>
#include <map>
#include <mutex>
#include <string_view>
#include <utility>

#include "ladder/engine/emulator/executable/executable.hpp"
#include "ladder/engine/emulator/executable/executable_file.hpp"

namespace ladder::emulator {
namespace {

struct Place {
  const char* path = nullptr;  // null where it is not known
  int line = 0;
};

// What cuda_syntax.hpp includes, and headers/.
bool is_part_of_the_emulator(const Place& place) {
  const std::string_view path = place.path;
  const auto folder = path.find("/common/ladder/engine/emulator/");
  return folder != std::string_view::npos && path.find(".h", folder) != std::string_view::npos;
}

// Code from `begin` on, up to the next row's.
struct Row {
  Dwarf_Addr begin;
  Place place;
};

// Code that belongs to an inlined call, and the place of that call; or to a function that was not inlined.
struct InlinedCall {
  Dwarf_Addr begin, end;
  Place call;
  Dwarf_Word column;
  Dwarf_Off function;

  bool contains(Dwarf_Addr instruction) const { return instruction >= begin && instruction < end; }
  bool is_same_call(const InlinedCall& other) const {
    return function == other.function && call.line == other.call.line && column == other.column;
  }
};

// The entry of what was compiled, of which there may be copies.
Dwarf_Off function_of(Dwarf_Die entry) {
  Dwarf_Attribute attribute;
  Dwarf_Die origin;
  const bool is_copy = dwarf_attr(&entry, DW_AT_abstract_origin, &attribute) != nullptr &&
                       dwarf_formref_die(&attribute, &origin) != nullptr;
  return dwarf_dieoffset(is_copy ? &origin : &entry);
}

// Calls visit(begin, end) for each range of code that the entry has.
template <typename Visit>
void for_each_range(Dwarf_Die entry, const Visit& visit) {
  Dwarf_Addr base, begin, end;
  for (ptrdiff_t next = 0; (next = dwarf_ranges(&entry, next, &base, &begin, &end)) > 0;) visit(begin, end);
}

// One file of source, as it was compiled. All is in the order of the addresses but the calls: of those the outer come
// before the inner.
class Unit {
 public:
  explicit Unit(Dwarf_Die entry) {
    read_rows(entry);
    Dwarf_Files* files = nullptr;
    std::size_t count = 0;
    if (dwarf_getsrcfiles(&entry, &files, &count) == 0) read_calls(entry, files);
  }

  Place find_innermost(Dwarf_Addr instruction) const {
    const auto after = std::upper_bound(rows_.begin(), rows_.end(), instruction,
                                        [](Dwarf_Addr address, const Row& row) { return address < row.begin; });
    return after == rows_.begin() ? Place{} : std::prev(after)->place;
  }

  // The innermost place that is not part of the emulator; where all are, the outermost.
  Place find(Dwarf_Addr instruction) const {
    Place place = find_innermost(instruction);
    for (auto call = calls_.rbegin(); call != calls_.rend(); ++call) {
      if (place.path != nullptr && !is_part_of_the_emulator(place)) break;
      if (call->contains(instruction)) place = call->call;
    }
    return place;
  }

  // Where the function was called that find() leads to; nowhere where it was not inlined.
  Place find_call(Dwarf_Addr instruction) const {
    const Place place = find(instruction);
    Place before;
    for (const InlinedCall& call : calls_) {
      if (!call.contains(instruction) || call.call.path == nullptr || is_part_of_the_emulator(call.call)) continue;
      if (call.call.line == place.line && std::string_view(call.call.path) == place.path) break;
      before = call.call;
    }
    return before;
  }

  // The function that the instruction is in, and the inlined calls, the outer ones first.
  std::vector<InlinedCall> calls_to(Dwarf_Addr instruction) const {
    std::vector<InlinedCall> calls;
    for (const auto* const all : {&functions_, &calls_}) {
      for (const InlinedCall& call : *all) {
        if (call.contains(instruction)) calls.push_back(call);
      }
    }
    return calls;
  }

 private:
  void read_rows(Dwarf_Die entry) {
    Dwarf_Lines* lines = nullptr;
    std::size_t count = 0;
    if (dwarf_getsrclines(&entry, &lines, &count) != 0) return;
    for (std::size_t i = 0; i < count; ++i) {
      Dwarf_Line* line = dwarf_onesrcline(lines, i);
      bool is_end = false;
      Row row{};
      dwarf_lineendsequence(line, &is_end);
      dwarf_lineaddr(line, &row.begin);
      if (!is_end) row.place.path = dwarf_linesrc(line, nullptr, nullptr);
      dwarf_lineno(line, &row.place.line);
      const bool is_of_no_line = !is_end && row.place.line == 0;  // what a compiler adds belongs to the line before
      if (!is_of_no_line) rows_.push_back(row);
    }
  }

  void read_calls(Dwarf_Die parent, Dwarf_Files* files) {
    for_each_child(parent, [&](Dwarf_Die& child) {
      const bool is_call = dwarf_tag(&child) == DW_TAG_inlined_subroutine;
      if (is_call || dwarf_tag(&child) == DW_TAG_subprogram) {
        InlinedCall call{0, 0, {}, 0, function_of(child)};
        if (is_call) {
          call.call = {dwarf_filesrc(files, number(child, DW_AT_call_file, 0), nullptr, nullptr),
                       static_cast<int>(number(child, DW_AT_call_line, 0))};
          call.column = number(child, DW_AT_call_column, 0);
        }
        for_each_range(child, [&](Dwarf_Addr begin, Dwarf_Addr end) {
          call.begin = begin;
          call.end = end;
          (is_call ? calls_ : functions_).push_back(call);
        });
      }
      read_calls(child, files);
    });
  }

  std::vector<Row> rows_;
  std::vector<InlinedCall> calls_, functions_;
};

// Units are read when an instruction of theirs is first asked for.
class Lines {
 public:
  Lines() {
    for_each_unit(file_.debug_information(), [&](Dwarf_Die& entry) {
      for_each_range(entry, [&](Dwarf_Addr begin, Dwarf_Addr end) { ranges_[begin] = {end, dwarf_dieoffset(&entry)}; });
    });
  }

  Place find_place(std::uintptr_t site) { return ask(site, &Unit::find); }
  SourceLine find(std::uintptr_t site) { return line_of(find_place(site)); }
  SourceLine find_call(std::uintptr_t site) { return line_of(ask(site, &Unit::find_call)); }
  Place find_innermost(std::uintptr_t site) { return ask(site, &Unit::find_innermost); }
  std::vector<InlinedCall> calls_to(std::uintptr_t site) { return ask(site, &Unit::calls_to); }
  static SourceLine line_of(const Place& place) {
    if (place.path == nullptr) return {};
    return {std::filesystem::path(place.path).filename(), place.line, place.path};
  }

 private:
  struct Range {
    Dwarf_Addr end;
    Dwarf_Off unit;
  };

  template <typename Answer>
  Answer ask(std::uintptr_t site, Answer (Unit::*find)(Dwarf_Addr) const) {
    const Dwarf_Addr instruction = site - load_address - 1;
    const auto next = ranges_.upper_bound(instruction);
    if (next == ranges_.begin() || instruction >= std::prev(next)->second.end) return {};
    return (unit(std::prev(next)->second.unit).*find)(instruction);
  }

  const Unit& unit(Dwarf_Off offset) {
    auto found = units_.find(offset);
    if (found == units_.end()) {
      Dwarf_Die entry;
      dwarf_offdie(file_.debug_information(), offset, &entry);
      found = units_.emplace(offset, entry).first;
    }
    return found->second;
  }

  ExecutableFile file_;
  std::map<Dwarf_Addr, Range> ranges_;  // of code, by their begin
  std::map<Dwarf_Off, Unit> units_;
};

// Calls work(Lines&), for one OS thread at a time.
void with_lines(const std::function<void(Lines&)>& work) {
  static std::mutex mutex;
  const std::lock_guard lock(mutex);
  static Lines all;
  work(all);
}

}  // namespace

std::vector<SourceLine> source_lines(const std::vector<std::uintptr_t>& sites) {
  std::vector<SourceLine> lines;
  with_lines([&](Lines& all) {
    for (const auto site : sites) lines.push_back(site == 0 ? SourceLine{} : all.find(site));
  });
  return lines;
}

SourceFile source_file(std::uintptr_t site) {
  Place place;
  with_lines([&](Lines& all) { place = all.find_place(site); });
  return place.path == nullptr ? SourceFile{} : SourceFile{place.path, place.line};
}

SourceLine calling_line(std::uintptr_t site) {
  SourceLine line;
  if (site != 0) with_lines([&](Lines& all) { line = all.find_call(site); });
  return line;
}

bool is_by_the_emulator(std::uintptr_t site) {
  Place place;
  with_lines([&](Lines& all) { place = all.find_innermost(site); });
  return place.path != nullptr && is_part_of_the_emulator(place);
}

namespace {

// compare(a, b), once for each pair.
bool ask_once(std::map<std::pair<std::uintptr_t, std::uintptr_t>, bool>& known, std::uintptr_t a, std::uintptr_t b,
              bool (*compare)(std::uintptr_t, std::uintptr_t)) {
  if (a == b) return true;
  static std::mutex mutex;
  const std::lock_guard lock(mutex);
  const auto [answer, is_new] = known.try_emplace(std::minmax(a, b));
  if (is_new) answer->second = compare(a, b);
  return answer->second;
}

}  // namespace

bool in_one_line(std::uintptr_t a, std::uintptr_t b) {
  static std::map<std::pair<std::uintptr_t, std::uintptr_t>, bool> known;
  return ask_once(known, a, b, [](std::uintptr_t one, std::uintptr_t other) {
    const auto lines = source_lines({one, other});
    return lines[0].line != 0 && lines[0].line == lines[1].line && lines[0].file == lines[1].file;
  });
}

bool at_one_place(std::uintptr_t a, std::uintptr_t b) {
  static std::map<std::pair<std::uintptr_t, std::uintptr_t>, bool> known;
  return in_one_line(a, b) && ask_once(known, a, b, [](std::uintptr_t one, std::uintptr_t other) {
           bool same = false;
           with_lines([&](Lines& all) {
             const auto of_one = all.calls_to(one), of_other = all.calls_to(other);
             same = std::equal(of_one.begin(), of_one.end(), of_other.begin(), of_other.end(),
                               [](const auto& x, const auto& y) { return x.is_same_call(y); });
           });
           return same;
         });
}

SourceLine call_apart(std::uintptr_t a, std::uintptr_t b) {
  SourceLine line;
  with_lines([&](Lines& all) {
    const auto of_a = all.calls_to(a), of_b = all.calls_to(b);
    const auto apart = std::mismatch(of_a.begin(), of_a.end(), of_b.begin(), of_b.end(),
                                     [](const auto& x, const auto& y) { return x.is_same_call(y); });
    if (apart.second != of_b.end()) line = Lines::line_of(apart.second->call);
  });
  return line;
}

}  // namespace ladder::emulator
