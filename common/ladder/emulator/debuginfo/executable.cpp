#include "ladder/emulator/debuginfo/executable.hpp"

#include <link.h>

namespace ladder::emulator {
namespace {

// What the loader knows of this executable, as the calling OS thread sees it.
dl_phdr_info loaded_executable() {
  dl_phdr_info executable{};
  const auto take_first = [](dl_phdr_info* info, std::size_t, void* result) {
    *static_cast<dl_phdr_info*>(result) = *info;
    return 1;  // the executable comes first: stop there
  };
  dl_iterate_phdr(take_first, &executable);
  return executable;
}

void find_load_address() { load_address = loaded_executable().dlpi_addr; }

// Before any constructor of a program's variables, which may launch.
[[gnu::used, gnu::section(".preinit_array")]] void (*const at_start)() = find_load_address;

}  // namespace

std::uintptr_t load_address = 0;

std::vector<Segment> read_only_segments() {
  const dl_phdr_info executable = loaded_executable();
  std::vector<Segment> segments;
  for (int i = 0; i < executable.dlpi_phnum; ++i) {
    const auto& header = executable.dlpi_phdr[i];
    if (header.p_type != PT_LOAD || (header.p_flags & PF_W) != 0) continue;
    segments.push_back({executable.dlpi_addr + header.p_vaddr, header.p_memsz});
  }
  return segments;
}

Segment thread_local_segment() {
  const dl_phdr_info executable = loaded_executable();
  for (int i = 0; i < executable.dlpi_phnum; ++i) {
    const auto& header = executable.dlpi_phdr[i];
    if (header.p_type == PT_TLS) return {reinterpret_cast<std::uintptr_t>(executable.dlpi_tls_data), header.p_memsz};
  }
  return {};
}

}  // namespace ladder::emulator
