#include "ladder/app/problem.hpp"

#include <fmt/format.h>

#include "ladder/app/chapter.hpp"
#include "ladder/base/failure.hpp"
#include "ladder/problems/many_gpus/fixture.hpp"
#include "ladder/problems/many_gpus/processes.hpp"

namespace ladder {
namespace {

using many_gpus::join_processes;
using many_gpus::processes;

constexpr std::uint64_t most_rows = 65535 * 64;  // tiles in gridDim.y

many_gpus::Layout layout_of(const Values& size) { return {size[0], size[1], size[2]}; }

// Square matrices, and one that grows with the number of GPUs: 1 GiB on each.
std::vector<Values> timed() {
  constexpr std::uint64_t side = 16384;
  std::vector<Values> sizes;
  for (const std::uint64_t gpus : {1, 2, 4, 8}) {
    for (const std::uint64_t rows : {4096, 16384, 32768, 65536}) {
      if (rows < 65536 || gpus > 1) sizes.push_back({gpus, rows, rows});
    }
    if (gpus > 1) sizes.push_back({gpus, gpus * side, side});
  }
  return sizes;
}

// Among several processes, each has a rank, and one reports.
void begin(Options& options) {
  join_processes();
  const std::size_t count = processes().count;
  if (!processes().are_several()) return;
  if (options.sizes[0].value_or(count) != count)
    throw Failure(bad_usage, fmt::format("--gpus: mpirun has started {} processes, one for each GPU", count));
  if (options.peers) throw Failure(bad_usage, "--peers: in one process alone, without mpirun");
  options.sizes[0] = count;
  if (processes().number > 0) options.json.clear();
}

}  // namespace

const Problem problem = {
    .name = "exchange",
    .ceiling = "send",
    .sizes = {{"gpus", "GPUs", 1, 64, 1, 4},
              {"rows", "Rows of the matrix", 1, most_rows, 16384, 512},
              {"cols", "Columns of the matrix", 1, most_rows, 16384, 512}},
    .profiled = {{1, 1024, 1024}, {1, 1000, 1023}},
    .timed = timed(),
    .timed_quickly = {{1, 4096, 4096}, {2, 4096, 4096}},
    .sanitized = {{1, 130, 70}},
    // The input, the output and two buffers, of the matrix; and two vectors on each. The emulator's devices share
    // memory.
    .bytes =
        [](const Engine& engine, const Values& size) {
          const std::uint64_t sharing = engine.kernels() == KernelForm::cuda ? size[0] : 1;
          return 6.0 * sizeof(float) * static_cast<double>(size[1]) * static_cast<double>(size[2]) /
                 static_cast<double>(sharing);
        },
    .variant_names = [] { return names_of(emulator::variants()); },
    .set_up = [](Engine& engine, const Values& size) -> std::unique_ptr<Fixture> {
      return std::make_unique<many_gpus::Fixture>(engine, layout_of(size));
    },
    .size_in_words =
        [](const Values& size) {
          return fmt::format("{} x {} floats on {}", size[1], size[2],
                             size[0] == 1 ? "1 GPU: nothing crosses a link" : fmt::format("{} GPUs", size[0]));
        },
    .begin = begin,
    .end = many_gpus::leave_processes,
};

}  // namespace ladder
