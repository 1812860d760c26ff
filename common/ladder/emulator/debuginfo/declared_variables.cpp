// The variables that a kernel declares.
#include <algorithm>
#include <filesystem>

#include "ladder/emulator/debuginfo/dwarf.hpp"
#include "ladder/emulator/debuginfo/executable.hpp"
#include "ladder/emulator/debuginfo/kernel_facts.hpp"
#include "ladder/emulator/debuginfo/symbols.hpp"

namespace ladder::emulator {
namespace {

bool is_shared(const std::string& name, std::size_t bytes, const std::string& function) {
  return std::ranges::any_of(symbols(), [&](const Symbol& symbol) {
    return symbol.kind == SymbolKind::thread_local_variable && symbol.size == bytes &&
           (function.empty() || symbol.is_local_to(function)) && symbol.short_name() == name;
  });
}

void add_variable(Dwarf_Die variable, const std::string& function, std::vector<DeclaredVariable>& variables) {
  Dwarf_Die element;
  const auto extents = extents_of(variable, &element);
  const std::string name = name_of(variable), file = file_of(variable);
  int line = 0;
  if (name.empty() || file.empty() || dwarf_decl_line(&variable, &line) != 0) return;
  if (!is_of_the_kernels_author(variable)) return;
  std::size_t bytes = bytes_of(element);
  for (const std::size_t extent : extents) bytes *= extent;
  const bool shared = is_shared(name, bytes, function);
  const std::vector<Dwarf_Op> location = location_of(variable);
  const bool is_static = location.size() == 1 && location.front().atom == DW_OP_addr;
  const bool is_used = !location.empty();  // of a __shared__ one that nothing uses there is no symbol
  if (shared || (is_used && !is_static))
    variables.push_back({name, {std::filesystem::path(file).filename().string(), line, file}, extents, bytes, shared});
}

// Of a function or a block in it.
void add_variables(Dwarf_Die parent, const std::string& function, std::vector<DeclaredVariable>& variables) {
  for_each_child(parent, [&](Dwarf_Die& child) {
    const int tag = dwarf_tag(&child);
    if (tag == DW_TAG_lexical_block) add_variables(child, function, variables);
    if (tag == DW_TAG_inlined_subroutine) add_variables(child, linkage_name(child), variables);
    if (tag == DW_TAG_variable) add_variable(child, function, variables);
  });
}

}  // namespace

std::vector<DeclaredVariable> declared_variables(const void* kernel, const std::set<std::uintptr_t>& sites) {
  std::set<Dwarf_Addr> code{reinterpret_cast<std::uintptr_t>(kernel) - load_address};
  for (const std::uintptr_t site : sites) code.insert(site - load_address - 1);
  const ExecutableFile file;
  std::vector<DeclaredVariable> variables;
  for_each_unit(file.debug_information(), [&](Dwarf_Die& unit) {
    for_each_function(unit, [&](Dwarf_Die& function) {
      const auto is_in_it = [&](Dwarf_Addr instruction) { return dwarf_haspc(&function, instruction) == 1; };
      if (std::ranges::any_of(code, is_in_it)) add_variables(function, linkage_name(function), variables);
    });
  });
  return variables;
}

}  // namespace ladder::emulator
