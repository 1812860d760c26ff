#include "ladder/emulator/debuginfo/dwarf.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <stdexcept>

#include "ladder/emulator/debuginfo/symbols.hpp"

namespace ladder::emulator {

// It is closed at once: a program that is tried has the first descriptors for its own files.
ExecutableFile::ExecutableFile() {
  const int file = open("/proc/thread-self/exe", O_RDONLY | O_CLOEXEC);
  elf_version(EV_CURRENT);
  elf_ = elf_begin(file, ELF_C_READ_MMAP, nullptr);
  if (elf_ == nullptr || elf_cntl(elf_, ELF_C_FDREAD) != 0)
    throw std::runtime_error("cannot read this executable: /proc/thread-self/exe");
  close(file);
  dwarf_ = dwarf_begin_elf(elf_, DWARF_C_READ, nullptr);
}

ExecutableFile::~ExecutableFile() {
  dwarf_end(dwarf_);
  elf_end(elf_);
}

Dwarf_Word number(Dwarf_Die entry, unsigned attribute, Dwarf_Word otherwise) {
  Dwarf_Attribute found;
  Dwarf_Word value = otherwise;
  dwarf_formudata(dwarf_attr_integrate(&entry, attribute, &found), &value);
  return value;
}

bool follow(Dwarf_Die entry, unsigned attribute, Dwarf_Die* other) {
  Dwarf_Attribute found;
  return dwarf_formref_die(dwarf_attr_integrate(&entry, attribute, &found), other) != nullptr;
}

std::vector<Dwarf_Op> location_of(Dwarf_Die variable) {
  Dwarf_Attribute location;
  Dwarf_Op* operations = nullptr;
  std::size_t count = 0;
  if (dwarf_getlocation(dwarf_attr(&variable, DW_AT_location, &location), &operations, &count) != 0) return {};
  return {operations, operations + count};
}

bool type_of(Dwarf_Die entry, Dwarf_Die* type) {
  Dwarf_Die named;
  return follow(entry, DW_AT_type, &named) && dwarf_peel_type(&named, type) == 0;
}

std::vector<std::size_t> extents_of(Dwarf_Die entry, Dwarf_Die* element) {
  std::vector<std::size_t> extents;
  *element = entry;
  do {
    if (!type_of(*element, element)) return {};
    for_each_child(*element, [&](Dwarf_Die& extent) {
      if (dwarf_tag(&extent) != DW_TAG_subrange_type) return;
      const std::size_t last = number(extent, DW_AT_upper_bound, std::size_t{} - 1);
      extents.push_back(number(extent, DW_AT_count, last + 1));
    });
  } while (dwarf_tag(element) == DW_TAG_array_type);
  return extents;
}

bool is_struct(Dwarf_Die type) {
  const int tag = dwarf_tag(&type);
  return tag == DW_TAG_structure_type || tag == DW_TAG_class_type || tag == DW_TAG_union_type;
}

std::size_t bytes_of(Dwarf_Die type) {
  Dwarf_Word bytes = 0;
  return dwarf_aggregate_size(&type, &bytes) == 0 ? bytes : 0;
}

std::size_t alignment_of(Dwarf_Die type) {
  std::size_t alignment = number(type, DW_AT_alignment, 1);
  Dwarf_Die element;
  if (dwarf_tag(&type) == DW_TAG_array_type) return type_of(type, &element) ? alignment_of(element) : 1;
  if (!is_struct(type)) return std::max(alignment, bytes_of(type));
  for_each_child(type, [&](Dwarf_Die& member) {
    const bool is_part = dwarf_tag(&member) == DW_TAG_inheritance ||
                         (dwarf_tag(&member) == DW_TAG_member && !dwarf_hasattr(&member, DW_AT_external));
    if (!is_part || !type_of(member, &element)) return;
    const std::size_t own = number(member, DW_AT_alignment, 1);
    alignment = std::max({alignment, own, alignment_of(element)});
  });
  return alignment;
}

std::string from_the_root(Dwarf_Die unit, const char* file) {
  Dwarf_Attribute folder;
  const char* compiled_in = dwarf_formstring(dwarf_attr(&unit, DW_AT_comp_dir, &folder));
  return compiled_in == nullptr ? std::filesystem::path(file) : std::filesystem::path(compiled_in) / file;
}

std::string file_of(Dwarf_Die entry) {
  const char* file = dwarf_decl_file(&entry);
  if (file == nullptr) return {};
  Dwarf_Die unit;
  return dwarf_diecu(&entry, &unit, nullptr, nullptr) == nullptr ? file : from_the_root(unit, file);
}

bool is_of_the_kernels_author(Dwarf_Die entry) {
  const std::string path = file_of(entry);
  if (path.empty()) return false;  // as of the parameters in a declaration of the C++ library
  const auto is_in = [&](const char* folder) { return path.find(folder) != path.npos; };
  return !path.starts_with("/usr/") && !is_in("/common/ladder/emulator/") && !is_in("/common/ladder/engine/");
}

std::string name_of(Dwarf_Die entry) {
  const char* name = dwarf_diename(&entry);  // also where it stands in the declaration
  return name == nullptr ? "" : name;
}

std::string linkage_name(Dwarf_Die function) {
  Dwarf_Attribute found;
  const char* name = dwarf_formstring(dwarf_attr_integrate(&function, DW_AT_linkage_name, &found));
  if (name != nullptr) return name;
  // g++ puts no such name of a static function there: its symbol stands where its code begins.
  static const std::map<Dwarf_Addr, std::string> names = [] {
    std::map<Dwarf_Addr, std::string> by_code;
    for (const Symbol& symbol : symbols()) {
      const bool is_function = symbol.kind == SymbolKind::kernel || symbol.kind == SymbolKind::static_function;
      if (is_function) by_code[symbol.value] = symbol.name;
    }
    return by_code;
  }();
  Dwarf_Addr code = 0;
  const bool is_whole = dwarf_tag(&function) == DW_TAG_subprogram && dwarf_lowpc(&function, &code) == 0;
  const auto at = is_whole ? names.find(code) : names.end();
  return at == names.end() ? "" : at->second;
}

}  // namespace ladder::emulator
