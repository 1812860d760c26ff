#include "tools/exercise/kernels.hpp"
// Last, so that its macros change nothing of that.
#include EXERCISE

std::vector<ladder::exercise::Launch> ladder::LADDER_ENGINE::answer() {
  return {[](const Task& t) {
    LADDER_ENGINE::launch(add_one, dim3(divide_up(t.size.cols, 4 * 256)), dim3(256), t.in<float>(), t.out<float>(),
                          t.size.cols);
  }};
}
