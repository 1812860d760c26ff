// Finds the shapes of shared arrays in the debug information: float tile[32][33] is two extents and an element of 4
// bytes.
//
// readelf (binutils) prints that information as text, an entry per type and variable:
//
//   <1><a3dc>: Abbrev Number: 5 (DW_TAG_variable)
//      <a3e5>   DW_AT_type        : <0xa7e3>
//      <a3e9>   DW_AT_location    : 10 byte block: ... (DW_OP_const8u: 4096; DW_OP_form_tls_address)
//
// (DWARF Debugging Information Format, version 5, sections 5 and 4.1.)
#include <cstdlib>
#include <filesystem>
#include <map>

#include "ladder/base/shell.hpp"
#include "ladder/engine/emulator/shared_memory.hpp"

namespace ladder::emulator {
namespace {

struct Entry {
  std::string tag;
  std::uint64_t type = 0;    // the entry that it refers to: an element's type, a variable's, a typedef's
  std::uint64_t origin = 0;  // the entry that says the rest
  std::size_t bytes = 0;
  std::vector<std::size_t> extents;
  bool thread_local_variable = false;
  std::uintptr_t offset = 0;  // in the thread-local segment
};
using Entries = std::map<std::uint64_t, Entry>;  // by their place in the debug information

bool contains(const std::string& text, const char* part) { return text.find(part) != std::string::npos; }

// The number behind the last colon, bracket or blank.
std::uint64_t number_after(const std::string& line, const char* mark) {
  const auto at = line.find(mark);
  if (at == std::string::npos) return 0;
  const char* digits = line.c_str() + at + std::char_traits<char>::length(mark);
  while (*digits == ' ' || *digits == ':' || *digits == '<') ++digits;
  return std::strtoull(digits, nullptr, 0);
}

Entries read_entries() {
  const std::string executable = std::filesystem::read_symlink("/proc/self/exe");
  Entries entries;
  Entry* entry = nullptr;
  Entry* array = nullptr;
  for (const std::string& line :
       output_lines("readelf --debug-dump=info " + shell_quoted(executable) + " 2>/dev/null")) {
    if (contains(line, "Abbrev Number")) {
      const auto second = line.find("><"), open = line.find('(');
      if (second == std::string::npos || open == std::string::npos) continue;
      const std::string tag = line.substr(open + 1, line.find(')') - open - 1);
      if (tag == "DW_TAG_subrange_type") {  // an extent of the array that it stands under
        entry = nullptr;
        continue;
      }
      entry = &entries[std::strtoull(line.c_str() + second + 2, nullptr, 16)];
      entry->tag = tag;
      if (tag == "DW_TAG_array_type") array = entry;
    } else if (entry == nullptr) {
      if (array != nullptr && contains(line, "DW_AT_upper_bound")) {
        array->extents.push_back(number_after(line, "DW_AT_upper_bound") + 1);
      } else if (array != nullptr && contains(line, "DW_AT_count")) {
        array->extents.push_back(number_after(line, "DW_AT_count"));
      }
    } else if (contains(line, "DW_AT_type ")) {
      entry->type = number_after(line, "DW_AT_type");
    } else if (contains(line, "DW_AT_byte_size")) {
      entry->bytes = number_after(line, "DW_AT_byte_size");
    } else if (contains(line, "DW_AT_abstract_origin") || contains(line, "DW_AT_specification")) {
      entry->origin = number_after(line, ": <");
    } else if (contains(line, "DW_AT_location") && contains(line, "tls_address")) {
      entry->thread_local_variable = true;
      entry->offset = number_after(line, "DW_OP_const8u");
    }
  }
  return entries;
}

SharedShape shape_of(const Entries& entries, std::uint64_t type) {
  SharedShape shape;
  for (auto found = entries.find(type); found != entries.end(); found = entries.find(found->second.type)) {
    const Entry& entry = found->second;
    shape.extents.insert(shape.extents.end(), entry.extents.begin(), entry.extents.end());
    if (entry.bytes != 0) {
      shape.element_bytes = entry.bytes;
      return shape;
    }
  }
  return {};
}

std::map<std::uintptr_t, SharedShape> read_shapes() {
  const Entries entries = read_entries();
  std::map<std::uintptr_t, SharedShape> shapes;
  for (const auto& [place, entry] : entries) {
    if (!entry.thread_local_variable) continue;
    const auto origin = entries.find(entry.origin);
    const std::uint64_t type = entry.type != 0 || origin == entries.end() ? entry.type : origin->second.type;
    shapes[entry.offset] = shape_of(entries, type);
  }
  return shapes;
}

}  // namespace

SharedShape shared_shape(const SharedArray& array) {
  static const auto shapes = read_shapes();
  const auto found = shapes.find(array.begin);
  return found == shapes.end() ? SharedShape{} : found->second;
}

}  // namespace ladder::emulator
