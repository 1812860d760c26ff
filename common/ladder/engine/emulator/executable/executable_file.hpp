// The file that this executable was loaded from, opened for elfutils' libelf (its symbols) and libdw (its debug
// information: DWARF Debugging Information Format, version 5).
#pragma once

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <gelf.h>

namespace ladder::emulator {

class ExecutableFile {
 public:
  // Throws std::runtime_error where the file cannot be read.
  ExecutableFile();
  ~ExecutableFile();
  ExecutableFile(const ExecutableFile&) = delete;
  ExecutableFile& operator=(const ExecutableFile&) = delete;

  // Not for several OS threads at once: neither they nor what they lead to.
  Elf* elf() const { return elf_; }
  Dwarf* debug_information() const { return dwarf_; }  // null where there is none

 private:
  int file_;
  Elf* elf_;
  Dwarf* dwarf_;
};

// Calls visit(Dwarf_Die&) for each entry that stands directly under `parent`.
template <typename Visit>
void for_each_child(Dwarf_Die parent, const Visit& visit) {
  Dwarf_Die child;
  if (dwarf_child(&parent, &child) != 0) return;
  do visit(child);
  while (dwarf_siblingof(&child, &child) == 0);
}

// Calls visit(Dwarf_Die&) for each unit: what the compiler made of one source file.
template <typename Visit>
void for_each_unit(Dwarf* debug_information, const Visit& visit) {
  if (debug_information == nullptr) return;
  Dwarf_CU* unit = nullptr;
  Dwarf_Die entry;
  while (dwarf_get_units(debug_information, unit, &unit, nullptr, nullptr, &entry, nullptr) == 0) visit(entry);
}

// Calls visit(Dwarf_Die& function) for the function under `parent`, a unit or a namespace, whose code begins there.
template <typename Visit>
void for_function_at(Dwarf_Die parent, Dwarf_Addr code, const Visit& visit) {
  for_each_child(parent, [&](Dwarf_Die& child) {
    Dwarf_Addr begin = 0;
    if (dwarf_tag(&child) == DW_TAG_namespace) for_function_at(child, code, visit);
    if (dwarf_tag(&child) == DW_TAG_subprogram && dwarf_lowpc(&child, &begin) == 0 && begin == code) visit(child);
  });
}

// A number that the entry has, or that it refers to; `otherwise` where it has none.
Dwarf_Word number(Dwarf_Die entry, unsigned attribute, Dwarf_Word otherwise);

}  // namespace ladder::emulator
