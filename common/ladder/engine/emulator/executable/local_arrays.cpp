#include "ladder/engine/emulator/executable/local_arrays.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "ladder/engine/emulator/executable/kernel_entry.hpp"
#include "ladder/engine/emulator/executable/symbols.hpp"
#include "ladder/engine/emulator/executable/types.hpp"

namespace ladder::emulator {
namespace {

using Extents = std::set<std::string>;

// A variable with a symbol is one of the file, or a shared array.
bool has_symbol(Dwarf_Die variable) {
  static const std::set<std::string> names = [] {
    std::set<std::string> all;
    for (const Symbol& symbol : symbols()) all.insert(symbol.short_name());
    return all;
  }();
  return names.contains(dwarf_diename(&variable));
}

// Of "[4][8]" also "[8]".
void add_extents(Dwarf_Die variable, Extents& found) {
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

void read_others(Dwarf_Die parent, bool in_function, Extents& others) {
  for_each_child(parent, [&](Dwarf_Die& child) {
    const int tag = dwarf_tag(&child);
    const bool has_name = dwarf_diename(&child) != nullptr;  // a text in quotes has none
    const bool is_local = tag == DW_TAG_variable && in_function && has_name && !has_symbol(child);
    Dwarf_Die type;
    if (has_name && (tag == DW_TAG_variable || tag == DW_TAG_member || tag == DW_TAG_formal_parameter)) {
      const bool is_array = type_of(child, &type) && dwarf_tag(&type) == DW_TAG_array_type;
      if (is_of_the_kernels_author(child) && !(is_local && is_array)) add_extents(child, others);
    }
    read_others(child, in_function || tag == DW_TAG_subprogram, others);
  });
}

Extents others_in_its_file(const void* kernel) {
  Extents others;
  for_kernel(kernel, [&](Dwarf_Die& unit, Dwarf_Die&) { read_others(unit, false, others); });
  return others;
}

const Extents& others_of(const void* kernel) {
  static OncePerKernel known(others_in_its_file);
  return known.of(kernel);
}

}  // namespace

bool is_local_array(const void* kernel, const std::string& extents) { return !others_of(kernel).contains(extents); }

bool is_row_of_an_array(const void* kernel, const std::string& extents) {
  const Extents& others = others_of(kernel);
  return std::any_of(others.begin(), others.end(), [&](const std::string& other) {
    return other.size() > extents.size() && other.ends_with(extents);
  });
}

}  // namespace ladder::emulator
