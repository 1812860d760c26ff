// The probe's executable: `probe global`, `probe shared` and `probe atomics` launch every pattern, `probe copies` every
// copy of structs, each as one warp alone, for a profiler to count what it costs. Without a profiler there is nothing
// to see.
#include <string>
#include <vector>

#include "ladder/app/chapter.hpp"
#include "ladder/engine/devices.hpp"
#include "tools/probe/probe.hpp"

using namespace ladder;

namespace {

int run(int argc, char** argv) {
  const std::string what = argc == 2 ? argv[1] : "";
  const std::vector<probe::Launch> launches = probe::launches(what);
  if (launches.empty() && what != "copies") {
    throw Failure(bad_usage,
                  "probe takes one word: global, shared, atomics or copies; the tool that calls it is profile");
  }
  require_gpu("probe");
  launches.empty() ? probe::launch_copies() : probe::launch_all(launches);
  return all_verified;
}

}  // namespace

int main(int argc, char** argv) { return guarded_main(argc, argv, run, "probe"); }
