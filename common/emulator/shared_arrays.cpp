// Finds the shared arrays of the kernels: the thread-local symbols of this executable's ELF symbol table.
#include <cxxabi.h>
#include <elf.h>
#include <link.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <memory>
#include <stdexcept>
#include <string_view>

#include "emulator/shared_memory.hpp"

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
  file.read(reinterpret_cast<char*>(records.data()),
            static_cast<std::streamsize>(records.size() * sizeof(Record)));
  if (!file) throw std::runtime_error("cannot read the symbols of this executable");
  return records;
}

std::vector<SharedArray> read_shared_arrays() {
  std::ifstream file("/proc/self/exe", std::ios::binary);
  ElfW(Ehdr) header{};
  file.read(reinterpret_cast<char*>(&header), sizeof header);
  if (!file) throw std::runtime_error("cannot read this executable: /proc/self/exe");
  ElfW(Shdr) table{};
  table.sh_offset = header.e_shoff;
  table.sh_size = static_cast<std::size_t>(header.e_shnum) * sizeof(ElfW(Shdr));
  const auto sections = read_records<ElfW(Shdr)>(file, table);
  const auto symbols = std::find_if(sections.begin(), sections.end(),
                                    [](const ElfW(Shdr) & section) { return section.sh_type == SHT_SYMTAB; });
  if (symbols == sections.end()) {
    throw std::runtime_error("this executable was stripped: the emulator finds shared arrays by their symbols");
  }
  auto names = read_records<char>(file, sections.at(symbols->sh_link));
  names.push_back('\0');

  std::vector<SharedArray> arrays;
  for (const auto& symbol : read_records<ElfW(Sym)>(file, *symbols)) {
    const char* name = names.data() + symbol.st_name;
    const bool own = std::strstr(name, "6ladder8emulator") != nullptr;  // the emulator's, not a kernel's
    if (ELF64_ST_TYPE(symbol.st_info) != STT_TLS || symbol.st_shndx == SHN_UNDEF || own) continue;
    arrays.push_back({symbol.st_value, symbol.st_value + symbol.st_size, variable_name(name)});
  }
  std::sort(arrays.begin(), arrays.end(),
            [](const SharedArray& a, const SharedArray& b) { return a.begin < b.begin; });
  return arrays;
}

}  // namespace

const std::vector<SharedArray>& shared_arrays() {
  static const std::vector<SharedArray> arrays = read_shared_arrays();
  return arrays;
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
