#include "ladder/engine/emulator/symbols.hpp"

#include <cxxabi.h>
#include <elf.h>
#include <link.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <optional>
#include <stdexcept>

#include "ladder/engine/emulator/source_lines.hpp"

namespace ladder::emulator {
namespace {

template <typename Record>
std::vector<Record> read_records(std::ifstream& file, const ElfW(Shdr) & section) {
  std::vector<Record> records(section.sh_size / sizeof(Record));
  file.seekg(static_cast<std::streamoff>(section.sh_offset));
  file.read(reinterpret_cast<char*>(records.data()), static_cast<std::streamsize>(records.size() * sizeof(Record)));
  if (!file) throw std::runtime_error("cannot read the symbols of this executable");
  return records;
}

// cuda_syntax.hpp gives kernels and constants protected visibility.
std::optional<SymbolKind> kind_of(const ElfW(Sym) & symbol) {
  if (symbol.st_shndx == SHN_UNDEF) return std::nullopt;
  const bool is_protected = ELF64_ST_VISIBILITY(symbol.st_other) == STV_PROTECTED;
  switch (ELF64_ST_TYPE(symbol.st_info)) {
    case STT_TLS: return SymbolKind::thread_local_variable;
    case STT_OBJECT: return is_protected ? SymbolKind::protected_variable : SymbolKind::variable;
    case STT_FUNC: return is_protected ? std::optional(SymbolKind::kernel) : std::nullopt;
    default: return std::nullopt;
  }
}

std::vector<Symbol> read_symbols() {
  std::ifstream file("/proc/self/exe", std::ios::binary);
  ElfW(Ehdr) header{};
  file.read(reinterpret_cast<char*>(&header), sizeof header);
  if (!file) throw std::runtime_error("cannot read this executable: /proc/self/exe");
  ElfW(Shdr) table{};
  table.sh_offset = header.e_shoff;
  table.sh_size = static_cast<std::size_t>(header.e_shnum) * sizeof(ElfW(Shdr));
  const auto sections = read_records<ElfW(Shdr)>(file, table);
  const auto symbol_table = std::find_if(sections.begin(), sections.end(),
                                         [](const ElfW(Shdr) & section) { return section.sh_type == SHT_SYMTAB; });
  if (symbol_table == sections.end()) {
    throw std::runtime_error("this executable was stripped: the emulator finds kernels' variables by their symbols");
  }
  auto names = read_records<char>(file, sections.at(symbol_table->sh_link));
  names.push_back('\0');
  std::vector<Symbol> symbols;
  for (const auto& symbol : read_records<ElfW(Sym)>(file, *symbol_table)) {
    if (const auto kind = kind_of(symbol)) {
      symbols.push_back({*kind, names.data() + symbol.st_name, symbol.st_value, symbol.st_size});
    }
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
