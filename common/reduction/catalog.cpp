#include "reduction/catalog.hpp"

namespace ladder {
#ifdef LADDER_WITH_GPU
namespace gpu {
std::vector<reduction::Variant> ceilings();
std::vector<reduction::Variant> libraries();
}  // namespace gpu
#endif

namespace reduction {

#ifdef LADDER_WITH_GPU
std::vector<Variant> variants_on(const Engine& engine) {
  return engine.name() == "gpu" ? gpu::variants() : emulator::variants();
}
std::vector<Variant> ceilings_on(const Engine& engine) {
  return engine.name() == "gpu" ? gpu::ceilings() : std::vector<Variant>();
}
std::vector<Variant> libraries_on(const Engine& engine) {
  return engine.name() == "gpu" ? gpu::libraries() : std::vector<Variant>();
}
#else
std::vector<Variant> variants_on(const Engine&) { return emulator::variants(); }
std::vector<Variant> ceilings_on(const Engine&) { return {}; }
std::vector<Variant> libraries_on(const Engine&) { return {}; }
#endif

}  // namespace reduction
}  // namespace ladder
