// A file for ./learn try. Its `try:` lines are understood, or refused in one line that names the place.
#include <cstdlib>

#include "options.hpp"
#include "try/try_line.hpp"

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  try {
    ladder::tried::parse_try_lines("file.cu", std::string(reinterpret_cast<const char*>(data), size));
  } catch (const ladder::Failure& failure) {
    if (std::string(failure.what()).rfind("file.cu", 0) != 0) std::abort();
  }
  return 0;
}
