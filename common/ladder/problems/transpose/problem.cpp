#include "ladder/app/problem.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "ladder/app/chapter.hpp"
#include "ladder/engine/excerpts.hpp"
#include "ladder/problems/transpose/fixture.hpp"
#include "ladder/problems/transpose/variants.hpp"
#include "ladder/verification/device_buffer.hpp"
#include "ladder/verification/test_data.hpp"

namespace ladder {
namespace {

constexpr std::uint64_t longest_side = 0x7fffffff;

std::vector<unsigned> sizes_of_elements() { return transpose::element_sizes(emulator::variants()); }

// From a few blocks: see Problem::demand.
memory_model::Demand demand_of(const std::string& name, unsigned rows, unsigned cols) {
  const auto emulator = make_emulator();
  Excerpts& excerpts = *emulator->excerpts();
  const transpose::Variant variant = chosen(emulator::variants(), {name}).front();
  const std::size_t elements = std::size_t{rows} * cols;
  const unsigned bytes = variant.element_bytes;
  const SparseBuffer in(
      excerpts, elements, "in", [=](std::size_t i) { return part_of(input_bits(i), bytes); }, bytes);
  const SparseBuffer out(excerpts, elements, "out", nullptr, bytes);
  const transpose::Arguments arguments{in.data(), out.data(), rows, cols};
  const auto seen = excerpts.execute([&] { variant.run(arguments); }, sample);
  memory_model::Demand demand = seen.demand;
  demand.loaded_bytes = demand.stored_bytes = static_cast<double>(elements * bytes);
  return demand;
}

}  // namespace

const Problem problem = {
    .name = "transpose",
    .ceiling = "copy",
    .sizes = {{"rows", "Rows of the input", 1, longest_side, 8192, 512},
              {"cols", "Columns of the input", 1, longest_side, 8192, 1024}},
    .profiled = {{1024, 1024}, {1000, 777}, {33, 65}},
    .timed = {{1024, 1024},
              {2048, 2048},
              {4096, 4096},
              {8192, 8192},
              {8191, 8193},
              {16384, 16384},
              {1024, 262144},
              {262144, 1024},
              {32768, 32768},
              {49152, 49152}},
    .timed_quickly = {{4096, 4096}, {8191, 8193}},
    .sanitized = {{33, 65}, {100, 77}, {112, 80}},  // the last has whole vectors, of bytes, too
    .bytes =
        [](const Engine&, const Values& size) {
          // Of each size of an element; a small one takes as much as a float of the emulator, which knows who wrote it.
          const auto matrices = 2.0 * static_cast<double>(sizes_of_elements().size());
          return matrices * sizeof(float) * static_cast<double>(size[0]) * static_cast<double>(size[1]);
        },
    .variant_names = [] { return names_of(emulator::variants()); },
    .demand =
        [](const std::string& variant, const Values& size) {
          return demand_of(variant, static_cast<unsigned>(size[0]), static_cast<unsigned>(size[1]));
        },
    .told_of = {16384, 16384},
    .set_up = [](Engine& engine, const Values& size) -> std::unique_ptr<Fixture> {
      const auto rows = static_cast<unsigned>(size[0]), cols = static_cast<unsigned>(size[1]);
      return std::make_unique<transpose::Fixture>(engine, transpose::Placed{rows, cols});
    },
    .size_in_words =
        [](const Values& size) {
          const auto bytes = sizes_of_elements();
          const bool are_floats = bytes == std::vector{4u};
          return fmt::format("{} x {} {}", size[0], size[1],
                             are_floats ? "floats" : fmt::format("elements of {} bytes", fmt::join(bytes, " and ")));
        },
    .element_sizes = sizes_of_elements,
};

}  // namespace ladder
