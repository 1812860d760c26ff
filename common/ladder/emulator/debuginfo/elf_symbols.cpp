// The symbols of this executable, by its ELF symbol table.
#include <cstring>
#include <optional>
#include <stdexcept>

#include "ladder/emulator/debuginfo/device_code.hpp"
#include "ladder/emulator/debuginfo/dwarf.hpp"
#include "ladder/emulator/debuginfo/symbols.hpp"

namespace ladder::emulator {
namespace {

// cuda_syntax.hpp gives kernels and constants protected visibility. What has no size is none of them: on ARM, "$d"
// marks where data begins, as a variable does (ELF for the Arm 64-bit Architecture, "Mapping symbols").
std::optional<SymbolKind> kind_of(const GElf_Sym& symbol, const char* name) {
  if (symbol.st_shndx == SHN_UNDEF || symbol.st_size == 0) return std::nullopt;
  const bool is_protected = GELF_ST_VISIBILITY(symbol.st_other) == STV_PROTECTED;
  const bool is_device_code = name != nullptr && std::strstr(name, device_code_suffix) != nullptr;  // of a program
  switch (GELF_ST_TYPE(symbol.st_info)) {
    case STT_TLS: return SymbolKind::thread_local_variable;
    case STT_OBJECT: return is_protected ? SymbolKind::protected_variable : SymbolKind::variable;
    case STT_FUNC:
      if (is_protected || is_device_code) return SymbolKind::kernel;
      return GELF_ST_BIND(symbol.st_info) == STB_LOCAL ? std::optional(SymbolKind::static_function) : std::nullopt;
    default: return std::nullopt;
  }
}

}  // namespace

std::vector<Symbol> read_symbols() {
  const ExecutableFile file;
  Elf_Scn* section = nullptr;
  GElf_Shdr header{};
  do section = elf_nextscn(file.elf(), section);
  while (section != nullptr && gelf_getshdr(section, &header) != nullptr && header.sh_type != SHT_SYMTAB);
  Elf_Data* table = elf_getdata(section, nullptr);
  if (table == nullptr) {
    throw std::runtime_error("this executable was stripped: the emulator finds kernels' variables by their symbols");
  }
  std::vector<Symbol> symbols;
  GElf_Sym symbol;
  for (int i = 0; gelf_getsym(table, i, &symbol) != nullptr; ++i) {
    const char* name = elf_strptr(file.elf(), header.sh_link, symbol.st_name);
    const auto kind = kind_of(symbol, name);
    if (kind && name != nullptr) symbols.push_back({*kind, name, symbol.st_value, symbol.st_size});
  }
  return symbols;
}

}  // namespace ladder::emulator
