#include "ladder/emulator/memory/device_variables.hpp"

#include <algorithm>
#include <iterator>
#include <map>

#include "ladder/emulator/debuginfo/array_shapes.hpp"
#include "ladder/emulator/debuginfo/symbols.hpp"
#include "ladder/emulator/memory/global_memory.hpp"

namespace ladder::emulator {

using memory_model::Space;

namespace {

// A local variable's symbol, _ZZ..., has the tag of its function.
bool has_tag(const Symbol& symbol, const char* tag) {
  return !symbol.is_local() && symbol.name.find(tag) != std::string::npos;
}

bool is_constant(const Symbol& symbol) {
  return symbol.kind == SymbolKind::protected_variable ||
         (symbol.kind == SymbolKind::variable && has_tag(symbol, "B8constant"));
}

bool is_device_variable(const Symbol& symbol) {
  return symbol.kind == SymbolKind::variable && has_tag(symbol, "B8emulated") && !is_constant(symbol);
}

bool is_managed(const Symbol& symbol) { return is_device_variable(symbol) && has_tag(symbol, "B7managed"); }

constexpr std::size_t nearby_bytes = 1 << 16;  // as large as constant memory

Segment segment_of(const Symbol& variable) { return {load_address + variable.value, variable.size}; }

const std::vector<Symbol>& constants() {
  static const std::vector<Symbol> all = [] {
    std::vector<Symbol> found;
    std::ranges::copy_if(symbols(), std::back_inserter(found), is_constant);
    return found;
  }();
  return all;
}

// By where they begin. A program may have thousands, and each thread leave its array.
const std::map<std::uintptr_t, Symbol>& host_variables() {
  static const std::map<std::uintptr_t, Symbol> all = [] {
    std::map<std::uintptr_t, Symbol> found;
    for (const Symbol& symbol : symbols()) {
      const bool is_of_emulator = symbol.name.starts_with("_ZN6ladder");
      if (symbol.kind == SymbolKind::variable && !is_device_variable(symbol) && !is_constant(symbol) && !is_of_emulator)
        found.emplace(segment_of(symbol).begin, symbol);
    }
    return found;
  }();
  return all;
}

// Null where there is none.
const Symbol* nearest_constant(std::uintptr_t address) {
  const auto nearest = std::ranges::min_element(
      constants(), {}, [=](const Symbol& constant) { return segment_of(constant).distance(address); });
  return nearest == constants().end() ? nullptr : &*nearest;
}

bool is_in_one(const std::vector<Segment>& segments, std::uintptr_t address, std::size_t bytes) {
  return std::ranges::any_of(segments, [=](const Segment& segment) { return segment.contains(address, bytes); });
}

std::vector<Segment> find_constant_memory() {
  std::vector<Segment> ranges = read_only_segments();
  for (const Symbol& symbol : symbols()) {
    const bool is_table_of_virtual_functions = symbol.name.starts_with("_ZTV");  // Itanium C++ ABI, 5.1.4
    if (is_constant(symbol) || is_table_of_virtual_functions) ranges.push_back(segment_of(symbol));
  }
  return ranges;
}

// Of arrays and buffers, that one is meant which is nearest.
Wanted nearest_array(std::uintptr_t address, const SharedMemory& shared) {
  const GlobalMemory& global = GlobalMemory::instance();
  const std::size_t to_constant = distance_to_constant(address), elsewhere = global.distance(address);
  if (shared.contains(address) || shared.distance(address) < std::min(to_constant, elsewhere)) {
    return {Space::shared, false, shared.has_arrays(), shared.name_of(address), shared.extent_of(address)};
  }
  if (to_constant >= elsewhere) {
    return {Space::global, false, elsewhere != SIZE_MAX, global.name_of(address), global.extent_of(address)};
  }
  const Symbol* const constant = nearest_constant(address);
  const ArrayShape shape = array_shape(*constant);
  const auto byte = static_cast<std::ptrdiff_t>(address - load_address - constant->value);
  return {Space::global, true, true, "constant " + element_name(constant->short_name(), shape, byte),
          declared_size(constant->short_name(), shape, constant->size)};
}

}  // namespace

void adopt_device_variables() {
  static const bool adopted = [] {
    for (const Symbol& symbol : symbols()) {
      if (!is_device_variable(symbol)) continue;
      GlobalMemory::instance().adopt(load_address + symbol.value, symbol.size, symbol.short_name(),
                                     array_shape(symbol).structs);
    }
    return true;
  }();
  static_cast<void>(adopted);
}

std::vector<Segment> variables_of_each_device() {
  const std::vector<Segment> fixed = read_only_segments();
  std::vector<Segment> found;
  for (const Symbol& symbol : symbols()) {
    const bool has_own = is_constant(symbol) || (is_device_variable(symbol) && !is_managed(symbol));
    if (has_own && !is_in_one(fixed, segment_of(symbol).begin, 1)) found.push_back(segment_of(symbol));
  }
  return found;
}

std::vector<Segment> managed_variables() {
  std::vector<Segment> found;
  for (const Symbol& symbol : symbols()) {
    if (is_managed(symbol)) found.push_back(segment_of(symbol));
  }
  return found;
}

bool in_constant_memory(std::uintptr_t address, int bytes) {
  static const std::vector<Segment> ranges = find_constant_memory();
  return is_in_one(ranges, address, static_cast<std::size_t>(bytes));
}

std::size_t distance_to_constant(std::uintptr_t address) {
  const Symbol* const nearest = nearest_constant(address);
  const std::size_t bytes = nearest == nullptr ? SIZE_MAX : segment_of(*nearest).distance(address);
  return bytes < nearby_bytes ? bytes : SIZE_MAX;
}

Wanted wanted_at(std::uintptr_t address, const SharedMemory& shared) {
  Wanted wanted = nearest_array(address, shared);
  const auto& variables = host_variables();
  const auto behind = variables.upper_bound(address);
  if (behind == variables.begin() || !segment_of(std::prev(behind)->second).contains(address, 1)) return wanted;
  const std::string variable = std::prev(behind)->second.short_name() + ", a variable of the host";
  if (wanted.is_known) wanted.extent += "; there lies " + variable;
  if (!wanted.is_known) wanted.element = variable, wanted.extent = "a kernel has what __device__ declares";
  return wanted;
}

}  // namespace ladder::emulator
