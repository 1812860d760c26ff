#include "ladder/engine/emulator/executable/parameter_names.hpp"

#include <map>
#include <mutex>

#include "ladder/engine/emulator/executable/executable.hpp"
#include "ladder/engine/emulator/executable/executable_file.hpp"

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
  const ExecutableFile file;
  std::vector<std::string> names;
  const Dwarf_Addr code = reinterpret_cast<std::uintptr_t>(kernel) - load_address;
  for_each_unit(file.debug_information(), [&](Dwarf_Die& unit) {
    for_function_at(unit, code, [&](Dwarf_Die& function) { names = parameters_of(function); });
  });
  return names;
}

}  // namespace

const std::vector<std::string>& parameter_names(const void* kernel) {
  static std::mutex mutex;
  const std::lock_guard lock(mutex);
  static std::map<const void*, std::vector<std::string>> known;
  const auto found = known.find(kernel);
  return found != known.end() ? found->second : known.emplace(kernel, read_parameter_names(kernel)).first->second;
}

}  // namespace ladder::emulator
