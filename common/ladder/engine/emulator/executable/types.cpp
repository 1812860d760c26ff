#include "ladder/engine/emulator/executable/types.hpp"

#include <dwarf.h>

#include <algorithm>
#include <filesystem>

#include "ladder/engine/emulator/executable/executable_file.hpp"

namespace ladder::emulator {

bool type_of(Dwarf_Die entry, Dwarf_Die* type) {
  Dwarf_Attribute found;
  Dwarf_Die named;
  return dwarf_formref_die(dwarf_attr_integrate(&entry, DW_AT_type, &found), &named) != nullptr &&
         dwarf_peel_type(&named, type) == 0;
}

std::vector<std::size_t> extents_of(Dwarf_Die entry, Dwarf_Die* element) {
  std::vector<std::size_t> extents;
  *element = entry;
  do {
    if (!type_of(*element, element)) return {};
    for_each_child(*element, [&](Dwarf_Die& extent) {
      if (dwarf_tag(&extent) != DW_TAG_subrange_type) return;
      const std::size_t last = number(extent, DW_AT_upper_bound, std::size_t{} - 1);
      extents.push_back(number(extent, DW_AT_count, last + 1));
    });
  } while (dwarf_tag(element) == DW_TAG_array_type);
  return extents;
}

std::string file_of(Dwarf_Die entry) {
  const char* file = dwarf_decl_file(&entry);
  if (file == nullptr) return {};
  Dwarf_Die unit;
  Dwarf_Attribute folder;
  if (dwarf_diecu(&entry, &unit, nullptr, nullptr) == nullptr) return file;
  const char* compiled_in = dwarf_formstring(dwarf_attr(&unit, DW_AT_comp_dir, &folder));
  return compiled_in == nullptr ? std::filesystem::path(file) : std::filesystem::path(compiled_in) / file;
}

bool is_of_the_kernels_author(Dwarf_Die entry) {
  const std::string path = file_of(entry);
  if (path.empty()) return false;  // as of the parameters in a declaration of the C++ library
  return !path.starts_with("/usr/") && path.find("/common/ladder/engine/") == path.npos;
}

bool is_struct(Dwarf_Die type) {
  const int tag = dwarf_tag(&type);
  return tag == DW_TAG_structure_type || tag == DW_TAG_class_type || tag == DW_TAG_union_type;
}

std::size_t bytes_of(Dwarf_Die type) {
  Dwarf_Word bytes = 0;
  return dwarf_aggregate_size(&type, &bytes) == 0 ? bytes : 0;
}

std::size_t alignment_of(Dwarf_Die type) {
  std::size_t alignment = number(type, DW_AT_alignment, 1);
  Dwarf_Die element;
  if (dwarf_tag(&type) == DW_TAG_array_type) return type_of(type, &element) ? alignment_of(element) : 1;
  if (!is_struct(type)) return std::max(alignment, bytes_of(type));
  for_each_child(type, [&](Dwarf_Die& member) {
    const bool is_part = dwarf_tag(&member) == DW_TAG_inheritance ||
                         (dwarf_tag(&member) == DW_TAG_member && !dwarf_hasattr(&member, DW_AT_external));
    if (!is_part || !type_of(member, &element)) return;
    const std::size_t own = number(member, DW_AT_alignment, 1);
    alignment = std::max({alignment, own, alignment_of(element)});
  });
  return alignment;
}

}  // namespace ladder::emulator
