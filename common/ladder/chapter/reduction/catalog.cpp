#include "ladder/chapter/reduction/catalog.hpp"

namespace ladder::reduction {

Catalog<Variant> catalog_of(const Engine& engine) {
  if constexpr (built_with_gpu) {
    if (engine.name() == "gpu") return {gpu::variants(), gpu::ceilings(), gpu::libraries()};
  }
  return {emulator::variants(), {}, {}};
}

}  // namespace ladder::reduction
