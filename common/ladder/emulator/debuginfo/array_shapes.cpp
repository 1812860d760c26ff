// A shared array is found in the debug information by its name, its size and the function that it is local to. Where
// several agree in those, the offset tells them apart: debug information for x86-64 has it, that for ARM64 has not.
#include "ladder/emulator/debuginfo/array_shapes.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "ladder/base/values.hpp"
#include "ladder/emulator/debuginfo/dwarf.hpp"

namespace ladder::emulator {
namespace {

struct Variable {
  std::string function;                  // that it is local to, as the linker has it; empty where that is not said
  std::optional<std::uintptr_t> offset;  // in the thread-local segment
  std::size_t bytes;
  ArrayShape shape;
  bool is_dynamic;  // declared here, and as large as a launch says
};
using Variables = std::multimap<std::string, Variable>;  // by name

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

void read_variables(Dwarf_Die parent, const std::string& function, Variables& variables) {
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
      case DW_TAG_inlined_subroutine: read_variables(child, linkage_name(child), variables); break;
      default: read_variables(child, function, variables);
    }
  });
}

const Variables& all_variables() {
  static const Variables all = [] {
    const ExecutableFile file;
    Variables variables;
    for_each_unit(file.debug_information(), [&](Dwarf_Die& unit) { read_variables(unit, "", variables); });
    return variables;
  }();
  return all;
}

bool may_be(const Variable& variable, const Symbol& symbol) {
  return variable.bytes == symbol.size && (variable.function.empty() || symbol.is_local_to(variable.function));
}

ArrayShape find_shape(const Symbol& symbol) {
  std::vector<const Variable*> candidates;
  const auto [first, last] = all_variables().equal_range(symbol.short_name());
  for (auto entry = first; entry != last; ++entry) {
    if (may_be(entry->second, symbol)) candidates.push_back(&entry->second);
  }
  const auto differs = [&](const Variable* other) { return other->shape != candidates.front()->shape; };
  if (std::ranges::any_of(candidates, differs)) {
    std::erase_if(candidates, [&](const Variable* candidate) { return candidate->offset != symbol.value; });
  }
  return candidates.empty() ? ArrayShape{} : candidates.front()->shape;
}

DeclaredArray find_dynamic_array(const std::string& kernel) {
  std::vector<DeclaredArray> own, all;
  for (const auto& [name, variable] : all_variables()) {
    if (!variable.is_dynamic) continue;
    all.push_back({name, variable.shape});
    if (variable.function == kernel) own.push_back(all.back());
  }
  const std::vector<DeclaredArray>& candidates = own.empty() ? all : own;
  const bool agree = std::ranges::adjacent_find(candidates, std::ranges::not_equal_to{}) == candidates.end();
  return candidates.empty() || !agree ? DeclaredArray{} : candidates.front();
}

}  // namespace

ArrayShape array_shape(const Symbol& symbol) {
  static KeptAnswers<std::pair<std::uintptr_t, std::string>, ArrayShape> known;
  return known.to({symbol.value, symbol.name}, [&](const auto&) { return find_shape(symbol); });
}

DeclaredArray dynamic_array(const std::string& kernel) {
  static KeptAnswers<std::string, DeclaredArray> known;
  return known.to(kernel, find_dynamic_array);
}

std::string element_name(const std::string& array, const ArrayShape& shape, std::ptrdiff_t byte) {
  if (shape.element_bytes == 0) return fmt::format("{}, byte {}", array, byte);
  return element_in_words(array, divided(byte, shape.element_bytes).first, shape.extents);
}

std::string declared_size(const std::string& array, const ArrayShape& shape, std::size_t bytes) {
  if (shape.element_bytes == 0) return fmt::format("{} has {} bytes", array, bytes);
  if (shape.extents.empty()) return fmt::format("{} is a single element", array);
  return fmt::format("{} is [{}]", array, fmt::join(shape.extents, "]["));
}

}  // namespace ladder::emulator
