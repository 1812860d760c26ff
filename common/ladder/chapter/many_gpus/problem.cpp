#include "ladder/chapter/problem.hpp"

#include <fmt/format.h>

#include "ladder/chapter/chapter.hpp"
#include "ladder/chapter/many_gpus/workbench.hpp"

namespace ladder {
namespace {

constexpr std::uint64_t most_rows = 65535 * 64;  // tiles in gridDim.y

many_gpus::Layout layout_of(const Values& size) { return {size[0], size[1], size[2]}; }

}  // namespace

const Problem problem = {
    .name = "exchange",
    .ceiling = "send",
    .sizes = {{"gpus", "GPUs", 1, 64, 1, 4},
              {"rows", "Rows of the matrix", 1, most_rows, 16384, 512},
              {"cols", "Columns of the matrix", 1, most_rows, 16384, 512}},
    .profiled = {{1, 1024, 1024}, {1, 1000, 1023}},
    .timed = {{1, 4096, 4096}, {1, 16384, 16384}},
    .timed_quickly = {{1, 4096, 4096}},
    .sanitized = {{1, 130, 70}},
    // Of all devices: the input, the output and two buffers, of the matrix; and two vectors on each.
    .bytes =
        [](const Values& size) {
          return 6.0 * sizeof(float) * static_cast<double>(size[1]) * static_cast<double>(size[2]);
        },
    .variant_names = [] { return names_of(emulator::variants()); },
    .set_up = [](Engine& engine, const Values& size) -> std::unique_ptr<Workbench> {
      return std::make_unique<many_gpus::Workbench>(engine, layout_of(size));
    },
    .size_in_words =
        [](const Values& size) {
          return fmt::format("{} x {} floats on {}", size[1], size[2],
                             size[0] == 1 ? "1 GPU: nothing crosses a link" : fmt::format("{} GPUs", size[0]));
        },
};

}  // namespace ladder
