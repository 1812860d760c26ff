#include "tools/try/wrapper.hpp"

#include <fmt/format.h>

#include <filesystem>

namespace ladder::tried {
namespace {

// Without const and volatile.
std::string plain(const std::string& type) {
  std::string rest = type;
  for (const char* qualifier : {"const ", "volatile "}) {
    if (rest.rfind(qualifier, 0) == 0) rest = rest.substr(std::string(qualifier).size());
  }
  return rest;
}

// An array's declaration for the host, and the pointer's type in the launch.
struct ArrayCode {
  std::string name, type, construction;
};

ArrayCode code_of(const Argument& array) {
  const std::string type = plain(array.element_type);
  const std::string arguments = fmt::format("\"{}\", static_cast<std::size_t>({})", array.text, array.size);
  const bool is_input = type != array.element_type;
  if (!array.value.empty()) {
    return {array.text, type,
            fmt::format("ladder::tried::filled_array<{}>({}, [=](std::size_t i) -> {} {{ return {}; }})", type,
                        arguments, type, array.value)};
  }
  return {array.text, type,
          fmt::format("ladder::tried::{}<{}>({})", is_input ? "input_array" : "unwritten_array", type, arguments)};
}

std::vector<ArrayCode> arrays_of(const TryLine& line) {
  std::vector<ArrayCode> arrays;
  if (line.computes == Computes::transpose) {
    const std::string size = "static_cast<std::size_t>(rows) * cols";
    arrays.push_back({"in", "float", fmt::format("ladder::tried::transpose_input({})", size)});
    arrays.push_back({"out", "float", fmt::format("ladder::tried::unwritten_array<float>(\"out\", {})", size)});
  } else if (line.computes == Computes::sum) {
    arrays.push_back({"in", line.type, fmt::format("ladder::tried::sum_input<{}>(elements)", line.type)});
    arrays.push_back({"out", line.type,
                      fmt::format("ladder::tried::sum_output<{}>(std::size_t(grid.x) * grid.y * grid.z)", line.type)});
  }
  for (const Argument& argument : line.arguments) {
    if (!argument.element_type.empty()) arrays.push_back(code_of(argument));
  }
  return arrays;
}

std::string sizes_of(Computes computes) {
  switch (computes) {
    case Computes::transpose: return "{{\"rows\", rows}, {\"cols\", cols}}";
    case Computes::sum: return "{{\"elements\", elements}}";
    default: return "{}";
  }
}

const char* name_of(Computes computes) {
  switch (computes) {
    case Computes::transpose: return "transpose";
    case Computes::sum: return "sum";
    default: return "unknown";
  }
}

// A function that makes the experiment. All on one line of the output, so that the compiler's messages name the `try:`
// line.
std::string function_of(const std::string& path, const TryLine& line, std::size_t number) {
  std::string code = fmt::format("ladder::tried::Experiment ladder_experiment_{}() {{", number);
  for (const auto& [name, value] : line.constants) code += fmt::format(" const auto {} = {};", name, value);
  code += fmt::format(" const dim3 grid({}), block({});", line.grid, line.block);
  code += fmt::format(" ladder::tried::Experiment result; result.file = \"{}\"; result.name = \"{}\";",
                      std::filesystem::path(path).filename().string(), line.kernel);
  code += fmt::format(" result.computes = ladder::tried::Computes::{};", name_of(line.computes));
  code += fmt::format(" result.sizes = {};", sizes_of(line.computes));
  code += " result.grid = {grid.x, grid.y, grid.z}; result.block = {block.x, block.y, block.z};";
  std::string pointers, arguments;
  const auto arrays = arrays_of(line);
  for (std::size_t i = 0; i < arrays.size(); ++i) {
    code += fmt::format(" result.arrays.push_back({});", arrays[i].construction);
    pointers += fmt::format(" const auto {} = static_cast<{}*>(ladder_arrays[{}]);", arrays[i].name, arrays[i].type, i);
  }
  for (const Argument& argument : line.arguments) arguments += ", " + argument.text;
  code += fmt::format(" result.launch = [=](const std::vector<void*>& ladder_arrays) {{{}", pointers);
  code += fmt::format(
      " ladder::LADDER_ENGINE::launch({}, ladder::LADDER_ENGINE::Configuration{{grid, block, "
      "static_cast<std::size_t>({})}}{}); }};",
      line.kernel, line.shared_bytes, arguments);
  return code + " return result; }\n";
}

}  // namespace

std::string wrapper(const std::string& path, const std::vector<TryLine>& lines) {
  std::string text = fmt::format(
      "// Written by try_wrapper for {0}.\n#define LADDER_TRY\n#include \"ladder/engine/launch.hpp\"\n#include "
      "\"tools/try/experiment.hpp\"\n#include \"{0}\"\n\nnamespace {{\n",
      path);
  std::string calls;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    text += fmt::format("#line {} \"{}\"\n{}", lines[i].line, path, function_of(path, lines[i], i));
    calls += fmt::format("{}ladder_experiment_{}()", i == 0 ? "" : ", ", i);
  }
  return text + fmt::format(
                    "}}  // namespace\n\nstd::vector<ladder::tried::Experiment> ladder::LADDER_ENGINE::experiments() "
                    "{{ return {{{}}}; }}\n",
                    calls);
}

}  // namespace ladder::tried
