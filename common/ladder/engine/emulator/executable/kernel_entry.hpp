// A kernel in the debug information of this executable, and what is read of it once.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>

#include "ladder/engine/emulator/executable/executable.hpp"
#include "ladder/engine/emulator/executable/executable_file.hpp"

namespace ladder::emulator {

// Calls visit(Dwarf_Die& unit, Dwarf_Die& function) for the function whose code that is, and the unit that it is in;
// never where the debug information does not have it.
template <typename Visit>
void for_kernel(const void* kernel, const Visit& visit) {
  const ExecutableFile file;
  const Dwarf_Addr code = reinterpret_cast<std::uintptr_t>(kernel) - load_address;
  for_each_unit(file.debug_information(), [&](Dwarf_Die& unit) {
    for_function_at(unit, code, [&](Dwarf_Die& function) { visit(unit, function); });
  });
}

// What read(kernel) finds, kept for each kernel. For several OS threads at once.
template <typename Found>
class OncePerKernel {
 public:
  explicit OncePerKernel(Found (*read)(const void* kernel)) : read_(read) {}

  const Found& of(const void* kernel) {
    const std::lock_guard lock(mutex_);
    const auto found = known_.find(kernel);
    return found != known_.end() ? found->second : known_.emplace(kernel, read_(kernel)).first->second;
  }

 private:
  Found (*read_)(const void* kernel);
  std::mutex mutex_;
  std::map<const void*, Found> known_;
};

}  // namespace ladder::emulator
