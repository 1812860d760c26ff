#include "ladder/engine/emulator/executable/struct_alignments.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "ladder/engine/emulator/executable/kernel_entry.hpp"
#include "ladder/engine/emulator/executable/types.hpp"

namespace ladder::emulator {
namespace {

using Alignments = std::map<std::size_t, std::size_t>;  // the least, by size

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

// Those of the kernel itself, and where it has none of a size, those of its file.
Alignments read_structs(const void* kernel) {
  Alignments alignments;
  for_kernel(kernel, [&](Dwarf_Die& unit, Dwarf_Die& function) {
    alignments = structs_of(function);
    alignments.merge(structs_of(unit));
  });
  return alignments;
}

}  // namespace

std::size_t struct_alignment(const void* kernel, std::size_t bytes) {
  static OncePerKernel known(read_structs);
  const Alignments& alignments = known.of(kernel);
  const auto alignment = alignments.find(bytes);
  return alignment == alignments.end() ? 0 : alignment->second;
}

}  // namespace ladder::emulator
