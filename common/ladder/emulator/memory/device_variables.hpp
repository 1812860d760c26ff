// Variables of a kernel's file that stand outside functions. The tags and the visibility that cuda_syntax.hpp
// gives them are in their symbols.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "ladder/emulator/debuginfo/executable.hpp"
#include "ladder/emulator/memory/shared_memory.hpp"
#include "ladder/model/memory_model.hpp"

namespace ladder::emulator {

// `__device__ int count;` is global memory: makes each a buffer of GlobalMemory, the first time.
void adopt_device_variables();

// Those of which each device of a program has its own: all but `__managed__` ones, and what cannot be written.
std::vector<Segment> variables_of_each_device();

// The `__managed__` ones, which the host may use, too.
std::vector<Segment> managed_variables();

// Whether the bytes belong to one variable such as `__constant__ float filter[9];`, or to the executable's own
// read-only data, where the compiler keeps tables such as `const float weights[3] = {1, 2, 1};`.
bool in_constant_memory(std::uintptr_t address, int bytes);

// How many bytes the nearest `__constant__` variable is away from the address; SIZE_MAX where none is near.
std::size_t distance_to_constant(std::uintptr_t address);

// What an access out of bounds wanted, for people: an element of the array or buffer that is nearest to the address.
struct Wanted {
  memory_model::Space space = memory_model::Space::global;
  bool in_constant_memory = false;  // which counts for no space
  bool is_known = true;             // false: nothing is near
  std::string element;              // "global in[100]"
  std::string extent;               // "in has 100 elements"
};
Wanted wanted_at(std::uintptr_t address, const SharedMemory& shared);

}  // namespace ladder::emulator
