#include "ladder/engine/emulator/executable/declared_arrays.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <mutex>

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

void add_arrays(Dwarf_Die parent, const std::string& function, std::vector<DeclaredArray>& arrays) {
  for_each_child(parent, [&](Dwarf_Die& child) {
    const int tag = dwarf_tag(&child);
    if (tag == DW_TAG_lexical_block) add_arrays(child, function, arrays);
    if (tag == DW_TAG_inlined_subroutine) add_arrays(child, linkage_name(child), arrays);
    Dwarf_Die element;
    const auto extents = tag == DW_TAG_variable ? extents_of(child, &element) : std::vector<std::size_t>{};
    const char* name = dwarf_diename(&child);
    const char* file = dwarf_decl_file(&child);
    int line = 0;
    if (extents.empty() || name == nullptr || file == nullptr || dwarf_decl_line(&child, &line) != 0) return;
    std::size_t bytes = bytes_of(element);
    for (const std::size_t extent : extents) bytes *= extent;
    const std::string place = fmt::format("{}:{}", std::filesystem::path(file).filename().string(), line);
    arrays.push_back({name, place, extents, bytes, is_shared(name, bytes, function)});
  });
}

std::vector<DeclaredArray> read_arrays(const void* kernel) {
  const ExecutableFile file;
  const Dwarf_Addr code = reinterpret_cast<std::uintptr_t>(kernel) - load_address;
  std::vector<DeclaredArray> arrays;
  for_each_unit(file.debug_information(), [&](Dwarf_Die& unit) {
    for_function_at(unit, code, [&](Dwarf_Die& function) { add_arrays(function, linkage_name(function), arrays); });
  });
  return arrays;
}

}  // namespace

std::vector<DeclaredArray> declared_arrays(const void* kernel) {
  static std::mutex mutex;
  const std::lock_guard lock(mutex);
  static std::map<const void*, std::vector<DeclaredArray>> known;
  const auto found = known.find(kernel);
  return found != known.end() ? found->second : known.emplace(kernel, read_arrays(kernel)).first->second;
}

}  // namespace ladder::emulator
