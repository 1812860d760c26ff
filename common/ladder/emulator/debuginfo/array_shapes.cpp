// A shared array is found in the debug information by its name, its size and the function that it is local to. Where
// several agree in those, the offset tells them apart: debug information for x86-64 has it, that for ARM64 has not.
#include "ladder/emulator/debuginfo/array_shapes.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "ladder/base/values.hpp"
#include "ladder/emulator/debuginfo/kept_answers.hpp"
#include "ladder/emulator/debuginfo/variables.hpp"

namespace ladder::emulator {
namespace {

const Variables& all_variables() {
  static const Variables all = read_variables();
  return all;
}

bool may_be(const Variable& variable, const Symbol& symbol) {
  return variable.bytes == symbol.size && (variable.function.empty() || symbol.is_local_to(variable.function));
}

ArrayShape find_shape(const Symbol& symbol) {
  std::vector<const Variable*> candidates;
  const auto [first, last] = all_variables().equal_range(symbol.short_name());
  for (auto entry = first; entry != last; ++entry) {
    if (may_be(entry->second, symbol)) candidates.push_back(&entry->second);
  }
  const auto differs = [&](const Variable* other) { return other->shape != candidates.front()->shape; };
  if (std::ranges::any_of(candidates, differs)) {
    std::erase_if(candidates, [&](const Variable* candidate) { return candidate->offset != symbol.value; });
  }
  return candidates.empty() ? ArrayShape{} : candidates.front()->shape;
}

DeclaredArray find_dynamic_array(const std::string& kernel) {
  std::vector<DeclaredArray> own, all;
  for (const auto& [name, variable] : all_variables()) {
    if (!variable.is_dynamic) continue;
    all.push_back({name, variable.shape});
    if (variable.function == kernel) own.push_back(all.back());
  }
  const std::vector<DeclaredArray>& candidates = own.empty() ? all : own;
  const bool agree = std::ranges::adjacent_find(candidates, std::ranges::not_equal_to{}) == candidates.end();
  return candidates.empty() || !agree ? DeclaredArray{} : candidates.front();
}

}  // namespace

ArrayShape array_shape(const Symbol& symbol) {
  static KeptAnswers<std::pair<std::uintptr_t, std::string>, ArrayShape> known;
  return known.to({symbol.value, symbol.name}, [&](const auto&) { return find_shape(symbol); });
}

DeclaredArray dynamic_array(const std::string& kernel) {
  static KeptAnswers<std::string, DeclaredArray> known;
  return known.to(kernel, find_dynamic_array);
}

std::string element_name(const std::string& array, const ArrayShape& shape, std::ptrdiff_t byte) {
  if (shape.element_bytes == 0) return fmt::format("{}, byte {}", array, byte);
  return element_in_words(array, divided(byte, shape.element_bytes).first, shape.extents);
}

std::string declared_size(const std::string& array, const ArrayShape& shape, std::size_t bytes) {
  if (shape.element_bytes == 0) return fmt::format("{} has {} bytes", array, bytes);
  if (shape.extents.empty()) return fmt::format("{} is a single element", array);
  return fmt::format("{} is [{}]", array, fmt::join(shape.extents, "]["));
}

}  // namespace ladder::emulator
