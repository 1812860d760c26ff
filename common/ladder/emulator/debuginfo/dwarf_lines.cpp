// Where instructions come from, by the line tables and the inlined calls of this executable's debug information.
#include <iterator>
#include <map>
#include <set>
#include <string>

#include "ladder/emulator/debuginfo/dwarf.hpp"
#include "ladder/emulator/debuginfo/executable.hpp"
#include "ladder/emulator/debuginfo/origin.hpp"

namespace ladder::emulator {
namespace {

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
    place.path = path_of(dwarf_linesrc(line, nullptr, nullptr));
    return place;
  }

  const char* path_of(const char* file) {
    if (file == nullptr || *file == '/') return file;
    return files_.insert(from_the_root(entry_, file)).first->c_str();
  }

  void read_calls(Dwarf_Die parent, Dwarf_Files* files) {
    for_each_child(parent, [&](Dwarf_Die& child) {
      const bool is_inlined = dwarf_tag(&child) == DW_TAG_inlined_subroutine;
      if (is_inlined || dwarf_tag(&child) == DW_TAG_subprogram) {
        Dwarf_Die origin;
        const bool is_copy = follow(child, DW_AT_abstract_origin, &origin);
        Call call{is_inlined, {}, dwarf_dieoffset(is_copy ? &origin : &child)};
        if (is_inlined) {
          call.place = {path_of(dwarf_filesrc(files, number(child, DW_AT_call_file, 0), nullptr, nullptr)),
                        static_cast<int>(number(child, DW_AT_call_line, 0)),
                        static_cast<int>(number(child, DW_AT_call_column, 0))};
        }
        for_each_range(child, [&](Dwarf_Addr begin, Dwarf_Addr end) { calls_.push_back({begin, end, call}); });
      }
      read_calls(child, files);
    });
  }

  Dwarf_Die entry_;
  std::set<std::string> files_;  // from the root on
  std::vector<Code> calls_;      // the outer ones before the inner
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

}  // namespace

// As a Singleton: the destructors of a program may ask.
Origin find_origin(std::uintptr_t site) {
  static Lines& all = *new Lines;
  return all.at(site);
}

}  // namespace ladder::emulator
