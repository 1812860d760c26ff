// The file that this executable was loaded from, as elfutils' libelf (its symbols) and libdw (its debug information:
// DWARF Debugging Information Format, version 5) read it. For the .cpp files of this folder alone: what they find out
// is handed on by headers that know of neither library.
#pragma once

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <gelf.h>

#include <cstddef>
#include <string>
#include <vector>

namespace ladder::emulator {

class ExecutableFile {
 public:
  // Throws std::runtime_error where the file cannot be read.
  ExecutableFile();
  ~ExecutableFile();
  ExecutableFile(ExecutableFile&&) = delete;

  // Not for several OS threads at once: neither they nor what they lead to.
  Elf* elf() const { return elf_; }
  Dwarf* debug_information() const { return dwarf_; }  // null where there is none

 private:
  Elf* elf_;
  Dwarf* dwarf_;
};

// Calls visit(Dwarf_Die&) for each entry that stands directly under `parent`.
void for_each_child(Dwarf_Die parent, const auto& visit) {
  Dwarf_Die child;
  if (dwarf_child(&parent, &child) != 0) return;
  do visit(child);
  while (dwarf_siblingof(&child, &child) == 0);
}

// Calls visit(Dwarf_Die&) for each unit: what the compiler made of one source file.
void for_each_unit(Dwarf* debug_information, const auto& visit) {
  if (debug_information == nullptr) return;
  Dwarf_CU* unit = nullptr;
  Dwarf_Die entry;
  while (dwarf_get_units(debug_information, unit, &unit, nullptr, nullptr, &entry, nullptr) == 0) visit(entry);
}

// Calls visit(Dwarf_Die&) for each function under `parent`, a unit or a namespace.
void for_each_function(Dwarf_Die parent, const auto& visit) {
  for_each_child(parent, [&](Dwarf_Die& child) {
    if (dwarf_tag(&child) == DW_TAG_namespace) for_each_function(child, visit);
    if (dwarf_tag(&child) == DW_TAG_subprogram) visit(child);
  });
}

// A number that the entry has, or that it refers to; `otherwise` where it has none.
Dwarf_Word number(Dwarf_Die entry, unsigned attribute, Dwarf_Word otherwise);
// The entry that an attribute of this one, or of what it refers to, leads to. False where it has none.
bool follow(Dwarf_Die entry, unsigned attribute, Dwarf_Die* other);
// What computes where a variable lies; empty where that is not said.
std::vector<Dwarf_Op> location_of(Dwarf_Die variable);

// The type of a variable, a member or an array's element, without its other names, const and volatile. False where the
// entry has none.
bool type_of(Dwarf_Die entry, Dwarf_Die* type);
// Of `float tile[32][33]` 32 and 33, and the type of an element; no extents where it is no array. The element is the
// type itself then.
std::vector<std::size_t> extents_of(Dwarf_Die entry, Dwarf_Die* element);
// Whether copies of it are copies of members.
bool is_struct(Dwarf_Die type);
// In bytes; 0 where that is not said.
std::size_t bytes_of(Dwarf_Die type);
// In bytes: what alignas() asks for, or else the largest of its members.
std::size_t alignment_of(Dwarf_Die type);

// The path of a file of this unit from the root on. clang++ leaves out the folder that it was run in.
std::string from_the_root(Dwarf_Die unit, const char* file);
// The file that declares it, from the root on; empty where that is not said.
std::string file_of(Dwarf_Die entry);
// Whether it stands in a file that is neither a part of the emulator nor one of the system's headers.
bool is_of_the_kernels_author(Dwarf_Die entry);
// Its name in the source; empty where it has none.
std::string name_of(Dwarf_Die entry);
// A function's name as the linker has it. Empty where nobody says: of a static one that became a part of its callers.
std::string linkage_name(Dwarf_Die function);

}  // namespace ladder::emulator
