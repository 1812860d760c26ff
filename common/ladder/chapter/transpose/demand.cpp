#include "ladder/chapter/transpose/demand.hpp"

#include "ladder/chapter/chapter.hpp"
#include "ladder/chapter/problem.hpp"
#include "ladder/chapter/transpose/variant.hpp"
#include "ladder/engine/excerpts.hpp"
#include "ladder/verification/sparse_buffer.hpp"
#include "ladder/verification/test_data.hpp"

namespace ladder::transpose {

memory_model::Demand demand(const std::string& name, unsigned rows, unsigned cols) {
  const auto emulator = make_emulator();
  Excerpts& excerpts = *emulator->excerpts();
  const Variant variant = chosen(emulator::variants(), {name}).front();
  const std::size_t elements = std::size_t{rows} * cols;
  const SparseBuffer in(excerpts, elements, "in", [](std::size_t i) { return input_bits(i); });
  const SparseBuffer out(excerpts, elements, "out");
  const Arguments arguments{in.data(), out.data(), rows, cols};
  const auto seen = excerpts.execute([&] { variant.run(arguments); }, sample);
  memory_model::Demand demand = seen.demand;
  demand.loaded_bytes = demand.stored_bytes = static_cast<double>(elements * sizeof(float));
  return demand;
}

}  // namespace ladder::transpose
