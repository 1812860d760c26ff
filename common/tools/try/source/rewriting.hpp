// From CUDA C++ to the C++ that the emulator's compiler takes: what nvcc has words or marks for of its own.
//
// Each step rewrites tokens in place; lines keep their numbers, so that errors, hazards and counts name those of the
// file.
#pragma once

#include <string>
#include <vector>

#include "ladder/source/tokens.hpp"

namespace ladder::tried {

// source: preprocessed for the device, with `__CUDA_ARCH__`; host: without it. Functions of the host get the body that
// they have there, functions for both sides both, and choose as they run. Outside of functions source stays as it is,
// and gets what the host alone declares. To be done first.
void merge_sides(Source& source, const Source& host);

// `return;` in main() becomes `return 0;`, as nvcc has it.
void complete_main(Source& source);

// Functions of the host are compiled without what tells the emulator of loads and stores. Before split_kernels().
void spare_host_code(Source& source);

// `__global__ void k(float* a) {...}` becomes two functions: the kernel's code, under its name with device_code_suffix,
// and one of its own name that hands over its arguments to the launch, as nvcc's does.
void split_kernels(Source& source);

// `k<<<grid, block>>>(a)` becomes `k(a), ladder::emulator::launch(grid, block)`: the call hands over the arguments, and
// the launch takes them. Throws Failure(bad_usage) where a `<<<` has no `>>>(...)`.
void replace_launches(Source& source);

// `__device__` and `__host__`: device functions become part of the kernel, except where they call themselves, or are
// variadic, or defined in another file; device variables can be told from those of the host, and take constants alone
// as their first values. Behind split_kernels().
void replace_qualifiers(Source& source);

// `asm("...")` becomes the calls that do what its PTX does; in functions of the host it stays, as their processor's.
// Throws Failure(bad_usage) with the instruction's name where that is not supported.
void translate_asm(Source& source);

// `threadIdx.x` and the like become numbers, for `auto` and for templates.
void make_registers_numbers(Source& source);

// `cudaMalloc(&a, n)` tells the emulator that the array is called a.
void name_allocations(Source& source);

// A namespace without a name gets one: what it holds could not be told by its symbols. unique: part of the name.
void name_namespaces(Source& source, const std::string& unique);

// --- What the emulator does not have, found by name: the compiler's own errors do not say that

// "mm.cu:14: tex2D: textures and surfaces are not supported" for each line of the program's own files, in their order.
std::vector<std::string> find_unsupported(const Source& source);

struct Refusal {
  std::size_t token;  // where
  std::string why;
};

// What is looked at: a whole program; or an exercise's answer, which is compiled as it stands, and for which nvcc gets
// no --expt-relaxed-constexpr.
enum class Judged { program, answer };

// What would compile and is not to run. First, what nvcc refuses or gives another meaning: one side's functions and
// variables in code of the other, kernels that are called, functions that are launched, `__shared__ int s = 3;`. (CUDA
// C++ Programming Guide, "C++ Language Extensions" and "C++ Language Support".) Names are what is looked at: where one
// stands for several things, nothing is said. And what the emulator does not have, or cannot see: a kernel, or a
// function for the device alone, that launches, allocates memory, or has a `static` variable.
std::vector<Refusal> find_wrong_sides(const Source& source, Judged judged);

// What would hide loads and stores of kernels from the emulator, which knows of them what instrumented code tells it
// (-fsanitize=thread): attributes, pragmas and the processor's own functions in code for the device, and functions in
// the place of those that are told, also by their linker's names; and an answer's inline assembly, which nothing
// translates. source: preprocessed for the device; host code is free to have the rest.
std::vector<Refusal> find_hidden(const Source& source, Judged judged);

// What g++ and clang++ take and nvcc does not in code for the device: types, attributes and arrays that only the host
// has, the address of a label, a variable of a kernel that is `__constant__` or `__device__`; and variables of the host
// of which they make constants. On both sides: a kernel that is a member of a class, and a vector that is made as only
// C++20 makes it. (Tried with nvcc 13.)
std::vector<Refusal> find_extensions(const Source& source);

// Variables of device code that are updated or compared before they have a value: `float sum; for (...) sum += a[i];`,
// `float c[4][4]; ... c[i][j] = fmaf(a, b, c[i][j]);`, as far as the order of the words makes it sure.
std::vector<Refusal> find_unset(const Source& source);

}  // namespace ladder::tried
