#include "ladder/app/problem.hpp"

#include "ladder/app/chapter.hpp"
#include "ladder/engine/excerpts.hpp"
#include "ladder/problems/reduction/fixture.hpp"

namespace ladder {
namespace {

constexpr std::uint64_t million = 1 << 20, most_elements = std::uint64_t{1} << 40;

// From a few blocks: see Problem::demand.
memory_model::Demand demand_of(const std::string& name, std::size_t count) {
  const auto emulator = make_emulator();
  const reduction::Variant variant = chosen(emulator::variants(), {name}).front();
  const reduction::SparseBuffers buffers(*emulator, count);
  const auto seen = emulator->excerpts()->execute([&] { variant.run(buffers.arguments()); }, sample);
  memory_model::Demand demand = seen.demand;
  demand.loaded_bytes = static_cast<double>(count * sizeof(float));
  demand.stored_bytes = 0;
  return demand;
}

}  // namespace

const Problem problem = {
    .name = "sum",
    .ceiling = "read",
    .sizes = {{"elements", "Elements", 0, most_elements, 64 * million, million / 4}},
    .profiled = {{million}, {million + 1}},
    .timed = {{1 << 16}, {1 << 18}, {1 << 20}, {1 << 22}, {1 << 24}, {1 << 26}, {1 << 28}, {1 << 30}},
    .timed_quickly = {{1 << 20}, {1 << 26}},
    .sanitized = {{1000}, {4099}},
    .bytes =
        [](const Engine&, const Values& size) {
          return static_cast<double>((size[0] + reduction::workspace_floats(size[0])) * sizeof(float));
        },
    .variant_names = [] { return names_of(emulator::variants()); },
    .demand = [](const std::string& variant, const Values& size) { return demand_of(variant, size[0]); },
    .told_of = {64 * million},
    .set_up = [](Engine& engine, const Values& size) -> std::unique_ptr<Fixture> {
      return std::make_unique<reduction::Fixture>(engine, size[0]);
    },
};

}  // namespace ladder
