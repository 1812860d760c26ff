#include "ladder/chapter/reduction/demand.hpp"

#include "ladder/chapter/chapter.hpp"
#include "ladder/chapter/problem.hpp"
#include "ladder/chapter/reduction/buffers.hpp"
#include "ladder/engine/excerpts.hpp"

namespace ladder::reduction {

memory_model::Demand demand(const std::string& name, std::size_t count) {
  const auto emulator = make_emulator();
  const Variant variant = chosen(emulator::variants(), {name}).front();
  const SparseBuffers buffers(*emulator, count);
  const auto seen = emulator->excerpts()->execute([&] { variant.run(buffers.arguments()); }, sample);
  memory_model::Demand demand = seen.demand;
  demand.loaded_bytes = static_cast<double>(count * sizeof(float));
  demand.stored_bytes = 0;
  return demand;
}

}  // namespace ladder::reduction
