// Programs that nobody would write: the rewriting neither breaks off nor changes the number of lines.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "ladder/base/failure.hpp"
#include "tools/try/source/rewriting.hpp"

using namespace ladder;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  try {
    Source source = source_of(text);
    if (text_of(source) != text) std::abort();
    tried::name_namespaces(source, "1");
    tried::make_registers_numbers(source);
    tried::name_allocations(source);
    tried::replace_launches(source);
    tried::split_kernels(source);
    tried::replace_qualifiers(source);
    const std::string rewritten = text_of(source);
    if (std::count(rewritten.begin(), rewritten.end(), '\n') != std::count(text.begin(), text.end(), '\n'))
      std::abort();
  } catch (const Failure&) {
  }
  return 0;
}
