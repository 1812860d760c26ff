#include "ladder/engine/launch.hpp"
#include "tests/diagnose_kernels.hpp"

using namespace ladder::LADDER_ENGINE;

namespace {

__global__ void reverse_of(const float* in, float* out, unsigned n, unsigned off) {
  __shared__ float tile[32];
  const unsigned t = threadIdx.x, i = blockIdx.x * 32 + t;
  if (i < n) tile[31 - t] = in[i];
  __syncthreads();
  if (i < n) {
    out[(n - 32 - blockIdx.x * 32 + t + off) % n] = tile[t];  // at the store
  }
}

// Each thread reads its row up to its column, and stores the last: a load that is right, and a store that is missing.
template <bool LEAVES_ONE>
__global__ void turn_of(const float* in, float* out, unsigned n) {
  const unsigned row = threadIdx.y, col = threadIdx.x;
  float v = 0;
  for (unsigned k = 0; k <= col; ++k) v = in[row * n + k];
  if (!LEAVES_ONE || row != 7 || col != 9) {  // at the test that leaves one out
    out[col * n + row] = v;
  }
}

__global__ void turn_with_two_exchanged(const float* in, float* out, unsigned n) {
  const unsigned row = threadIdx.y, col = threadIdx.x;
  unsigned from = row * n + col;
  if (from == 35) {
    from = 201;
  } else if (from == 201) {
    from = 35;
  }
  out[col * n + row] = in[from];  // at the exchanged load
}

}  // namespace

namespace kernels {

void reverse(Buffers b, bool wrong) {
  const auto n = static_cast<unsigned>(b.elements);
  launch(reverse_of, dim3(n / 32), dim3(32), b.in, b.out, n, wrong ? 1u : 0u);
}
void turn(Buffers b) { launch(turn_of<false>, dim3(1), dim3(16, 16), b.in, b.out, 16u); }
void turn_without_one(Buffers b) { launch(turn_of<true>, dim3(1), dim3(16, 16), b.in, b.out, 16u); }
void turn_and_exchange_two(Buffers b) { launch(turn_with_two_exchanged, dim3(1), dim3(16, 16), b.in, b.out, 16u); }

}  // namespace kernels
