#include "ladder/engine/emulator/executable/loop_pragmas.hpp"

#include <fstream>
#include <map>
#include <mutex>
#include <string>

#include "ladder/base/pattern.hpp"
#include "ladder/engine/emulator/executable/source_lines.hpp"

namespace ladder::emulator {
namespace {

bool stands_below_pragma(std::uintptr_t comparison) {
  static const Pattern pragma(R"(\s*#\s*pragma\s+(unroll\s*\(?\s*1\s*\)?|nounroll)\s*(//.*)?)");
  const SourceFile place = source_file(comparison);
  std::ifstream source(place.path);
  std::string above;
  for (int line = 1; line < place.line && std::getline(source, above); ++line) continue;
  return place.line > 1 && source && !pragma.whole(above).empty();
}

}  // namespace

bool is_kept_rolled(std::uintptr_t comparison) {
  static std::mutex mutex;
  static std::map<std::uintptr_t, bool> known;
  const std::lock_guard lock(mutex);
  const auto [answer, is_new] = known.try_emplace(comparison, false);
  if (is_new && comparison != 0) answer->second = stands_below_pragma(comparison);
  return answer->second;
}

}  // namespace ladder::emulator
