#include "ladder/chapter/reduction/demand.hpp"

#include <bit>

#include "ladder/chapter/chapter.hpp"
#include "ladder/chapter/problem.hpp"
#include "ladder/chapter/reduction/data.hpp"
#include "ladder/chapter/reduction/variant.hpp"
#include "ladder/engine/excerpts.hpp"
#include "ladder/verification/device_buffer.hpp"
#include "ladder/verification/sparse_buffer.hpp"

namespace ladder::reduction {

memory_model::Demand demand(const std::string& name, std::size_t count) {
  const auto emulator = make_emulator();
  Excerpts& excerpts = *emulator->excerpts();
  const Variant variant = chosen(emulator::variants(), {name}).front();
  const SparseBuffer in(excerpts, count, "in",
                        [](std::size_t i) { return std::bit_cast<std::uint32_t>(element(Data::integers, i)); });
  const SparseBuffer sums(excerpts, workspace_floats(count), "sums");
  const DeviceBuffer<float> sum(*emulator, 1, "result");
  DeviceBuffer<unsigned> ticket(*emulator, 1, "ticket");
  const unsigned zero = 0;
  ticket.upload(0, {&zero, 1});
  memory_model::Demand demand =
      excerpts.execute(
                  [&] {
                    variant.run({in.data(), count, sum.data(), sums.data(), ticket.data()});
                  },
                  sample)
          .demand;
  demand.loaded_bytes = static_cast<double>(count * sizeof(float));
  demand.stored_bytes = 0;
  return demand;
}

}  // namespace ladder::reduction
