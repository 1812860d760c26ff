// A file for ./learn try. Its `try:` lines are understood, or refused in one line that names the place.
#include <cstdlib>
#include <string>

#include "ladder/base/failure.hpp"
#include "tools/try/try_line.hpp"
#include "tools/try/unsupported.hpp"

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  ladder::tried::find_unsupported("file.cu", text);
  try {
    ladder::tried::parse_try_lines("file.cu", text);
  } catch (const ladder::Failure& failure) {
    if (std::string(failure.what()).rfind("file.cu", 0) != 0) std::abort();
  }
  return 0;
}
