#include "ladder/engine/emulator/executable/symbols.hpp"

#include <cxxabi.h>

#include <cstdlib>
#include <memory>
#include <optional>
#include <stdexcept>

#include "ladder/engine/emulator/executable/executable.hpp"
#include "ladder/engine/emulator/executable/executable_file.hpp"

namespace ladder::emulator {
namespace {

// cuda_syntax.hpp gives kernels and constants protected visibility.
std::optional<SymbolKind> kind_of(const GElf_Sym& symbol) {
  if (symbol.st_shndx == SHN_UNDEF) return std::nullopt;
  const bool is_protected = GELF_ST_VISIBILITY(symbol.st_other) == STV_PROTECTED;
  switch (GELF_ST_TYPE(symbol.st_info)) {
    case STT_TLS: return SymbolKind::thread_local_variable;
    case STT_OBJECT: return is_protected ? SymbolKind::protected_variable : SymbolKind::variable;
    case STT_FUNC: return is_protected ? std::optional(SymbolKind::kernel) : std::nullopt;
    default: return std::nullopt;
  }
}

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
    const auto kind = kind_of(symbol);
    const char* name = elf_strptr(file.elf(), header.sh_link, symbol.st_name);
    if (kind && name != nullptr) symbols.push_back({*kind, name, symbol.st_value, symbol.st_size});
  }
  return symbols;
}

}  // namespace

std::string Symbol::short_name() const {
  int status = 0;
  const std::unique_ptr<char, void (*)(void*)> demangled(abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status),
                                                         std::free);
  const std::string full = status == 0 ? demangled.get() : name;
  const auto colons = full.rfind("::");
  const std::string last = colons == std::string::npos ? full : full.substr(colons + 2);
  return last.substr(0, last.find("[abi:"));
}

// A variable of the function _Z<name> is called _ZZ<name>E<variable> (Itanium C++ ABI, 5.1.6).
bool Symbol::is_local() const { return name.rfind("_ZZ", 0) == 0; }
bool Symbol::is_local_to(const std::string& function) const {
  return function.rfind("_Z", 0) == 0 && name.rfind("_ZZ" + function.substr(2) + "E", 0) == 0;
}

const std::vector<Symbol>& symbols() {
  static const std::vector<Symbol> all = read_symbols();
  return all;
}

std::size_t code_bytes(const void* kernel) {
  const std::uintptr_t code = reinterpret_cast<std::uintptr_t>(kernel) - load_address;
  for (const Symbol& symbol : symbols()) {
    if (symbol.kind == SymbolKind::kernel && symbol.value == code) return symbol.size;
  }
  return 0;
}

}  // namespace ladder::emulator
