// Finds the shared arrays of the kernels: the thread-local symbols of this executable's ELF symbol table.
#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "ladder/engine/emulator/executable/array_shapes.hpp"
#include "ladder/engine/emulator/executable/executable.hpp"
#include "ladder/engine/emulator/executable/symbols.hpp"
#include "ladder/engine/emulator/language/dynamic_shared.hpp"
#include "ladder/engine/emulator/memory/shared_memory.hpp"

namespace ladder::emulator {
namespace {

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
    const auto kernel = std::find_if(symbols().begin(), symbols().end(), [&](const Symbol& symbol) {
      return symbol.kind == SymbolKind::kernel && variable.is_local_to(symbol.name);
    });
    arrays.push_back({{variable.value, variable.value + variable.size, variable.short_name(), is_dynamic,
                       array_shape(variable).structs},
                      kernel == symbols().end() ? 0 : kernel->value});
  }
  std::sort(arrays.begin(), arrays.end(),
            [](const OwnedArray& a, const OwnedArray& b) { return a.array.begin < b.array.begin; });
  return arrays;
}

}  // namespace

std::vector<SharedArray> shared_arrays(const void* kernel, std::size_t dynamic_bytes) {
  static const std::vector<OwnedArray> owned = find_owned_arrays();
  const std::uintptr_t code = reinterpret_cast<std::uintptr_t>(kernel) - load_address;
  std::vector<SharedArray> arrays;
  for (const OwnedArray& candidate : owned) {
    if (candidate.kernel != 0 && candidate.kernel != code) continue;
    SharedArray array = candidate.array;
    if (array.is_dynamic) array.end = std::min(array.end, array.begin + dynamic_bytes);
    if (array.begin != array.end) arrays.push_back(array);
  }
  return arrays;
}

std::size_t static_shared_bytes(const void* kernel) {
  std::size_t bytes = 0;
  for (const SharedArray& array : shared_arrays(kernel, 0)) bytes += array.end - array.begin;
  return bytes;
}

}  // namespace ladder::emulator
