// The name of a function as the linker has it.
#pragma once

#include <elfutils/libdw.h>

#include <string>

namespace ladder::emulator {

// Of an entry in the debug information. Empty where nobody says: of a static one that became a part of its callers.
std::string linkage_name(Dwarf_Die function);

}  // namespace ladder::emulator
