#include EXERCISE
#include "tools/exercise/kernels.hpp"

std::vector<ladder::exercise::Launch> ladder::LADDER_ENGINE::answer() {
  return {[](const Task& t) {
    launch(all_in_flight, dim3(divide_up(t.size.cols, PER_BLOCK)), dim3(32), t.in<float>(), t.out<float>(),
           t.size.cols);
  }};
}
