#include "ladder/engine/emulator/device_variables.hpp"

#include <link.h>

#include <algorithm>
#include <string>
#include <vector>

#include "ladder/engine/emulator/global_memory.hpp"
#include "ladder/engine/emulator/source_lines.hpp"
#include "ladder/engine/emulator/symbols.hpp"

namespace ladder::emulator {
namespace {

// A local variable's symbol, _ZZ..., has the tag of its function.
bool has_tag(const Symbol& symbol, const char* tag) {
  return symbol.name.rfind("_ZZ", 0) != 0 && symbol.name.find(tag) != std::string::npos;
}

bool is_constant(const Symbol& symbol) {
  return symbol.kind == SymbolKind::protected_variable ||
         (symbol.kind == SymbolKind::variable && has_tag(symbol, "B8constant"));
}

bool is_device_variable(const Symbol& symbol) {
  return symbol.kind == SymbolKind::variable && has_tag(symbol, "B8emulated") && !is_constant(symbol);
}

struct Range {
  std::uintptr_t begin, end;
};

std::vector<Range> find_constant_memory() {
  std::vector<Range> ranges;
  for (const Symbol& symbol : symbols()) {
    if (!is_constant(symbol)) continue;
    ranges.push_back({load_address + symbol.value, load_address + symbol.value + symbol.size});
  }
  const auto add_read_only = [](dl_phdr_info* info, std::size_t, void* result) {
    for (int i = 0; i < info->dlpi_phnum; ++i) {
      const auto& segment = info->dlpi_phdr[i];
      if (segment.p_type != PT_LOAD || (segment.p_flags & PF_W) != 0) continue;
      const std::uintptr_t begin = info->dlpi_addr + segment.p_vaddr;
      static_cast<std::vector<Range>*>(result)->push_back({begin, begin + segment.p_memsz});
    }
    return 1;  // the executable comes first: stop there
  };
  dl_iterate_phdr(add_read_only, &ranges);
  return ranges;
}

}  // namespace

void adopt_device_variables() {
  static const bool adopted = [] {
    for (const Symbol& symbol : symbols()) {
      if (!is_device_variable(symbol)) continue;
      GlobalMemory::instance().adopt(load_address + symbol.value, symbol.size, symbol.short_name());
    }
    return true;
  }();
  static_cast<void>(adopted);
}

bool in_constant_memory(std::uintptr_t address, int bytes) {
  static const std::vector<Range> ranges = find_constant_memory();
  return std::any_of(ranges.begin(), ranges.end(), [&](const Range& range) {
    return address >= range.begin && address + static_cast<std::uintptr_t>(bytes) <= range.end;
  });
}

}  // namespace ladder::emulator
