#include "tools/exercise/kernels.hpp"
// Last, so that its macros change nothing of that.
#include EXERCISE

std::vector<ladder::exercise::Launch> ladder::LADDER_ENGINE::answer() {
  return {[](const Task& t) {
    const dim3 grid(divide_up(t.size.cols, 32), divide_up(t.size.rows, 32));
    LADDER_ENGINE::launch(sum_rows_and_columns, grid, dim3(32, 8), t.in<float>(), t.out<float>(), t.second_out<float>(),
                          t.size.rows, t.size.cols);
  }};
}
