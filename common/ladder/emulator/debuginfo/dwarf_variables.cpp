#include "ladder/emulator/debuginfo/dwarf.hpp"
#include "ladder/emulator/debuginfo/variables.hpp"

namespace ladder::emulator {
namespace {

std::optional<std::uintptr_t> thread_local_offset(Dwarf_Die variable) {
  const std::vector<Dwarf_Op> location = location_of(variable);
  const bool is_thread_local = location.size() == 2 && (location[1].atom == DW_OP_GNU_push_tls_address ||
                                                        location[1].atom == DW_OP_form_tls_address);
  return is_thread_local ? std::optional(location[0].number) : std::nullopt;
}

ArrayShape shape_of(Dwarf_Die variable) {
  ArrayShape shape;
  Dwarf_Die type;
  shape.extents = extents_of(variable, &type);
  if (dwarf_tag(&type) == DW_TAG_variable) return {};
  shape.element_bytes = bytes_of(type);
  if (is_struct(type)) shape.structs = {shape.element_bytes, alignment_of(type)};
  return shape;
}

bool is_dynamic(Dwarf_Die variable) {
  return dwarf_hasattr(&variable, DW_AT_declaration) != 0 && linkage_name(variable).ends_with("B6shared");
}

std::size_t bytes_of_array(const ArrayShape& shape) {
  std::size_t bytes = shape.element_bytes;
  for (const std::size_t extent : shape.extents) bytes *= extent;
  return bytes;
}

void add_variables(Dwarf_Die parent, const std::string& function, Variables& variables) {
  for_each_child(parent, [&](Dwarf_Die& child) {
    switch (dwarf_tag(&child)) {
      case DW_TAG_variable: {
        const ArrayShape shape = shape_of(child);
        const char* name = dwarf_diename(&child);
        if (name != nullptr)
          variables.insert(
              {name, {function, thread_local_offset(child), bytes_of_array(shape), shape, is_dynamic(child)}});
        break;
      }
      case DW_TAG_subprogram:
      case DW_TAG_inlined_subroutine: add_variables(child, linkage_name(child), variables); break;
      default: add_variables(child, function, variables);
    }
  });
}

}  // namespace

Variables read_variables() {
  const ExecutableFile file;
  Variables variables;
  for_each_unit(file.debug_information(), [&](Dwarf_Die& unit) { add_variables(unit, "", variables); });
  return variables;
}

}  // namespace ladder::emulator
