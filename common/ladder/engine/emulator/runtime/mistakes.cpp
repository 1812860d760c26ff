#include "ladder/engine/emulator/runtime/mistakes.hpp"

#include <fmt/format.h>

#include "ladder/engine/emulator/runtime/allocations.hpp"

namespace ladder::emulator {

MistakeLog& MistakeLog::instance() {
  static MistakeLog log;
  return log;
}

void MistakeLog::add(MistakeKind kind, std::uintptr_t site, const std::string& words) {
  for (Mistake& known : all_) {
    if (known.kind != kind || known.site != site || (site == 0 && known.words != words)) continue;
    ++known.times;
    return;
  }
  all_.push_back({kind, site, words});
}

std::vector<std::string> MistakeLog::lines(bool remarks) const {
  std::vector<std::string> found;
  for (const Mistake& mistake : all_) {
    const MistakeRow& row = row_of(mistake.kind);
    if (row.remark != remarks) continue;
    found.push_back(fmt::format("{}: {}: {}{}", mistake.site == 0 ? "at the end" : place_of(mistake.site), row.name,
                                mistake.words, mistake.times == 1 ? "" : fmt::format(" ({} times)", mistake.times)));
  }
  return found;
}

}  // namespace ladder::emulator
