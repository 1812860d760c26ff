// Types in the debug information: what a variable is of, how large that is, and how it is aligned.
#pragma once

#include <elfutils/libdw.h>

#include <cstddef>
#include <string>
#include <vector>

namespace ladder::emulator {

// The type of a variable, a member or an array's element, without its other names, const and volatile. False where the
// entry has none.
bool type_of(Dwarf_Die entry, Dwarf_Die* type);

// Of `float tile[32][33]` 32 and 33, and the type of an element; no extents where it is no array. The element is the
// type itself then.
std::vector<std::size_t> extents_of(Dwarf_Die entry, Dwarf_Die* element);

// The file that declares it, from the root on; empty where that is not said.
std::string file_of(Dwarf_Die entry);

// Whether it stands in a file that is neither a part of the emulator nor one of the system's headers.
bool is_of_the_kernels_author(Dwarf_Die entry);

// Whether copies of it are copies of members.
bool is_struct(Dwarf_Die type);

// In bytes; 0 where that is not said.
std::size_t bytes_of(Dwarf_Die type);

// In bytes: what alignas() asks for, or else the largest of its members.
std::size_t alignment_of(Dwarf_Die type);

}  // namespace ladder::emulator
