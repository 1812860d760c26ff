// Which arrays are variables of a thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace ladder::emulator {

// Whether no shared array, no variable of the kernel's file, no member of a struct and nothing that a pointer leads to
// is an array of these extents, "[4][8]", or has such rows: then one in the kernel is a variable of the thread.
bool is_local_array(const void* kernel, const std::string& extents);
// Of one that is not: whether there is an array in the kernel's file that has rows of these extents.
bool is_row_of_an_array(const void* kernel, const std::string& extents);

// A variable of a thread that is an array.
struct OwnArray {
  std::string name, file;
  int line = 0;
  std::size_t elements = 0;
};
// Those of the functions in whose code one of the addresses lies.
std::vector<OwnArray> own_arrays(const std::set<std::uintptr_t>& sites);

}  // namespace ladder::emulator
