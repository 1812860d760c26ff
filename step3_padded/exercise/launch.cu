#include "tools/exercise/kernels.hpp"
// Last, so that its macros change nothing of that.
#include EXERCISE

std::vector<ladder::exercise::Launch> ladder::LADDER_ENGINE::answer() {
  const auto with = [](auto* kernel) {
    return [=](const Task& t) {
      const dim3 grid(divide_up(t.size.cols, TILE_COLS), divide_up(t.size.rows, TILE_ROWS));
      LADDER_ENGINE::launch(kernel, grid, dim3(32, 8), t.in<double>(), t.out<double>(), t.size.rows, t.size.cols);
    };
  };
  return {with(transpose_doubles<Padded>), with(transpose_doubles<Swizzled>)};
}
