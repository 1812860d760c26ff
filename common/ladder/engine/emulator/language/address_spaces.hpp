// Which memory an address is in, and addresses of shared memory as a GPU has them: from 0 on.
#pragma once

#include <cstddef>

#include "ladder/engine/emulator/language/device.hpp"

unsigned __isShared(const void* address) noexcept;
unsigned __isGlobal(const void* address) noexcept;
unsigned __isLocal(const void* address) noexcept;
std::size_t __cvta_generic_to_shared(const void* address) noexcept;
void* __cvta_shared_to_generic(std::size_t offset) noexcept;
LADDER_DEVICE std::size_t __cvta_generic_to_global(const void* address) {
  return reinterpret_cast<std::size_t>(address);
}
LADDER_DEVICE void* __cvta_global_to_generic(std::size_t address) { return reinterpret_cast<void*>(address); }
