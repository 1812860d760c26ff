#include "ladder/engine/emulator/checks/first_looks.hpp"

#include <mutex>
#include <set>

namespace ladder::emulator {
namespace {

struct KnownLooks {
  std::mutex mutex;
  std::set<Site> sites;
};

KnownLooks& known_looks() {
  static KnownLooks known;
  return known;
}

}  // namespace

void FirstLooks::note(Site load) {
  static thread_local Site newest = 0;
  if (load == newest || load == 0) return;
  newest = load;
  KnownLooks& known = known_looks();
  const std::lock_guard lock(known.mutex);
  known.sites.insert(load);
}

void FirstLooks::doubt(const Look& look) {
  if (doubted_.size() < most) {
    doubted_.push_back(look);
  } else {
    judge(look);
  }
}

void FirstLooks::end_launch() {
  for (const Look& look : doubted_) judge(look);
  doubted_.clear();
}

void FirstLooks::judge(const Look& look) {
  {
    KnownLooks& known = known_looks();
    const std::lock_guard lock(known.mutex);
    if (known.sites.contains(look.site)) return;
  }
  context_.report(look.kind, look.actor, look.other, look.part, look.remark);
}

}  // namespace ladder::emulator
