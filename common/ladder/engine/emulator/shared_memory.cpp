#include "ladder/engine/emulator/shared_memory.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "ladder/engine/emulator/executable/array_shapes.hpp"

namespace ladder::emulator {

void SharedMemory::begin_launch(const std::vector<SharedArray>& arrays) {
  segment_ = thread_local_segment();
  arrays_ = &arrays;
  last_ = nullptr;
}

// The last array that begins at or before the offset, or null.
const SharedArray* SharedMemory::array_before(std::uintptr_t offset) const {
  const auto begins_after = [](std::uintptr_t o, const SharedArray& array) { return o < array.begin; };
  const auto next = std::upper_bound(arrays_->begin(), arrays_->end(), offset, begins_after);
  return next == arrays_->begin() ? nullptr : &*std::prev(next);
}

bool SharedMemory::find(std::uintptr_t address, int bytes) {
  last_ = array_before(address - segment_.begin);
  return recent(address, bytes);
}

std::string SharedMemory::name_of(std::uintptr_t address) const {
  const std::uintptr_t offset = address - segment_.begin;
  const SharedArray* array = array_before(offset);
  if (array == nullptr) return "shared memory before the first array";
  const ArrayShape shape = array_shape(array->begin);
  if (shape.element_bytes == 0) return fmt::format("shared {}, byte {}", array->name, offset - array->begin);
  std::size_t index = (offset - array->begin) / shape.element_bytes;
  std::string indices;
  for (std::size_t i = shape.extents.size(); i-- > 0;) {
    const bool outermost = i == 0;  // its index may lie beyond the end
    indices = fmt::format("[{}]", outermost ? index : index % shape.extents[i]) + indices;
    index /= shape.extents[i];
  }
  return fmt::format("shared {}{}", array->name, indices);
}

std::string SharedMemory::extent_of(std::uintptr_t address) const {
  const SharedArray* array = array_before(address - segment_.begin);
  if (array == nullptr) return "no array begins there";
  const ArrayShape shape = array_shape(array->begin);
  if (shape.element_bytes == 0) return fmt::format("{} has {} bytes", array->name, array->end - array->begin);
  if (shape.extents.empty()) return fmt::format("{} is a single element", array->name);
  return fmt::format("{} is [{}]", array->name, fmt::join(shape.extents, "]["));
}

}  // namespace ladder::emulator
