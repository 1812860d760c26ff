#include "ladder/chapter/transpose/catalog.hpp"

namespace ladder::transpose {

Catalog<Variant> catalog_of(const Engine& engine) {
  if constexpr (built_with_gpu) {
    if (engine.name() == "gpu") return {gpu::variants(), gpu::ceilings(), gpu::libraries()};
  }
  return {emulator::variants(), {}, {}};
}

}  // namespace ladder::transpose
