// What the debug information knows of kernels.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "ladder/base/pattern.hpp"
#include "ladder/emulator/debuginfo/dwarf.hpp"
#include "ladder/emulator/debuginfo/executable.hpp"
#include "ladder/emulator/debuginfo/kernel_facts.hpp"
#include "ladder/emulator/debuginfo/symbols.hpp"
#include "ladder/emulator/debuginfo/written_facts.hpp"

namespace ladder::emulator {
namespace {

// What read(Dwarf_Die unit, Dwarf_Die function) finds of the kernel.
template <typename Found>
Found found_by(Found (*read)(Dwarf_Die unit, Dwarf_Die function), const void* kernel) {
  const ExecutableFile file;
  const Dwarf_Addr code = reinterpret_cast<std::uintptr_t>(kernel) - load_address;
  Found found;
  for_each_unit(file.debug_information(), [&](Dwarf_Die& unit) {
    for_each_function(unit, [&](Dwarf_Die& function) {
      Dwarf_Addr begin = 0;
      if (dwarf_lowpc(&function, &begin) == 0 && begin == code) found = read(unit, function);
    });
  });
  return found;
}

// --- Launch bounds

// What a constant of that name is, among those under `parent` and its namespaces; 0 where there is none.
unsigned constant_under(Dwarf_Die parent, const std::string& name) {
  Dwarf_Word value = 0;
  for_each_child(parent, [&](Dwarf_Die& child) {
    const int tag = dwarf_tag(&child);
    if (tag == DW_TAG_namespace && value == 0) value = constant_under(child, name);
    if ((tag == DW_TAG_template_value_parameter || tag == DW_TAG_variable) && name == name_of(child)) {
      value = number(child, DW_AT_const_value, 0);
    }
  });
  return static_cast<unsigned>(value);
}

// What a parameter of the function's template, or a constant that it may use, is; 0 where that is not known.
unsigned constant_of(Dwarf_Die unit, Dwarf_Die function, const std::string& name) {
  unsigned value = constant_under(function, name);
  if (value == 0) value = constant_under(unit, name);
  return value == 0 ? constant_in(file_of(function), name) : value;
}

LaunchBounds launch_bounds_of(Dwarf_Die unit, Dwarf_Die function) {
  int line = 0;
  if (file_of(function).empty() || dwarf_decl_line(&function, &line) != 0) return {};
  const auto [written, place] = written_bounds(file_of(function), line, name_of(function));
  if (written.empty()) return {};
  const bool is_number = std::ranges::all_of(written, [](char c) { return c >= '0' && c <= '9'; });
  return {is_number ? static_cast<unsigned>(std::stoul(written)) : constant_of(unit, function, written), place};
}

// --- Restricted pointers

// Of a parameter or a variable, behind const and names of types.
bool is_restricted(Dwarf_Die declared) {
  Dwarf_Die type = declared;
  while (follow(type, DW_AT_type, &type)) {
    const int tag = dwarf_tag(&type);
    if (tag == DW_TAG_restrict_type) return true;
    if (tag != DW_TAG_const_type && tag != DW_TAG_typedef) return false;
  }
  return false;
}

// seen: functions that were looked at, as they may call each other.
bool restricts(Dwarf_Die function, std::set<Dwarf_Off>& seen) {
  if (!seen.insert(dwarf_dieoffset(&function)).second) return false;
  if (name_of(function).starts_with("__ldg")) return true;
  bool found = false;
  for_each_child(function, [&](Dwarf_Die& child) {
    if (found) return;
    Dwarf_Die called;
    switch (dwarf_tag(&child)) {
      case DW_TAG_formal_parameter:
      case DW_TAG_variable: found = is_restricted(child); return;
      case DW_TAG_call_site: found = follow(child, DW_AT_call_origin, &called) && restricts(called, seen); return;
      case DW_TAG_inlined_subroutine:
        found = follow(child, DW_AT_abstract_origin, &called) && restricts(called, seen);
        [[fallthrough]];
      case DW_TAG_lexical_block: found = found || restricts(child, seen); return;
      default: return;
    }
  });
  return found;
}

KernelFacts facts_in(Dwarf_Die unit, Dwarf_Die function) {
  KernelFacts facts;
  for_each_child(function, [&](Dwarf_Die& child) {
    if (dwarf_tag(&child) == DW_TAG_formal_parameter) facts.parameter_names.push_back(name_of(child));
  });
  facts.launch_bounds = launch_bounds_of(unit, function);
  facts.file = file_of(function);
  std::set<Dwarf_Off> seen;
  facts.restricts_pointers = restricts(function, seen);
  return facts;
}

// --- The types of its file

using Alignments = std::map<std::size_t, std::size_t>;

// Those that the entry speaks of, with all that these consist of or point to.
void add_structs(Dwarf_Die entry, std::set<Dwarf_Off>& seen, Alignments& alignments) {
  if (!seen.insert(dwarf_dieoffset(&entry)).second) return;
  const std::size_t bytes = is_struct(entry) ? bytes_of(entry) : 0;
  if (bytes != 0 && is_of_the_kernels_author(entry)) {
    std::size_t& least = alignments.try_emplace(bytes, SIZE_MAX).first->second;
    least = std::min(least, alignment_of(entry));
  }
  for (const unsigned attribute : {DW_AT_type, DW_AT_abstract_origin, DW_AT_specification}) {
    Dwarf_Attribute found;
    Dwarf_Die other;
    if (dwarf_formref_die(dwarf_attr(&entry, attribute, &found), &other) != nullptr) {
      add_structs(other, seen, alignments);
    }
  }
  for_each_child(entry, [&](Dwarf_Die& child) { add_structs(child, seen, alignments); });
}

Alignments structs_of(Dwarf_Die entry) {
  std::set<Dwarf_Off> seen;
  Alignments alignments;
  add_structs(entry, seen, alignments);
  return alignments;
}

// A variable with a symbol is one of the file, or a shared array; if it is none of a library's, which may be called so.
bool has_symbol(const std::string& variable) {
  static const std::set<std::string> names = [] {
    static const Pattern of_a_library("_ZZ?N?K?(St|3fmt|5boost|5Catch|8nlohmann).*");
    std::set<std::string> all;
    for (const Symbol& symbol : symbols()) {
      if (of_a_library.whole(symbol.name).empty()) all.insert(symbol.short_name());
    }
    return all;
  }();
  return names.contains(variable);
}

// Of "[4][8]" also "[8]".
void add_extents(Dwarf_Die variable, std::set<std::string>& found) {
  Dwarf_Die element;
  const std::vector<std::size_t> extents = extents_of(variable, &element);
  std::string text;
  for (std::size_t i = extents.size(); i-- > 0;) found.insert(text = fmt::format("[{}]", extents[i]) + text);
  const int tag = dwarf_tag(&element);
  Dwarf_Die target;
  if ((tag == DW_TAG_pointer_type || tag == DW_TAG_reference_type) && type_of(element, &target)) {
    add_extents(element, found);
  }
}

void add_arrays(Dwarf_Die parent, bool in_function, std::set<std::string>& arrays) {
  for_each_child(parent, [&](Dwarf_Die& child) {
    const int tag = dwarf_tag(&child);
    const std::string name = name_of(child);  // a text in quotes has none
    const bool is_local = tag == DW_TAG_variable && in_function && !has_symbol(name);
    Dwarf_Die type;
    if (!name.empty() && (tag == DW_TAG_variable || tag == DW_TAG_member || tag == DW_TAG_formal_parameter)) {
      const bool is_array = type_of(child, &type) && dwarf_tag(&type) == DW_TAG_array_type;
      if (is_of_the_kernels_author(child) && !(is_local && is_array)) add_extents(child, arrays);
    }
    add_arrays(child, in_function || tag == DW_TAG_subprogram, arrays);
  });
}

FileFacts file_facts_in(Dwarf_Die unit, Dwarf_Die function) {
  FileFacts facts;
  facts.struct_alignments = structs_of(function);
  facts.struct_alignments.merge(structs_of(unit));
  add_arrays(unit, false, facts.arrays);
  return facts;
}

}  // namespace

KernelFacts read_facts(const void* kernel) { return found_by(facts_in, kernel); }

FileFacts read_file_facts(const void* kernel) { return found_by(file_facts_in, kernel); }

unsigned read_constant(std::uintptr_t site, const std::string& name) {
  const ExecutableFile file;
  unsigned found = 0;
  for_each_unit(file.debug_information(), [&](Dwarf_Die& unit) {
    for_each_function(unit, [&](Dwarf_Die& function) {
      if (dwarf_haspc(&function, site - load_address - 1) == 1) found = constant_of(unit, function, name);
    });
  });
  return found;
}

}  // namespace ladder::emulator
