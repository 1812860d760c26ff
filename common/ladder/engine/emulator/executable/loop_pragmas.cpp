#include "ladder/engine/emulator/executable/loop_pragmas.hpp"

#include <fstream>
#include <map>
#include <mutex>
#include <string>

#include "ladder/base/pattern.hpp"
#include "ladder/engine/emulator/executable/source_lines.hpp"

namespace ladder::emulator {
namespace {

LoopPragma pragma_above(std::uintptr_t comparison) {
  static const Pattern pragma(R"(\s*#\s*pragma\s+(unroll|nounroll)\b\s*\(?\s*(\w*)\s*\)?\s*(//.*)?)");
  const SourceFile place = source_file(comparison);
  std::ifstream source(place.path);
  std::string above;
  for (int line = 1; line < place.line && std::getline(source, above); ++line) continue;
  const Pattern::Found found = place.line > 1 && source ? pragma.whole(above) : Pattern::Found{};
  if (found.empty()) return LoopPragma::none;
  return found[1] == "nounroll" || found[2] == "1" ? LoopPragma::kept_rolled : LoopPragma::unroll;
}

}  // namespace

LoopPragma loop_pragma(std::uintptr_t comparison) {
  static std::mutex mutex;
  static std::map<std::uintptr_t, LoopPragma> known;
  const std::lock_guard lock(mutex);
  const auto [answer, is_new] = known.try_emplace(comparison, LoopPragma::none);
  if (is_new && comparison != 0) answer->second = pragma_above(comparison);
  return answer->second;
}

}  // namespace ladder::emulator
