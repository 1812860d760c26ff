#include "ladder/engine/emulator/executable/restrict_pointers.hpp"

#include <elfutils/libdw.h>

#include <set>
#include <string_view>

#include "ladder/engine/emulator/executable/kernel_entry.hpp"

namespace ladder::emulator {
namespace {

bool follow(Dwarf_Die entry, unsigned attribute, Dwarf_Die* other) {
  Dwarf_Attribute found;
  return dwarf_formref_die(dwarf_attr_integrate(&entry, attribute, &found), other) != nullptr;
}

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
  const char* name = dwarf_diename(&function);
  if (name != nullptr && std::string_view(name).starts_with("__ldg")) return true;
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

bool read_restricts_pointers(const void* kernel) {
  bool found = false;
  for_kernel(kernel, [&](Dwarf_Die&, Dwarf_Die& function) {
    std::set<Dwarf_Off> seen;
    found = restricts(function, seen);
  });
  return found;
}

}  // namespace

bool restricts_pointers(const void* kernel) {
  static OncePerKernel known(read_restricts_pointers);
  return known.of(kernel);
}

}  // namespace ladder::emulator
