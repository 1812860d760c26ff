// g++ puts no such name of a static function into the debug information: its symbol stands where its code begins.
#include "ladder/engine/emulator/executable/linkage_name.hpp"

#include <dwarf.h>

#include <map>

#include "ladder/engine/emulator/executable/symbols.hpp"

namespace ladder::emulator {
namespace {

std::map<Dwarf_Addr, std::string> names_by_code() {
  std::map<Dwarf_Addr, std::string> names;
  for (const Symbol& symbol : symbols()) {
    const bool is_function = symbol.kind == SymbolKind::kernel || symbol.kind == SymbolKind::static_function;
    if (is_function) names[symbol.value] = symbol.name;
  }
  return names;
}

}  // namespace

std::string linkage_name(Dwarf_Die function) {
  static const std::map<Dwarf_Addr, std::string> names = names_by_code();
  Dwarf_Attribute found;
  const char* name = dwarf_formstring(dwarf_attr_integrate(&function, DW_AT_linkage_name, &found));
  if (name != nullptr) return name;
  Dwarf_Addr code = 0;
  const bool is_whole = dwarf_tag(&function) == DW_TAG_subprogram && dwarf_lowpc(&function, &code) == 0;
  const auto at = is_whole ? names.find(code) : names.end();
  return at == names.end() ? "" : at->second;
}

}  // namespace ladder::emulator
