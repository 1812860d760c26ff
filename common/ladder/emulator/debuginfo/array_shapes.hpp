// The shapes of shared arrays, and of others that stand outside functions.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "ladder/emulator/debuginfo/symbols.hpp"

namespace ladder::emulator {

// The type of an array's elements, where they are structs.
struct StructType {
  std::size_t bytes = 0;  // 0: they are numbers
  std::size_t alignment = 0;

  bool operator==(const StructType&) const = default;
};

// Of `float tile[32][33]`: extents 32 and 33, 4 bytes. Nothing where the debug information does not say: element_bytes
// is 0.
struct ArrayShape {
  std::vector<std::size_t> extents;
  std::size_t element_bytes = 0;
  StructType structs = {};  // where the elements are some

  bool operator==(const ArrayShape&) const = default;
};

// The shape of a variable.
ArrayShape array_shape(const Symbol& symbol);

struct DeclaredArray {
  std::string name;
  ArrayShape shape;

  bool operator==(const DeclaredArray&) const = default;
};

// What a kernel, given as the linker has it, declares as `extern __shared__ float values[];`; where it declares
// nothing, what all device code does. An extent that is not declared is 0. No name where several differ.
DeclaredArray dynamic_array(const std::string& kernel);

// The element of an array in which that byte lies, counted from its begin, wherever it leads: "tile[32][4]".
std::string element_name(const std::string& array, const ArrayShape& shape, std::ptrdiff_t byte);
// "tile is [32][33]", of an array of so many bytes.
std::string declared_size(const std::string& array, const ArrayShape& shape, std::size_t bytes);

}  // namespace ladder::emulator
