// Shared memory of one block: which arrays there are.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "ladder/emulator/debuginfo/array_shapes.hpp"
#include "ladder/emulator/debuginfo/executable.hpp"

namespace ladder::emulator {

// One `__shared__` variable: a thread_local one of the kernel's object file. Offsets in bytes from the start of the
// executable's thread-local segment.
struct SharedArray {
  std::uintptr_t begin, end;
  std::string name;
  bool is_dynamic = false;  // see dynamic_shared.cpp
  ArrayShape shape = {};

  bool contains(std::uintptr_t offset, int bytes) const { return offset >= begin && offset + bytes <= end; }
  // How many bytes the offset lies outside the array; 0 inside. An offset before the segment is a very large number:
  // it has wrapped.
  std::size_t distance(std::uintptr_t offset) const {
    const auto to_begin = static_cast<std::ptrdiff_t>(begin - offset),
               past_end = static_cast<std::ptrdiff_t>(offset - end);
    return static_cast<std::size_t>(std::max({std::ptrdiff_t{0}, to_begin, past_end + 1}));
  }
};

// The shared variables that a kernel may use: its own and those of device functions, but not another kernel's; and so
// many bytes of the dynamic array (see dynamic_shared.cpp). From this executable's symbol table, ordered by offset.
// Throws std::runtime_error where that cannot be read or has been stripped.
std::vector<SharedArray> shared_arrays(const void* kernel, std::size_t dynamic_bytes);
// The bytes of those that are not dynamic.
std::size_t static_shared_bytes(const void* kernel);

class SharedMemory {
 public:
  // To be called on the OS thread that will run the blocks of a launch, before the first.
  void begin_launch(const std::vector<SharedArray>& arrays);

  // What the arrays hold: another block of the same OS thread has values of its own there.
  std::vector<std::byte> values() const;
  void set_values(const std::vector<std::byte>& values) const;

  bool contains(std::uintptr_t address) const { return address - segment_.begin < segment_.bytes; }
  // Where the thread-local segment begins, and how many bytes from there the last array of the launch ends.
  std::uintptr_t begin() const { return segment_.begin; }
  std::uintptr_t end_of_arrays() const { return arrays_->empty() ? 0 : arrays_->back().end; }

  // Whether the array that was found last holds all the bytes.
  bool recent(std::uintptr_t address, int bytes) const {
    return last_ != nullptr && last_->contains(address - segment_.begin, bytes);
  }
  // Whether there is an array that does; it is the recent one then.
  bool find(std::uintptr_t address, int bytes);

  // The array that the address is in, and how many bytes from its begin. To be called for addresses in bounds.
  const SharedArray& array_of(std::uintptr_t address) const { return *array_before(address - segment_.begin); }
  std::uintptr_t offset_in_array(std::uintptr_t address) const {
    return address - segment_.begin - array_of(address).begin;
  }
  // What the array is made of that the address is in, or the last one before it.
  StructType elements_at(std::uintptr_t address) const {
    const SharedArray* array = array_before(address - segment_.begin);
    return array == nullptr ? StructType{} : array->shape.structs;
  }
  bool has_arrays() const { return !arrays_->empty(); }
  const SharedArray* nearest(std::uintptr_t address) const;  // null where there is none
  // How many bytes it is away from the address; SIZE_MAX where none is near.
  std::size_t distance(std::uintptr_t address) const;
  // The element at the address, as "shared tile[3][4]": of the array that it is in, or else of the nearest one.
  std::string name_of(std::uintptr_t address) const;
  // The declared size of that array, as "tile is [32][33]".
  std::string extent_of(std::uintptr_t address) const;

 private:
  const SharedArray* array_before(std::uintptr_t offset) const;

  Segment segment_;
  const std::vector<SharedArray>* arrays_ = nullptr;
  const SharedArray* last_ = nullptr;
};

}  // namespace ladder::emulator
