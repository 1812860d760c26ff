#include "ladder/engine/emulator/runtime/mistakes.hpp"

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

}  // namespace ladder::emulator
