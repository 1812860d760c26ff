#include "ladder/emulator/memory/shared_memory.hpp"

#include <iterator>

#include "ladder/emulator/debuginfo/symbols.hpp"
#include "ladder/platform/mapping.hpp"

namespace ladder::emulator {
namespace {

// The name that compile_kernels.sh (in cmake/) gives all arrays as `extern __shared__ float values[];`: on the GPU they
// are one and the same.
constexpr const char* dynamic_shared_symbol = "dynamic_shared";

struct OwnedArray {
  SharedArray array;
  std::uintptr_t kernel;  // the code of the kernel that it belongs to; 0: a device function's
};

std::vector<OwnedArray> find_owned_arrays() {
  std::vector<OwnedArray> arrays;
  for (const Symbol& variable : symbols()) {
    if (variable.kind != SymbolKind::thread_local_variable) continue;
    const bool is_dynamic = variable.name == dynamic_shared_symbol;
    const bool is_shared = variable.name.find("B6shared") != std::string::npos;  // see cuda_syntax.hpp
    if (!is_dynamic && !is_shared) continue;  // the emulator's, the C++ library's, or a sanitizer's
    const auto kernel = std::ranges::find_if(symbols(), [&](const Symbol& symbol) {
      return symbol.kind == SymbolKind::kernel && variable.is_local_to(symbol.name);
    });
    arrays.push_back(
        {{variable.value, variable.value + variable.size, variable.short_name(), is_dynamic, array_shape(variable)},
         kernel == symbols().end() ? 0 : kernel->value});
  }
  std::ranges::sort(arrays, {}, [](const OwnedArray& owned) { return owned.array.begin; });
  return arrays;
}

// The dynamic array, as large as the launch says: with the name and the shape that the source gives it, where it gives
// one.
SharedArray as_launched(SharedArray array, std::uintptr_t code, std::size_t bytes) {
  array.end = std::min(array.end, array.begin + bytes);
  const auto is_kernel = [&](const Symbol& one) { return one.kind == SymbolKind::kernel && one.value == code; };
  const auto kernel = std::ranges::find_if(symbols(), is_kernel);
  const auto [name, shape] = dynamic_array(kernel == symbols().end() ? "" : kernel->name);
  if (name.empty() || shape.extents.empty() || shape.element_bytes == 0) return array;
  array.name = name;
  array.shape = {shape.extents, shape.element_bytes};
  std::size_t row = shape.element_bytes;
  for (std::size_t i = 1; i < shape.extents.size(); ++i) row *= shape.extents[i];
  array.shape.extents.front() = (array.end - array.begin) / row;
  return array;
}

}  // namespace

std::vector<SharedArray> shared_arrays(const void* kernel, std::size_t dynamic_bytes) {
  static const std::vector<OwnedArray> owned = find_owned_arrays();
  const std::uintptr_t code = reinterpret_cast<std::uintptr_t>(kernel) - load_address;
  std::vector<SharedArray> arrays;
  for (const auto& [array, kernel] : owned) {
    if (kernel != 0 && kernel != code) continue;
    if (!array.is_dynamic) arrays.push_back(array);
    if (array.is_dynamic && dynamic_bytes > 0) arrays.push_back(as_launched(array, code, dynamic_bytes));
  }
  return arrays;
}

std::size_t static_shared_bytes(const void* kernel) {
  std::size_t bytes = 0;
  for (const SharedArray& array : shared_arrays(kernel, 0)) bytes += array.end - array.begin;
  return bytes;
}

void SharedMemory::begin_launch(const std::vector<SharedArray>& arrays) {
  segment_ = thread_local_segment();
  arrays_ = &arrays;
  last_ = nullptr;
}

std::vector<std::byte> SharedMemory::values() const {
  std::vector<std::byte> values;
  for (const SharedArray& array : *arrays_) {
    const auto* begin = reinterpret_cast<const std::byte*>(segment_.begin + array.begin);
    values.insert(values.end(), begin, begin + (array.end - array.begin));
  }
  return values;
}

void SharedMemory::set_values(const std::vector<std::byte>& values) const {
  const std::byte* next = values.data();
  for (const SharedArray& array : *arrays_) {
    std::copy_n(next, array.end - array.begin, reinterpret_cast<std::byte*>(segment_.begin + array.begin));
    next += array.end - array.begin;
  }
}

// The last array that begins at or before the offset, or null.
const SharedArray* SharedMemory::array_before(std::uintptr_t offset) const {
  const auto next = std::ranges::upper_bound(*arrays_, offset, {}, &SharedArray::begin);
  return next == arrays_->begin() ? nullptr : &*std::prev(next);
}

bool SharedMemory::find(std::uintptr_t address, int bytes) {
  last_ = array_before(address - segment_.begin);
  return recent(address, bytes);
}

const SharedArray* SharedMemory::nearest(std::uintptr_t address) const {
  const std::uintptr_t offset = address - segment_.begin;
  const auto found =
      std::ranges::min_element(*arrays_, {}, [offset](const SharedArray& array) { return array.distance(offset); });
  return found == arrays_->end() ? nullptr : &*found;
}

std::size_t SharedMemory::distance(std::uintptr_t address) const {
  const SharedArray* array = nearest(address);
  const std::size_t distance = array == nullptr ? SIZE_MAX : array->distance(address - segment_.begin);
  return distance < usual_gap_bytes ? distance : SIZE_MAX;
}

std::string SharedMemory::name_of(std::uintptr_t address) const {
  const SharedArray* array = nearest(address);
  if (array == nullptr) return "shared memory, of which the kernel has none";
  const auto byte = static_cast<std::ptrdiff_t>(address - segment_.begin - array->begin);
  return "shared " + element_name(array->name, array->shape, byte);
}

std::string SharedMemory::extent_of(std::uintptr_t address) const {
  const SharedArray* array = nearest(address);
  if (array == nullptr) return "a launch may ask for some";
  return declared_size(array->name, array->shape, array->end - array->begin);
}

}  // namespace ladder::emulator
