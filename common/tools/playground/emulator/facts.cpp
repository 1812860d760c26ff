// What is known of the kernels: the tables that source/facts.mjs makes from clang's assembly, in place of the debug
// information of an executable; it hands them on as the file /facts.json.
#include <algorithm>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "ladder/base/files.hpp"
#include "ladder/emulator/debuginfo/executable.hpp"
#include "ladder/emulator/debuginfo/kernel_facts.hpp"
#include "ladder/emulator/debuginfo/origin.hpp"
#include "ladder/emulator/debuginfo/symbols.hpp"
#include "ladder/emulator/debuginfo/variables.hpp"
#include "ladder/emulator/debuginfo/written_facts.hpp"
#include "ladder/model/memory_model.hpp"

extern "C" {
std::uintptr_t ladder_site = 0;
extern thread_local unsigned char dynamic_shared[];
// By the linker: where each symbol of the table lies; of a function, its number in the table of functions.
extern const std::uintptr_t ladder_symbols[];
}

namespace ladder::emulator {
namespace {

using Json = nlohmann::json;

const Json& facts() {
  static const Json all = Json::parse(contents("/facts.json"));
  return all;
}

// [file, line, column]
Place place_at(const Json& at) {
  return {facts()["files"][at[0].get<std::size_t>()].get_ref<const std::string&>().c_str(), at[1], at[2]};
}

const Json* kernel_of(std::uintptr_t code) {
  for (const Symbol& symbol : symbols()) {
    if (symbol.kind != SymbolKind::kernel || symbol.value != code) continue;
    const auto found = facts()["kernels"].find(symbol.name);
    return found == facts()["kernels"].end() ? nullptr : &*found;
  }
  return nullptr;
}

}  // namespace

std::uintptr_t load_address = 0;

std::vector<Segment> read_only_segments() { return {}; }

// All shared arrays, from where a wavefront's first bank is.
Segment thread_local_segment() {
  const auto dynamic = reinterpret_cast<std::uintptr_t>(dynamic_shared);
  std::uintptr_t begin = dynamic, end = dynamic + memory_model::architecture.most_shared_bytes;
  const Json& table = facts()["symbols"];
  for (std::size_t i = 0; i < table.size(); ++i) {
    if (table[i][0] != static_cast<int>(SymbolKind::thread_local_variable)) continue;
    begin = std::min(begin, ladder_symbols[i]);
    end = std::max(end, ladder_symbols[i] + table[i][2].get<std::uintptr_t>());
  }
  constexpr std::uintptr_t wavefront_bytes = 128;
  begin = begin / wavefront_bytes * wavefront_bytes;
  return {begin, end - begin};
}

std::vector<Symbol> read_symbols() {
  const std::uintptr_t segment = thread_local_segment().begin;
  std::vector<Symbol> all{{SymbolKind::thread_local_variable, "dynamic_shared",
                           reinterpret_cast<std::uintptr_t>(dynamic_shared) - segment,
                           memory_model::architecture.most_shared_bytes}};
  const Json& table = facts()["symbols"];
  for (std::size_t i = 0; i < table.size(); ++i) {
    const auto kind = static_cast<SymbolKind>(table[i][0].get<int>());
    const bool is_shared = kind == SymbolKind::thread_local_variable;
    all.push_back({kind, table[i][1], ladder_symbols[i] - (is_shared ? segment : 0), table[i][2]});
  }
  return all;
}

// "sites": for each its function's number, the line, and the lines that call, from the inside out.
Origin find_origin(std::uintptr_t site) {
  const Json& sites = facts()["sites"];
  if (site >= sites.size() || sites[site].size() < 2) return {};
  const Json& at = sites[site];
  Origin origin{place_at(at[1]), {{false, {}, at[0]}}};
  for (std::size_t i = at.size(); i-- > 2;) origin.calls.push_back({true, place_at(at[i]), 0});
  return origin;
}

Variables read_variables() {
  Variables all;
  for (const Json& one : facts()["variables"]) {
    const ArrayShape shape{one["extents"], one["element_bytes"], {}};
    all.insert({one["name"], {one["function"], std::nullopt, one["bytes"], shape, one["is_dynamic"]}});
  }
  return all;
}

KernelFacts read_facts(const void* kernel) {
  const Json* const found = kernel_of(reinterpret_cast<std::uintptr_t>(kernel));
  if (found == nullptr) return {};
  KernelFacts facts{(*found)["parameters"], (*found)["file"], {}, (*found)["restricts"]};
  const auto [bounds, place] = written_bounds(facts.file, (*found)["line"], (*found)["name"]);
  if (bounds.empty()) return facts;
  const bool is_number = std::ranges::all_of(bounds, [](char c) { return c >= '0' && c <= '9'; });
  facts.launch_bounds = {is_number ? static_cast<unsigned>(std::stoul(bounds)) : constant_in(facts.file, bounds),
                         place};
  return facts;
}

FileFacts read_file_facts(const void*) { return {{}, facts()["arrays"]}; }

// A parameter of the kernel's template, or a constant of the file.
unsigned read_constant(std::uintptr_t site, const std::string& name) {
  const Origin origin = find_origin(site);
  const Place place = origin.place();
  if (!origin.calls.empty()) {
    const std::string& function = facts()["functions"][origin.calls.front().function - 1].get_ref<const std::string&>();
    const Json constants = facts()["kernels"].value(function, Json::object()).value("constants", Json::object());
    if (constants.contains(name)) return constants[name];
  }
  return place.path == nullptr ? 0 : constant_in(place.path, name);
}

std::vector<DeclaredVariable> declared_variables(const void* kernel, const std::set<std::uintptr_t>&) {
  const Json* const found = kernel_of(reinterpret_cast<std::uintptr_t>(kernel));
  std::vector<DeclaredVariable> all;
  for (const Json& one : found == nullptr ? Json::array() : (*found)["declared"]) {
    const std::string file = one["file"];
    all.push_back({one["name"], {file, one["line"], "/" + file}, one["extents"], one["bytes"], one["is_shared"]});
  }
  return all;
}

}  // namespace ladder::emulator
