#include "ladder/engine/emulator/executable/declared_variables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <string>

#include "ladder/engine/emulator/executable/executable.hpp"
#include "ladder/engine/emulator/executable/executable_file.hpp"
#include "ladder/engine/emulator/executable/linkage_name.hpp"
#include "ladder/engine/emulator/executable/symbols.hpp"
#include "ladder/engine/emulator/executable/types.hpp"

namespace ladder::emulator {
namespace {

bool is_shared(const std::string& name, std::size_t bytes, const std::string& function) {
  return std::any_of(symbols().begin(), symbols().end(), [&](const Symbol& symbol) {
    return symbol.kind == SymbolKind::thread_local_variable && symbol.size == bytes &&
           (function.empty() || symbol.is_local_to(function)) && symbol.short_name() == name;
  });
}

// Whether it lies at a fixed place, as what is static does.
bool has_address(Dwarf_Die variable) {
  Dwarf_Attribute location;
  Dwarf_Op* operations = nullptr;
  std::size_t count = 0;
  return dwarf_getlocation(dwarf_attr(&variable, DW_AT_location, &location), &operations, &count) == 0 && count == 1 &&
         operations[0].atom == DW_OP_addr;
}

void add_variable(Dwarf_Die variable, const std::string& function, std::vector<DeclaredVariable>& variables) {
  Dwarf_Die element;
  const auto extents = extents_of(variable, &element);
  const char* name = dwarf_diename(&variable);
  const std::string file = file_of(variable);
  int line = 0;
  if (name == nullptr || file.empty() || dwarf_decl_line(&variable, &line) != 0) return;
  if (!is_of_the_kernels_author(variable)) return;
  std::size_t bytes = bytes_of(element);
  for (const std::size_t extent : extents) bytes *= extent;
  const bool shared = is_shared(name, bytes, function);
  if (!shared && has_address(variable)) return;
  variables.push_back({name, std::filesystem::path(file).filename().string(), file, line, extents, bytes, shared});
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

// Of the functions under `parent`, a unit or a namespace, in whose code one of the instructions lies.
void add_functions(Dwarf_Die parent, const std::set<Dwarf_Addr>& code, std::vector<DeclaredVariable>& variables) {
  for_each_child(parent, [&](Dwarf_Die& child) {
    const auto is_in_it = [&](Dwarf_Addr instruction) { return dwarf_haspc(&child, instruction) == 1; };
    const int tag = dwarf_tag(&child);
    if (tag == DW_TAG_namespace) add_functions(child, code, variables);
    if (tag == DW_TAG_subprogram && std::any_of(code.begin(), code.end(), is_in_it))
      add_variables(child, linkage_name(child), variables);
  });
}

}  // namespace

std::vector<DeclaredVariable> declared_variables(const void* kernel, const std::set<std::uintptr_t>& sites) {
  std::set<Dwarf_Addr> code{reinterpret_cast<std::uintptr_t>(kernel) - load_address};
  for (const std::uintptr_t site : sites) code.insert(site - load_address - 1);
  const ExecutableFile file;
  std::vector<DeclaredVariable> variables;
  for_each_unit(file.debug_information(), [&](Dwarf_Die& unit) { add_functions(unit, code, variables); });
  return variables;
}

}  // namespace ladder::emulator
