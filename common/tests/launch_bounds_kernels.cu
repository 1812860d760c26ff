#include "ladder/engine/launch.hpp"
#include "tests/launch_bounds_kernels.hpp"

using namespace ladder::LADDER_ENGINE;

namespace {

constexpr unsigned most_of_a_constant = 96;

__global__ void __launch_bounds__(64) a_number(float* out) { out[threadIdx.x] = 1; }

__global__ void __launch_bounds__(most_of_a_constant, 2) a_constant(float* out) { out[threadIdx.x] = 1; }

template <unsigned ROUNDS, unsigned BLOCK>
__global__ void __launch_bounds__(BLOCK) a_parameter(float* out) {
  for (unsigned i = 0; i < ROUNDS; ++i) out[i * 1024 + threadIdx.x] = 1;
}

__global__ void none(float* out) { out[threadIdx.x] = 1; }

}  // namespace

namespace kernels {

void bounds_of_a_number(Buffers b, unsigned threads) { launch(a_number, dim3(1), dim3(threads), b.out); }
void bounds_of_a_constant(Buffers b, unsigned threads) { launch(a_constant, dim3(1), dim3(threads), b.out); }
void bounds_of_a_parameter(Buffers b, unsigned threads) { launch(a_parameter<2, 128>, dim3(1), dim3(threads), b.out); }
void no_bounds(Buffers b, unsigned threads) { launch(none, dim3(1), dim3(threads), b.out); }

}  // namespace kernels
