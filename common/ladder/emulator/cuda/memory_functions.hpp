// Loads and stores with a hint for the caches, which changes no count; which memory an address is in, and addresses of
// shared memory as a GPU has them: from 0 on.
#pragma once

#include <cstddef>
#include <type_traits>

#include "ladder/emulator/cuda/device.hpp"

#define LADDER_LOAD(name)                  \
  template <typename T>                    \
  LADDER_DEVICE T name(const T* address) { \
    return *address;                       \
  }
LADDER_LOAD(__ldg)
LADDER_LOAD(__ldca)
LADDER_LOAD(__ldcg)
LADDER_LOAD(__ldcs)
LADDER_LOAD(__ldlu)
#undef LADDER_LOAD
// Fetched anew each time, as a volatile is. (A vector, as it stands: no compiler copies a volatile one.)
template <typename T>
LADDER_DEVICE T __ldcv(const T* address) {
  if constexpr (std::is_arithmetic_v<T>) {
    return *const_cast<const volatile T*>(address);
  } else {
    return *address;
  }
}

#define LADDER_STORE(name)                                                               \
  template <typename T>                                                                  \
  LADDER_DEVICE void name(T* address, typename ladder::cuda::Converted<T>::type value) { \
    *address = value;                                                                    \
  }
LADDER_STORE(__stwb)
LADDER_STORE(__stcg)
LADDER_STORE(__stcs)
LADDER_STORE(__stwt)
#undef LADDER_STORE

unsigned __isShared(const void* address) noexcept;
unsigned __isGlobal(const void* address) noexcept;
unsigned __isLocal(const void* address) noexcept;
std::size_t __cvta_generic_to_shared(const void* address) noexcept;
void* __cvta_shared_to_generic(std::size_t offset) noexcept;
LADDER_DEVICE std::size_t __cvta_generic_to_global(const void* address) {
  return reinterpret_cast<std::size_t>(address);
}
LADDER_DEVICE void* __cvta_global_to_generic(std::size_t address) { return reinterpret_cast<void*>(address); }
