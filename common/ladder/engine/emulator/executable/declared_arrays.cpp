#include "ladder/engine/emulator/executable/declared_arrays.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <map>
#include <mutex>

#include "ladder/engine/emulator/executable/executable.hpp"
#include "ladder/engine/emulator/executable/executable_file.hpp"
#include "ladder/engine/emulator/executable/types.hpp"

namespace ladder::emulator {
namespace {

// Shared arrays are thread_local here.
bool is_thread_local(Dwarf_Die variable) {
  Dwarf_Attribute location;
  Dwarf_Op* operations = nullptr;
  std::size_t count = 0;
  if (dwarf_getlocation(dwarf_attr_integrate(&variable, DW_AT_location, &location), &operations, &count) != 0)
    return false;
  const auto last = count == 0 ? 0 : operations[count - 1].atom;
  return last == DW_OP_GNU_push_tls_address || last == DW_OP_form_tls_address;
}

void add_arrays(Dwarf_Die parent, std::vector<DeclaredArray>& arrays) {
  for_each_child(parent, [&](Dwarf_Die& child) {
    const int tag = dwarf_tag(&child);
    if (tag == DW_TAG_lexical_block || tag == DW_TAG_inlined_subroutine) add_arrays(child, arrays);
    Dwarf_Die element;
    const auto extents = tag == DW_TAG_variable ? extents_of(child, &element) : std::vector<std::size_t>{};
    const char* name = dwarf_diename(&child);
    const char* file = dwarf_decl_file(&child);
    int line = 0;
    if (extents.empty() || name == nullptr || file == nullptr || dwarf_decl_line(&child, &line) != 0) return;
    std::size_t bytes = bytes_of(element);
    for (const std::size_t extent : extents) bytes *= extent;
    const std::string place = fmt::format("{}:{}", std::filesystem::path(file).filename().string(), line);
    arrays.push_back({name, place, extents, bytes, is_thread_local(child)});
  });
}

std::vector<DeclaredArray> read_arrays(const void* kernel) {
  const ExecutableFile file;
  const Dwarf_Addr code = reinterpret_cast<std::uintptr_t>(kernel) - load_address;
  std::vector<DeclaredArray> arrays;
  for_each_unit(file.debug_information(), [&](Dwarf_Die& unit) {
    for_function_at(unit, code, [&](Dwarf_Die& function) { add_arrays(function, arrays); });
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
