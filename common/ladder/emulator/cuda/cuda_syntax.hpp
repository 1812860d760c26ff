// The CUDA C++ that a kernel is written in, as plain C++: what the host compiler sees instead of cuda_runtime.h.
//
// Kernels that include this are compiled with -fsanitize=thread, so every load and store of theirs calls back (see
// callbacks.cpp). Nothing below may add or hide an access of its own: special registers are read through const
// functions, which neither compiler instruments, and helpers are always inlined, so that a call site is the kernel's.
// What goes beyond loads and stores (barriers, exchanges between lanes, atomics) calls functions of block/.
#pragma once

#include <limits.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "ladder/emulator/cuda/headers/assert.h"
#include "ladder/emulator/cuda/math_functions.hpp"
#include "ladder/emulator/cuda/memory_functions.hpp"
#include "ladder/emulator/cuda/special_registers.hpp"
#include "ladder/emulator/cuda/thread_functions.hpp"
#include "ladder/emulator/cuda/vector_types.hpp"
#include "ladder/emulator/cuda/warp_functions.hpp"

// What nvcc defines, so that #if takes the paths that it takes there: for the device, an H200. Behind the standard
// headers, which ask for them too. (__NVCC__ stays undefined in the chapters: it says which compiler this is.)
#define LADDER_EMULATED
#define __CUDACC__
#ifndef LADDER_HOST_SIDE
#define __CUDA_ARCH__ 900
#endif
#define __CUDACC_VER_MAJOR__ 12
#define __CUDACC_VER_MINOR__ 8
#define CUDART_VERSION 12080

// The words of a whole program are told apart by tools/try/source, which sees its launches too.
#ifndef LADDER_PROGRAM
// The tags keep an emulated function apart from the one of the same name in nvcc's object file: else the linker would
// keep only one of them. (g++ does not tag templates; nvcc gives those internal linkage.) symbols.cpp knows
// kernels by their visibility. Device functions are inlined, as nvcc does it: the emulator needs a kernel's code in one
// piece (see warp_trace.hpp).
#ifdef LADDER_C_LINKAGE  // compile_kernels.sh hides such kernels instead
#define LADDER_KERNEL_TAG
#else
#define LADDER_KERNEL_TAG , abi_tag("kernel")
#endif
#define __global__ __attribute__((noinline, visibility("protected") LADDER_KERNEL_TAG))
// `used`: the compiler would drop stores to a static variable that only the host reads. `aligned`: of a variable, to a
// sector, where one compiler would begin an array elsewhere than another.
#define __device__ __attribute__((always_inline, used, aligned(32), abi_tag("emulated")))
#define __host__
#endif
#define __forceinline__ inline __attribute__((always_inline))
#define __launch_bounds__(...)
#define __maxnreg__(registers)
#define __noinline__
#define __inline_hint__
#define __grid_constant__
#define __nv_pure__
#define __align__(bytes) __attribute__((aligned(bytes)))
#define __builtin_align__(bytes) __align__(bytes)
#define __device_builtin__
#define __device_builtin_texture_type__
#define __device_builtin_surface_type__
#define __cudart_builtin__
#if !defined(__clang__)
#define __builtin_assume(condition) static_cast<void>(0)
#endif
#define __assume(condition) __builtin_assume(condition)

// nvcc takes `__shared__ alignas(16) float tile[32];` in any order of the words, as it does with attributes; the
// standard's alignas has to come first. (What a macro becomes has names that no program may have, as a macro or
// otherwise.)
template <std::size_t bytes>
constexpr std::size_t __emulated_alignment() {
  return bytes;
}
template <typename T>
constexpr std::size_t __emulated_alignment() {
  return alignof(T);
}
#define alignas(...) __attribute__((aligned(__emulated_alignment<__VA_ARGS__>())))

// Variables of these kinds are known by their symbols (see device_variables.hpp). `__device__ int count;` has the tag
// above; clang++ keeps only the first tag of `__device__ __constant__`, and a static variable has no visibility.
// Constant arrays begin at a page of their own, so that what an index beyond one leads to is mostly nothing.
#define __constant__ __attribute__((abi_tag("constant"), visibility("protected"), aligned(4096)))

// A block runs on one OS thread, and so does each of its threads: thread_local is one copy per block. Arrays start at
// bank 0, as one does on the GPU. (__constinit: g++ would set up an array of float4 at run time, behind a guard.)
#if defined(__clang__)
#define __shared__ __attribute__((aligned(128), abi_tag("shared"))) thread_local
#else
#define __shared__ __attribute__((aligned(128), abi_tag("shared"))) __constinit thread_local
#endif

// For copies of structs these versions of clang++ call the C library, behind the emulator's back: in kernels the names
// become those of callbacks.cpp. (Not in the library, parts of which read this file too.)
#if defined(__clang__) && __clang_major__ < 16
#if __has_feature(thread_sanitizer)
asm(".set memcpy, __tsan_memcpy");
asm(".set memmove, __tsan_memmove");
asm(".set memset, __tsan_memset");
#endif
#endif

inline constexpr ladder::emulator::RegisterFields<ladder::emulator::Register::thread> threadIdx{};
inline constexpr ladder::emulator::RegisterFields<ladder::emulator::Register::block> blockIdx{};
inline constexpr ladder::emulator::RegisterFields<ladder::emulator::Register::block_size> blockDim{};
inline constexpr ladder::emulator::RegisterFields<ladder::emulator::Register::grid_size> gridDim{};
// Their values, so that `auto` and templates see numbers. (In a whole program, which may have variables of these names,
// what translates it makes them numbers.)
#ifndef LADDER_PROGRAM
#define threadIdx threadIdx.as_numbers()
#define blockIdx blockIdx.as_numbers()
#define blockDim blockDim.as_numbers()
#define gridDim gridDim.as_numbers()
#endif

// memcpy() and memset() as nvcc makes them in a kernel: byte by byte, however the pointers are aligned.
LADDER_DEVICE void* __emulated_memcpy(void* to, const void* from, std::size_t bytes) {
  for (std::size_t i = 0; i < bytes; ++i) static_cast<char*>(to)[i] = static_cast<const char*>(from)[i];
  return to;
}
LADDER_DEVICE void* __emulated_memset(void* to, int value, std::size_t bytes) {
  for (std::size_t i = 0; i < bytes; ++i) static_cast<char*>(to)[i] = static_cast<char>(value);
  return to;
}
namespace std {
using ::__emulated_memcpy;
using ::__emulated_memset;
}  // namespace std
#define memcpy __emulated_memcpy
#define memset __emulated_memset
