#include "ladder/engine/emulator/executable/launch_bounds.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>

#include "ladder/base/input_file.hpp"
#include "ladder/base/pattern.hpp"
#include "ladder/engine/emulator/executable/device_code.hpp"
#include "ladder/engine/emulator/executable/kernel_entry.hpp"
#include "ladder/engine/emulator/executable/types.hpp"

namespace ladder::emulator {
namespace {

// The lines of the file up to this one, from a few lines before it.
std::string lines_before(const std::string& file, int last) {
  constexpr int most_lines = 4;  // of a kernel's head
  std::ifstream source(file);
  std::string text, line;
  for (int number = 1; number <= last && std::getline(source, line); ++number) {
    if (number > last - most_lines) text += line + "\n";
  }
  return text;
}

struct Written {
  std::string bounds, place;  // N as it is written, "kernel.cuh:77"
};

// What is written; empty where there is none, or what is left of it is another function's.
Written written_bounds(Dwarf_Die function) {
  const std::string file = file_of(function);
  int line = 0;
  if (file.empty() || dwarf_decl_line(&function, &line) != 0) return {};
  const std::string text = lines_before(file, line);
  const std::size_t at = text.rfind("__launch_bounds__");
  std::string name = dwarf_diename(&function);  // "sum<256>", or "sum__device_code<256>" of a program
  name = name.substr(0, std::min(name.find('<'), name.find(device_code_suffix)));
  if (at == std::string::npos || text.find_first_of(";{}", at) < text.rfind(name)) return {};
  static const Pattern bounds(R"(^__launch_bounds__\s*\(\s*(\w+)\s*[,)])");
  const std::string from_there = text.substr(at);
  const Pattern::Found found = bounds.first_in(from_there);
  if (found.empty()) return {};
  const auto lines_after = std::count(from_there.begin(), from_there.end(), '\n') - 1;
  return {found[1], fmt::format("{}:{}", std::filesystem::path(file).filename().string(), line - lines_after)};
}

// What a constant of that name is, among those under `parent` and its namespaces; 0 where there is none.
unsigned constant_under(Dwarf_Die parent, const std::string& name) {
  Dwarf_Word value = 0;
  for_each_child(parent, [&](Dwarf_Die& child) {
    const int tag = dwarf_tag(&child);
    const char* its_name = dwarf_diename(&child);
    if (tag == DW_TAG_namespace && value == 0) value = constant_under(child, name);
    if ((tag == DW_TAG_template_value_parameter || tag == DW_TAG_variable) && its_name != nullptr && name == its_name) {
      value = number(child, DW_AT_const_value, 0);
    }
  });
  return static_cast<unsigned>(value);
}

// The same where it is not in the debug information: a macro, or what clang++ leaves out as it is used nowhere else:
// "#define NAME 96" or "constexpr unsigned NAME = 96;" in the kernel's file.
unsigned constant_in(const std::string& file, const std::string& name) {
  const Pattern definition("(#define\\s+" + name + "\\s|\\b" + name + "\\s*=)\\s*\\(?([0-9]{1,9})u?\\)?\\s*[;,\n]");
  const Pattern::Found found = definition.first_in(contents(file));
  return found.empty() ? 0 : static_cast<unsigned>(std::stoul(found[2]));
}

LaunchBounds read_launch_bounds(const void* kernel) {
  LaunchBounds result;
  for_kernel(kernel, [&](Dwarf_Die& unit, Dwarf_Die& function) {
    const auto [written, place] = written_bounds(function);
    if (written.empty()) return;
    unsigned& bounds = result.threads;
    result.place = place;
    const bool is_number = std::all_of(written.begin(), written.end(), [](char c) { return c >= '0' && c <= '9'; });
    bounds = is_number ? static_cast<unsigned>(std::stoul(written)) : constant_under(function, written);
    if (bounds == 0) bounds = constant_under(unit, written);
    if (bounds == 0) bounds = constant_in(file_of(function), written);
  });
  return result;
}

}  // namespace

LaunchBounds launch_bounds(const void* kernel) {
  static OncePerKernel known(read_launch_bounds);
  return known.of(kernel);
}

}  // namespace ladder::emulator
