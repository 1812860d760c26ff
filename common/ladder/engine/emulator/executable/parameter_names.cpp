#include "ladder/engine/emulator/executable/parameter_names.hpp"

#include "ladder/engine/emulator/executable/kernel_entry.hpp"

namespace ladder::emulator {
namespace {

std::vector<std::string> parameters_of(Dwarf_Die function) {
  std::vector<std::string> names;
  for_each_child(function, [&](Dwarf_Die& child) {
    if (dwarf_tag(&child) != DW_TAG_formal_parameter) return;
    const char* name = dwarf_diename(&child);  // also where it stands in the declaration
    names.emplace_back(name == nullptr ? "" : name);
  });
  return names;
}

std::vector<std::string> read_parameter_names(const void* kernel) {
  std::vector<std::string> names;
  for_kernel(kernel, [&](Dwarf_Die&, Dwarf_Die& function) { names = parameters_of(function); });
  return names;
}

}  // namespace

const std::vector<std::string>& parameter_names(const void* kernel) {
  static OncePerKernel known(read_parameter_names);
  return known.of(kernel);
}

}  // namespace ladder::emulator
