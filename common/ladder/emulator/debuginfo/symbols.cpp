#include "ladder/emulator/debuginfo/symbols.hpp"

#include <cxxabi.h>

#include <algorithm>
#include <cstdlib>
#include <memory>

#include "ladder/base/pattern.hpp"
#include "ladder/emulator/debuginfo/device_code.hpp"
#include "ladder/emulator/debuginfo/executable.hpp"

namespace ladder::emulator {
namespace {

std::string demangled(const std::string& name) {
  int status = 0;
  const std::unique_ptr<char, void (*)(void*)> text(abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status),
                                                    std::free);
  return status == 0 ? text.get() : name;
}

// A function's name without the type that it returns, what it takes, and what was put behind the name in its source.
std::string bare_name(std::string full) {
  int depth = 0;
  std::size_t begin = 0, end = full.size();
  for (std::size_t i = 0; i < full.size(); ++i) {
    if (full[i] == '<') ++depth;
    if (full[i] == '>') --depth;
    if (depth == 0 && full[i] == ' ') begin = i + 1;
    if (depth == 0 && full[i] == '(' && full.compare(i, 21, "(anonymous namespace)") != 0) {
      end = i;
      break;
    }
  }
  full = full.substr(begin, end - begin);
  const std::string suffix = device_code_suffix;
  if (const auto at = full.find(suffix); at != std::string::npos) full.erase(at, suffix.size());
  if (const auto at = full.find("[abi:"); at != std::string::npos) full.erase(at, full.find(']', at) + 1 - at);
  if (const auto at = full.find("unnamed_in_"); at == 0) full.erase(0, full.find("::") + 2);
  if (full.starts_with("cub::")) return full.substr(0, full.find('<'));  // it fills several lines
  return full;
}

struct CudaType {
  CudaType(const std::string& here, const char* in_cuda) : here(Pattern("ladder::cuda::" + here)), in_cuda(in_cuda) {}
  Pattern here;
  const char* in_cuda;  // $1, $2: what the groups of the pattern took
};

// "copy<ladder::cuda::Vector4<float> >" with CUDA's names of types, as nvcc has it: "copy<float4>".
std::string with_types_of_cuda(std::string name) {
  static const std::vector<CudaType> types{
      {"SmallFloat(2?)<ladder::cuda::HalfFormat>", "__half$1"},
      {"SmallFloat(2?)<ladder::cuda::Bfloat16Format>", "__nv_bfloat16$1"},
      {"Vector([1-4])<signed char>", "char$1"},
      {"Vector([1-4])<long long>", "longlong$1"},
      {"Vector([1-4])<unsigned long long>", "ulonglong$1"},
      {"Vector([1-4])<unsigned (\\w+)>", "u$2$1"},
      {"Vector([1-4])<(\\w+)>", "$2$1"},
  };
  static const Pattern blank_behind_word("(\\w) >");
  for (const CudaType& type : types) name = type.here.replaced_in(name, type.in_cuda);
  return blank_behind_word.replaced_in(name, "$1>");
}

const Symbol* kernel_at(const void* code) {
  const std::uintptr_t offset = reinterpret_cast<std::uintptr_t>(code) - load_address;
  const auto found = std::ranges::find_if(
      symbols(), [&](const Symbol& symbol) { return symbol.kind == SymbolKind::kernel && symbol.value == offset; });
  return found == symbols().end() ? nullptr : &*found;
}

}  // namespace

std::string Symbol::short_name() const {
  const std::string full = demangled(name);
  const auto colons = full.rfind("::");
  const std::string last = colons == std::string::npos ? full : full.substr(colons + 2);
  return last.substr(0, last.find("[abi:"));
}

bool Symbol::is_local_to(const std::string& function) const {
  return function.starts_with("_Z") && name.starts_with("_ZZ" + function.substr(2) + "E");
}

const std::vector<Symbol>& symbols() {
  static const std::vector<Symbol> all = read_symbols();
  return all;
}

std::string function_name(const std::string& symbol) { return bare_name(with_types_of_cuda(demangled(symbol))); }

std::string kernel_name(const void* kernel) {
  const Symbol* const symbol = kernel_at(kernel);
  return symbol == nullptr ? "" : function_name(symbol->name);
}

std::size_t code_bytes(const void* kernel) {
  const Symbol* const symbol = kernel_at(kernel);
  return symbol == nullptr ? 0 : symbol->size;
}

}  // namespace ladder::emulator
