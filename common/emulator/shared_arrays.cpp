// Finds the shared arrays of the kernels: the thread-local symbols of this executable's ELF symbol table.
#include <cxxabi.h>
#include <elf.h>
#include <link.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <stdexcept>
#include <string_view>

#include "emulator/shared_memory.hpp"
#include "emulator/source_lines.hpp"

namespace ladder::emulator {
namespace {

// The variable's own name: what stands behind the last "::" of "void transpose<32u>(float const*, ...)::tile".
std::string variable_name(const char* symbol) {
  int status = 0;
  const std::unique_ptr<char, void (*)(void*)> demangled(abi::__cxa_demangle(symbol, nullptr, nullptr, &status),
                                                         std::free);
  const std::string full = status == 0 ? demangled.get() : symbol;
  const auto colons = full.rfind("::");
  return colons == std::string::npos ? full : full.substr(colons + 2);
}

template <typename Record>
std::vector<Record> read_records(std::ifstream& file, const ElfW(Shdr) & section) {
  std::vector<Record> records(section.sh_size / sizeof(Record));
  file.seekg(static_cast<std::streamoff>(section.sh_offset));
  file.read(reinterpret_cast<char*>(records.data()), static_cast<std::streamsize>(records.size() * sizeof(Record)));
  if (!file) throw std::runtime_error("cannot read the symbols of this executable");
  return records;
}

struct Symbol {
  std::string name;
  std::uintptr_t value;
  std::size_t size;
  bool is_variable;  // a thread-local one; else a kernel
};

// The thread-local variables and the kernels of this executable.
std::vector<Symbol> read_symbols();
const std::vector<Symbol>& symbols() {
  static const std::vector<Symbol> symbols = read_symbols();
  return symbols;
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
    throw std::runtime_error("this executable was stripped: the emulator finds shared arrays by their symbols");
  }
  auto names = read_records<char>(file, sections.at(symbol_table->sh_link));
  names.push_back('\0');
  std::vector<Symbol> symbols;
  for (const auto& symbol : read_records<ElfW(Sym)>(file, *symbol_table)) {
    const int type = ELF64_ST_TYPE(symbol.st_info);
    const bool is_kernel = type == STT_FUNC && ELF64_ST_VISIBILITY(symbol.st_other) == STV_PROTECTED;
    if (symbol.st_shndx == SHN_UNDEF || (type != STT_TLS && !is_kernel)) continue;
    symbols.push_back({names.data() + symbol.st_name, symbol.st_value, symbol.st_size, type == STT_TLS});
  }
  return symbols;
}

// A variable of the function _Z<name> is called _ZZ<name>E<variable> (Itanium C++ ABI, 5.1.6).
bool is_local_to(const std::string& variable, const std::string& function) {
  return function.rfind("_Z", 0) == 0 && variable.rfind("_ZZ" + function.substr(2) + "E", 0) == 0;
}

bool contains(const std::string& text, const char* part) { return text.find(part) != std::string::npos; }

struct OwnedArray {
  SharedArray array;
  std::uintptr_t kernel;  // the code of the kernel that it belongs to; 0: a device function's
};

std::vector<OwnedArray> find_owned_arrays() {
  std::vector<OwnedArray> arrays;
  for (const Symbol& variable : symbols()) {
    if (!variable.is_variable || contains(variable.name, "6ladder8emulator")) continue;  // the emulator's own
    const auto kernel = std::find_if(symbols().begin(), symbols().end(), [&](const Symbol& symbol) {
      return !symbol.is_variable && is_local_to(variable.name, symbol.name);
    });
    arrays.push_back({{variable.value, variable.value + variable.size, variable_name(variable.name.c_str())},
                      kernel == symbols().end() ? 0 : kernel->value});
  }
  std::sort(arrays.begin(), arrays.end(),
            [](const OwnedArray& a, const OwnedArray& b) { return a.array.begin < b.array.begin; });
  return arrays;
}

}  // namespace

std::vector<SharedArray> shared_arrays(const void* kernel) {
  static const std::vector<OwnedArray> owned = find_owned_arrays();
  const std::uintptr_t code = reinterpret_cast<std::uintptr_t>(kernel) - load_address;
  std::vector<SharedArray> arrays;
  for (const OwnedArray& candidate : owned) {
    if (candidate.kernel == 0 || candidate.kernel == code) arrays.push_back(candidate.array);
  }
  return arrays;
}

std::size_t code_bytes(const void* kernel) {
  const std::uintptr_t code = reinterpret_cast<std::uintptr_t>(kernel) - load_address;
  for (const Symbol& symbol : symbols()) {
    if (!symbol.is_variable && symbol.value == code) return symbol.size;
  }
  return 0;
}

ThreadLocalSegment thread_local_segment() {
  ThreadLocalSegment segment;
  const auto look_at_executable = [](dl_phdr_info* info, std::size_t, void* result) {
    for (int i = 0; i < info->dlpi_phnum; ++i) {
      if (info->dlpi_phdr[i].p_type == PT_TLS) {
        *static_cast<ThreadLocalSegment*>(result) = {reinterpret_cast<std::uintptr_t>(info->dlpi_tls_data),
                                                     info->dlpi_phdr[i].p_memsz};
      }
    }
    return 1;  // the executable comes first: stop there
  };
  dl_iterate_phdr(look_at_executable, &segment);
  return segment;
}

}  // namespace ladder::emulator
