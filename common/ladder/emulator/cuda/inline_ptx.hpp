// What inline PTX becomes on the emulator: tools/try/inline_ptx.hpp writes calls of these functions in the place of an
// asm statement. To be included by a file that has such statements. Here: the instructions that read and write memory.
// A hint for the caches changes no count.
#pragma once

#include "ladder/emulator/cuda/async_copies.hpp"
#include "ladder/emulator/cuda/atomic_functions.hpp"
#include "ladder/emulator/cuda/cuda_syntax.hpp"
#include "ladder/emulator/cuda/memory_functions.hpp"
#include "ladder/emulator/cuda/ptx/arithmetic.hpp"
#include "ladder/emulator/cuda/ptx/registers.hpp"
#include "ladder/emulator/cuda/ptx/warp.hpp"
#include "ladder/emulator/cuda/thread_functions.hpp"

namespace ladder::ptx {

// What a library has and nothing here calls.
void not_supported() __attribute__((error("PTX of a library that the emulator does not have")));

// [address + offset]: of shared memory the address may be as a GPU has it, from 0 on.
template <typename Register>
LADDER_DEVICE u64 address_(Register base, s64 offset = 0) {
  return as<u64>(base) + static_cast<u64>(offset);
}
template <typename Register>
LADDER_DEVICE u64 address_shared(Register base, s64 offset = 0) {
  const u64 there = address_(base, offset);
  return __isShared(reinterpret_cast<const void*>(there))
             ? there
             : reinterpret_cast<std::uintptr_t>(__cvta_shared_to_generic(there));
}

template <typename T>
LADDER_DEVICE T load(u64 address) {
  return *reinterpret_cast<const T*>(address);
}
template <typename T>
LADDER_DEVICE T load_volatile(u64 address) {
  return *reinterpret_cast<const volatile T*>(address);
}
template <typename T, typename Register>
LADDER_DEVICE void store(u64 address, Register value) {
  *reinterpret_cast<T*>(address) = as<T>(value);
}
template <typename T, typename Register>
LADDER_DEVICE void store_volatile(u64 address, Register value) {
  *reinterpret_cast<volatile T*>(address) = as<T>(value);
}

// Two or four registers at once.
template <typename T>
LADDER_DEVICE cuda::Vector2<T> vector(T x, T y) {
  return {x, y};
}
template <typename T>
LADDER_DEVICE cuda::Vector4<T> vector(T x, T y, T z, T w) {
  return {x, y, z, w};
}
template <typename T, typename X, typename Y>
LADDER_DEVICE void load(u64 address, X& x, Y& y) {
  const auto loaded = *reinterpret_cast<const cuda::Vector2<T>*>(address);
  set(x, loaded.x);
  set(y, loaded.y);
}
template <typename T, typename X, typename Y, typename Z, typename W>
LADDER_DEVICE void load(u64 address, X& x, Y& y, Z& z, W& w) {
  const auto loaded = *reinterpret_cast<const cuda::Vector4<T>*>(address);
  set(x, loaded.x);
  set(y, loaded.y);
  set(z, loaded.z);
  set(w, loaded.w);
}
template <typename T, typename X, typename Y, typename... More>
LADDER_DEVICE void store(u64 address, X x, Y y, More... more) {
  using Vector = decltype(vector<T>(as<T>(x), as<T>(y), as<T>(more)...));
  *reinterpret_cast<Vector*>(address) = vector<T>(as<T>(x), as<T>(y), as<T>(more)...);
}

LADDER_DEVICE void prefetch(u64) {}

#define LADDER_SPACE(is_there, find)                                   \
  template <typename Register>                                         \
  LADDER_DEVICE pred is_there(Register address) {                      \
    return find(reinterpret_cast<const void*>(as<u64>(address))) != 0; \
  }
LADDER_SPACE(is_shared, __isShared)
LADDER_SPACE(is_global, __isGlobal)
LADDER_SPACE(is_local, __isLocal)
#undef LADDER_SPACE

template <typename T, emulator::Operation operation, typename Register>
LADDER_DEVICE T atomic(u64 address, Register value, emulator::Scope scope) {
  return emulator::atomic(operation, reinterpret_cast<T*>(address), as<T>(value), scope);
}
template <typename T, typename A, typename B>
LADDER_DEVICE T compare_and_swap(u64 address, A expected, B value, emulator::Scope scope) {
  return emulator::atomic_compare_and_swap(reinterpret_cast<T*>(address), as<T>(expected), as<T>(value), scope);
}

// --- Asynchronous copies. (PTX ISA, "cp.async".)

// limit: a predicate, which ignores the source; or how many bytes are read.
template <typename Size, typename Limit>
LADDER_DEVICE void copy_async_(u64 to, u64 from, Size size, Limit limit) {
  const auto bytes = static_cast<std::size_t>(size);
  std::size_t zeros = 0;
  if constexpr (std::is_same_v<Limit, pred>) {
    zeros = limit ? bytes : 0;
  } else {
    zeros = bytes - as<u32>(limit);
  }
  emulator::copy_async(reinterpret_cast<void*>(to), reinterpret_cast<const void*>(from), bytes, zeros);
}
template <typename Size>
LADDER_DEVICE void copy_async_(u64 to, u64 from, Size size) {
  copy_async_(to, from, size, size);
}
// Past the L1 cache: there is no other size.
template <typename Size, typename... Limit>
LADDER_DEVICE void copy_async_cg(u64 to, u64 from, Size size, Limit... limit) {
  if (size != 16) emulator::fail_launch("makes a cp.async.cg of another size than 16 bytes");
  copy_async_(to, from, size, limit...);
}

LADDER_DEVICE void wait_for_copies(u64 groups) { emulator::wait_for_async_copies(static_cast<u32>(groups)); }
// For those of no group, too.
LADDER_DEVICE void wait_for_all_copies() {
  emulator::commit_async_copies();
  emulator::wait_for_async_copies(0);
}

}  // namespace ladder::ptx
