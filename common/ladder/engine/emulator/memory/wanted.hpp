// What an access out of bounds wanted, for people.
#pragma once

#include <cstdint>
#include <string>

#include "ladder/engine/emulator/memory/shared_memory.hpp"
#include "ladder/model/memory_model.hpp"

namespace ladder::emulator {

// An element of the array or buffer that is nearest to the address.
struct Wanted {
  memory_model::Space space = memory_model::Space::global;
  bool in_constant_memory = false;  // which counts for no space
  bool is_known = true;             // false: nothing is near
  std::string element;              // "global in[100]"
  std::string extent;               // "in has 100 elements"
};
Wanted wanted_at(std::uintptr_t address, const SharedMemory& shared);

}  // namespace ladder::emulator
