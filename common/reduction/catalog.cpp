#include "reduction/catalog.hpp"

#ifdef LADDER_WITH_GPU
#include "gpu/python_peers.hpp"
#endif

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
std::vector<ladder::Result> python_peers_on(const Engine& engine, const ladder::Result& ours, int repeats) {
  std::string problem = "sum";
  for (const auto& [name, size] : ours.sizes) problem += " " + std::to_string(size);
  return engine.name() == "gpu" ? gpu::python_peers(problem, repeats, ours) : std::vector<ladder::Result>();
}
#else
std::vector<Variant> variants_on(const Engine&) { return emulator::variants(); }
std::vector<Variant> ceilings_on(const Engine&) { return {}; }
std::vector<Variant> libraries_on(const Engine&) { return {}; }
std::vector<ladder::Result> python_peers_on(const Engine&, const ladder::Result&, int) { return {}; }
#endif

}  // namespace reduction
}  // namespace ladder
