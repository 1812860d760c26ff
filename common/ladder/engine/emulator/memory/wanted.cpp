#include "ladder/engine/emulator/memory/wanted.hpp"

#include <algorithm>
#include <cstddef>

#include "ladder/engine/emulator/memory/device_variables.hpp"
#include "ladder/engine/emulator/memory/global_memory.hpp"

namespace ladder::emulator {

using memory_model::Space;

Wanted wanted_at(std::uintptr_t address, const SharedMemory& shared) {
  const GlobalMemory& global = GlobalMemory::instance();
  const std::size_t constant = distance_to_constant(address), elsewhere = global.distance(address);
  if (shared.contains(address) || shared.distance(address) < std::min(constant, elsewhere)) {
    return {Space::shared, false, shared.has_arrays(), shared.name_of(address), shared.extent_of(address)};
  }
  if (constant < elsewhere) return {Space::global, true, true, constant_name(address), constant_extent(address)};
  return {Space::global, false, elsewhere != SIZE_MAX, global.name_of(address), global.extent_of(address)};
}

}  // namespace ladder::emulator
